/** A position whose best move is to be found: a puzzle or a mistake. */
import type { Reason } from '../api/analyses';
import type { PositionQuery } from '../api/games';
import type { Mistake, Puzzle } from './types';

export interface Challenge {
  question: PositionQuery;
  best: readonly string[];
  /** Known values of moves from the view of the side to move. */
  scores: Readonly<Record<string, number>>;
  /** Known lines by their first move, which they include. */
  lines: Readonly<Record<string, readonly string[]>>;
  why: Readonly<Record<string, readonly Reason[]>>;
  /** The scores are results of perfect play. */
  exact: boolean;
}

export const challengeOfPuzzle = ({ position, best, scores }: Puzzle): Challenge => ({
  question: { size: 8, start: 'usual', position, moves: '' },
  best,
  scores,
  lines: {},
  why: {},
  exact: true,
});

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
