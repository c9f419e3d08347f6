/** A position whose best move is to be found: a puzzle or a mistake. */
import type { Reason } from '../api/analyses';
import type { PositionQuery } from '../api/games';
import type { Mistake, Puzzle } from './types';

/** win, draw: every move that reaches the result is right; best: only the best move is; pair: it is a candidate. */
export type Goal = 'win' | 'draw' | 'best' | 'pair';

export interface Challenge {
  question: PositionQuery;
  goal: Goal;
  /** The right moves, from the best one on. */
  best: readonly string[];
  /** The moves that the question names. */
  candidates?: readonly string[];
  /** Known values of moves from the view of the side to move. */
  scores: Readonly<Record<string, number>>;
  /** Known lines by their first move, which they include. */
  lines: Readonly<Record<string, readonly string[]>>;
  why: Readonly<Record<string, readonly Reason[]>>;
  /** The scores are results of perfect play. */
  exact: boolean;
}

/** In a puzzle that asks for a win, at most this share of the moves wins. */
const WINNING_SHARE = 1 / 3;

/** Returns the goal of a puzzle: a win or a draw if few moves reach it, else the best move. */
export function goalOf(scores: Readonly<Record<string, number>>): Goal {
  const values = Object.values(scores);
  const best = Math.max(...values);
  if (best === 0) return 'draw';
  const winning = values.filter((value) => value > 0).length;
  return winning > 0 && winning <= WINNING_SHARE * values.length ? 'win' : 'best';
}

/** Returns the challenge of a puzzle. If `open`, that of a middle-game exercise does not name the candidates. */
export function challengeOfPuzzle({ position, best, scores, pair }: Puzzle, open = false): Challenge {
  const question: PositionQuery = { size: 8, start: 'usual', position, moves: '' };
  if (pair) {
    const named = open ? { goal: 'best' as const } : { goal: 'pair' as const, candidates: pair };
    return { question, ...named, best, scores, lines: {}, why: {}, exact: false };
  }
  const goal = goalOf(scores);
  const winning = Object.entries(scores).filter(([, value]) => value > 0);
  return {
    question,
    goal,
    best: goal === 'win' ? winning.sort(([, a], [, b]) => b - a).map(([move]) => move) : best,
    scores,
    lines: {},
    why: {},
    exact: true,
  };
}

export function challengeOfMistake({
  question,
  best,
  played,
  score,
  loss,
  pv,
  reply,
  why,
  source,
}: Mistake): Challenge {
  const lines: Record<string, readonly string[]> = { [played]: [played, ...reply] };
  if (pv[0]) lines[pv[0]] = pv;
  return {
    question,
    goal: 'best',
    best,
    lines,
    exact: source === 'exact',
    why: { [played]: why },
    scores: { ...Object.fromEntries(best.map((move) => [move, score])), [played]: score - loss },
  };
}

/** A move that loses less than this many discs counts as correct, unless scores are exact. */
const GOOD_LOSS = 1;

export const isGood = (loss: number, exact: boolean): boolean => (exact ? loss <= 0 : loss < GOOD_LOSS);

/** Returns a hint of two squares: the correct one and the most tempting wrong one. Their order reveals nothing. */
export function choiceOfTwo(
  { best, scores }: Pick<Challenge, 'best' | 'scores'>,
  legal: readonly { move: string; flips: readonly string[] }[],
): string[] {
  const [right = ''] = best;
  const others = legal.filter(({ move }) => !best.includes(move));
  const tempting = [...others].sort(
    (a, b) => (scores[b.move] ?? -Infinity) - (scores[a.move] ?? -Infinity) || b.flips.length - a.flips.length,
  )[0];
  return tempting ? [right, tempting.move].sort() : [right];
}
