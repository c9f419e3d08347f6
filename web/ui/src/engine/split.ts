/** Splits an analysis of all moves among workers and merges their results. Each worker analyses some of the moves. */
import { EventReader } from '../api/sse';

interface Judged {
  move: string;
  score: number;
  depth: number;
  exact: boolean;
}

/** The fields of an /analyse event that are merged. */
interface Told {
  moves: Judged[];
  score?: number;
  selectivity: number;
  depth: number;
  exact: boolean;
  nodes: number;
  seconds: number;
  nps: number;
}

type Ask = (url: URL) => Promise<Response>;

export const splittable = (url: URL): boolean =>
  url.pathname.endsWith('/analyse') && url.searchParams.get('lines') === 'all' && !url.searchParams.get('player');

/** Distributes the moves round-robin, so that each worker gets both good and bad moves. */
export function dealt(moves: readonly string[], hands: number): string[][] {
  const lots: string[][] = Array.from({ length: Math.min(hands, moves.length) }, () => []);
  moves.forEach((move, i) => lots[i % lots.length]?.push(move));
  return lots;
}

/** Merges the results for parts of the moves into one result for all of them. */
export function together(parts: readonly Told[]): Told {
  const [first, ...others] = parts;
  if (!first) throw new TypeError('nothing to put together');
  const moves = parts.flatMap((part) => part.moves).sort((a, b) => b.score - a.score);
  const sum = (of: (part: Told) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return {
    ...first,
    moves,
    score: moves[0]?.score,
    selectivity: Math.min(...parts.map((part) => part.selectivity)),
    depth: Math.min(first.depth, ...others.map((part) => part.depth)),
    exact: parts.every((part) => part.exact),
    nodes: sum((part) => part.nodes),
    nps: sum((part) => part.nps),
    seconds: Math.max(...parts.map((part) => part.seconds)),
  };
}

/** Fetches the legal moves, requests an analysis of each part of them, and merges the responses into one stream. */
export async function answerSplit(url: URL, hands: number, ask: Ask): Promise<Response> {
  const moves = await legalMoves(url, ask);
  if (moves.length < 2) return ask(url);
  const answers = await Promise.all(dealt(moves, hands).map((lot) => ask(withMoves(url, lot))));
  const refused = answers.find((answer) => !answer.ok);
  if (refused) {
    for (const answer of answers) if (answer !== refused) void answer.body?.cancel();
    return refused;
  }
  return new Response(merged(answers), { headers: { 'Content-Type': 'text/event-stream' } });
}

async function legalMoves(url: URL, ask: Ask): Promise<string[]> {
  const game = new URL('game', url);
  for (const key of ['size', 'start', 'position', 'moves']) {
    const value = url.searchParams.get(key);
    if (value) game.searchParams.set(key, value);
  }
  const answer = await ask(game);
  if (!answer.ok) return [];
  return ((await answer.json()) as { legal: { move: string }[] }).legal.map(({ move }) => move);
}

function withMoves(url: URL, lot: readonly string[]): URL {
  const part = new URL(url);
  part.searchParams.set('only', lot.join(','));
  return part;
}

/**
 * Merges event streams into one. `progress` is sent for each event once every stream has a result, and a single `done`
 * after the last one.
 */
function merged(answers: readonly Response[]): ReadableStream<Uint8Array> {
  const latest = new Map<number, Told>();
  const text = new TextEncoder();
  const readers = answers.map((answer) => answer.body!.getReader());
  let ended = 0;
  const read = async (which: number, out: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const send = (name: string, told: unknown) =>
      out.enqueue(text.encode(`event: ${name}\ndata: ${JSON.stringify(told)}\n\n`));
    const events = new EventReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await readers[which]!.read();
      if (done) return;
      for (const { name, data } of events.push(decoder.decode(value, { stream: true }))) {
        const told: unknown = JSON.parse(data);
        if (name === 'problem') return send(name, told);
        latest.set(which, told as Told);
        if (name === 'done') ended++;
        const all = [...latest.values()];
        if (all.length === answers.length && all.every(({ moves }) => moves.length > 0))
          send(ended === answers.length ? 'done' : 'progress', together(all));
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
