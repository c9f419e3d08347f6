/** What an exercise asks, and what it says about an answer. */
import type { Color } from '../board/game/types';
import { colorName } from '../board/words';
import type { Challenge } from './challenge';
import { discs, score, word } from './words';

/** The part of an exercise that its sentences depend on. */
export interface Judged {
  challenge: Pick<Challenge, 'goal' | 'best' | 'exact' | 'candidates'>;
  turn: Color;
  tried: string;
  loss: number;
  scores: Readonly<Record<string, number>>;
  bestScore: number;
}

export function titleOf({ challenge: { goal, candidates = [] }, turn }: Judged): string {
  const [a = '', b = ''] = candidates;
  return word(`goal.${goal}`, { color: colorName(turn), a, b });
}

export function questionWords({ challenge: { goal, exact }, turn, bestScore }: Judged): string {
  const color = colorName(turn);
  if (goal !== 'best' || !exact) return word(`question.${goal}`, { color });
  return word(bestScore > 0 ? 'question.most' : 'question.fewest', { color });
}

export function rightWords({ challenge: { goal, best }, tried, scores, bestScore }: Judged): string {
  const value = scores[tried] ?? bestScore;
  if (goal === 'draw') return word('right.draw', { move: tried });
  if (goal === 'win' && value < bestScore)
    return word('right.win', { move: tried, score: score(value), best: best[0] ?? '', top: score(bestScore) });
  return word('phase.right', { move: tried, score: score(value) });
}

export function wrongWords({ challenge: { goal, exact }, tried, loss, bestScore }: Judged): string {
  const values = { move: tried, score: score(bestScore - loss) };
  if (goal === 'win' || goal === 'draw') return word(`wrong.${goal}`, values);
  return word(exact ? 'phase.wrong' : 'phase.wrong.about', { ...values, discs: discs(loss), best: score(bestScore) });
}

/** Returns the verdict on a wrong move for screen readers. It leaves out the line that follows, which is read later. */
export function wrongAnnounced(judged: Judged): string {
  const { challenge, tried, loss } = judged;
  const { goal } = challenge;
  if (goal === 'win' || goal === 'draw')
    return word(`announce.${goal}`, { move: tried, score: score(judged.bestScore - loss) });
  return word('announce.wrong', { move: tried, discs: discs(loss) });
}

export function answerWords({ challenge: { goal, best }, scores, bestScore }: Judged): string {
  if (goal === 'win')
    return word('shown.win', {
      moves: best.map((move) => word('shown.move', { move, score: score(scores[move] ?? 0) })).join(word('list.and')),
    });
  const moves = best.join(word('list.and'));
  return goal === 'draw' ? word('shown.draw', { moves }) : word('phase.shown', { moves, score: score(bestScore) });
}
