/** Exercises, judged by the engine. */
import { listenToAnalysis } from '../api/analyses';
import { ApiError } from '../api/client';
import type { Analysis } from '../api/events';
import type { PositionQuery } from '../api/games';
import type { Challenge } from '../train/challenge';
import { LEVEL, type Task } from './lessons';

export const positionOf = ({ moves }: Pick<Task, 'moves'>): PositionQuery => ({ size: 8, start: 'usual', moves });

/** Analyses the position of an exercise: the values of its moves decide which answers are right. */
export async function fetchChallenge(task: Task, caller: AbortSignal): Promise<Challenge> {
  const question = positionOf(task);
  let last: Analysis | null = null;
  const { size, start, moves } = question;
  await listenToAnalysis({ size, start, moves, level: LEVEL, lines: 'all' }, (analysis) => (last = analysis), caller);
  if (!last) throw new ApiError('offline');
  return challengeOf(question, last, task.tolerance);
}

/** Returns an exercise with the values of an analysis. Moves within the tolerance of the best one are right. */
export function challengeOf(question: PositionQuery, { moves }: Analysis, tolerance: number): Challenge {
  const valued = moves.flatMap(({ move, score, pv, exact }) =>
    score === undefined ? [] : [{ move, score, pv, exact }],
  );
  const sorted = [...valued].sort((a, b) => b.score - a.score);
  const least = (sorted[0]?.score ?? 0) - tolerance;
  return {
    question,
    goal: 'best',
    best: sorted.filter(({ score }) => score >= least).map(({ move }) => move),
    scores: Object.fromEntries(sorted.map(({ move, score }) => [move, score])),
    lines: Object.fromEntries(sorted.map(({ move, pv }) => [move, pv])),
    why: {},
    exact: sorted.length > 0 && sorted.every(({ exact }) => exact),
  };
}
