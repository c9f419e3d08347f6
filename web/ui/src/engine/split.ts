/** Splits an analysis of all moves among workers and merges their results. Each worker analyses some of the moves. */
import { EventReader } from '../api/sse';

interface Judged {
  move: string;
  score: number;
  depth: number;
  exact: boolean;
}

/** The fields of an /analyse event that are merged. */
interface AnalysisEvent {
  moves: Judged[];
  score?: number;
  confidence: number;
  depth: number;
  exact: boolean;
  nodes: number;
  seconds: number;
  nps: number;
}

type Send = (url: URL) => Promise<Response>;

export const splittable = (url: URL): boolean =>
  url.pathname.endsWith('/analyse') && url.searchParams.get('lines') === 'all' && !url.searchParams.get('player');

/** Distributes the moves round-robin, so that each worker gets both good and bad moves. */
export function distribute(moves: readonly string[], workers: number): string[][] {
  const parts: string[][] = Array.from({ length: Math.min(workers, moves.length) }, () => []);
  moves.forEach((move, i) => parts[i % parts.length]?.push(move));
  return parts;
}

/** Merges the results for parts of the moves into one result for all of them. */
export function mergeResults(parts: readonly AnalysisEvent[]): AnalysisEvent {
  const [first, ...others] = parts;
  if (!first) throw new TypeError('no results to merge');
  const moves = parts.flatMap((part) => part.moves).sort((a, b) => b.score - a.score);
  const sum = (of: (part: AnalysisEvent) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return {
    ...first,
    moves,
    score: moves[0]?.score,
    confidence: Math.min(...parts.map((part) => part.confidence)),
    depth: Math.min(first.depth, ...others.map((part) => part.depth)),
    exact: parts.every((part) => part.exact),
    nodes: sum((part) => part.nodes),
    nps: sum((part) => part.nps),
    seconds: Math.max(...parts.map((part) => part.seconds)),
  };
}

/** Fetches the legal moves, requests an analysis of each part of them, and merges the responses into one stream. */
export async function answerSplit(url: URL, workers: number, send: Send): Promise<Response> {
  const moves = await legalMoves(url, send);
  if (moves.length < 2) return send(url);
  const answers = await Promise.all(distribute(moves, workers).map((part) => send(withMoves(url, part))));
  const refused = answers.find((answer) => !answer.ok);
  if (refused) {
    for (const answer of answers) if (answer !== refused) void answer.body?.cancel();
    return refused;
  }
  return new Response(mergeStreams(answers), { headers: { 'Content-Type': 'text/event-stream' } });
}

async function legalMoves(url: URL, send: Send): Promise<string[]> {
  const game = new URL('game', url);
  for (const key of ['size', 'start', 'position', 'moves']) {
    const value = url.searchParams.get(key);
    if (value) game.searchParams.set(key, value);
  }
  const answer = await send(game);
  if (!answer.ok) return [];
  return ((await answer.json()) as { legal: { move: string }[] }).legal.map(({ move }) => move);
}

function withMoves(url: URL, moves: readonly string[]): URL {
  const part = new URL(url);
  part.searchParams.set('only', moves.join(','));
  return part;
}

/**
 * Merges event streams into one. `progress` is sent for each event once every stream has a result, and a single `done`
 * after the last one.
 */
function mergeStreams(answers: readonly Response[]): ReadableStream<Uint8Array> {
  const latest = new Map<number, AnalysisEvent>();
  const text = new TextEncoder();
  const readers = answers.map((answer) => answer.body!.getReader());
  let ended = 0;
  const read = async (which: number, out: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const send = (name: string, event: unknown) =>
      out.enqueue(text.encode(`event: ${name}\ndata: ${JSON.stringify(event)}\n\n`));
    const events = new EventReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await readers[which]!.read();
      if (done) return;
      for (const { name, data } of events.push(decoder.decode(value, { stream: true }))) {
        const event: unknown = JSON.parse(data);
        if (name === 'problem') return send(name, event);
        latest.set(which, event as AnalysisEvent);
        if (name === 'done') ended++;
        const all = [...latest.values()];
        if (all.length === answers.length && all.every(({ moves }) => moves.length > 0))
          send(ended === answers.length ? 'done' : 'progress', mergeResults(all));
      }
    }
  };
  return new ReadableStream({
    start: (out) => {
      Promise.all(answers.map((_, which) => read(which, out)))
        .then(
          () => out.close(),
          (error: unknown) => out.error(error),
        )
        .catch(() => undefined); // The stream was already cancelled.
    },
    cancel: async (reason) => void (await Promise.all(readers.map((reader) => reader.cancel(reason)))),
  });
}
