/** The end of a game: who won and why, its graph, and the move that decided it. */
import { mistakesOf } from '../analyse/judge';
import type { Point } from '../analyse/graph';
import type { Judged, Review } from '../analyse/types';
import { cellsAfter, count, type Cell } from '../board/game/cells';
import { asBlack } from '../board/game/perspective';
import { resultOf } from '../board/game/result';
import { opposite, type Color, type Ended, type Ply, type Sides, type Snapshot } from '../board/game/types';
import { colorName } from '../board/words';
import { t } from '../i18n/t';
import { onlyPerson } from './newgame';

export interface Outcome {
  winner: Color | 'draw';
  /** "You win!" for the only person of a game, else "Black wins". */
  heading: string;
  /** "40–24, by 16 discs", or how the game ended early. */
  reason: string;
}

/** Describes the end of a game; null before it. */
export function outcomeOf(snapshot: Snapshot, ended: Ended | null, sides: Sides): Outcome | null {
  const result = resultOf(snapshot);
  if (!result) return null;
  const winner = ended ? opposite(ended.loser) : result.winner;
  return { winner, heading: headingOf(winner, onlyPerson(sides)), reason: reasonOf(result, ended) };
}

function headingOf(winner: Outcome['winner'], person: Color | null): string {
  if (winner === 'draw') return t('end.draw');
  if (!person) return t('end.wins', { color: colorName(winner) });
  return t(winner === person ? 'end.youWin' : 'end.youLose');
}

function reasonOf({ black, white }: { black: number; white: number }, ended: Ended | null): string {
  if (ended) return t(ended.how === 'time' ? 'end.time' : 'end.resigned', { color: colorName(ended.loser) });
  const values = { more: Math.max(black, white), fewer: Math.min(black, white), n: Math.abs(black - white) };
  return black === white ? t('end.equal', { n: black }) : t('end.by', values);
}

/** Returns the difference of discs from Black's view before the first ply and after each ply. */
export function discPoints(initial: readonly Cell[], plies: readonly Ply[], size: number): Point[] {
  let cells = [...initial];
  const difference = (): Point => ({ score: count(cells, 'black') - count(cells, 'white'), exact: true });
  const points = [difference()];
  for (const ply of plies) {
    cells = cellsAfter(cells, [ply], size);
    points.push(difference());
  }
  return points;
}

/** Returns the values of the positions of a reviewed game from Black's view, as far as they are known. */
export function valuePoints({ moves }: Review, plies: number): Point[] {
  const points = Array.from({ length: plies + 1 }, (): Point => ({ score: null, exact: false }));
  for (const { ply, pov, score, played, exact } of moves) {
    if (points[ply - 1]?.score === null) points[ply - 1] = { score: asBlack(pov, score), exact };
    if (ply <= plies) points[ply] = { score: asBlack(pov, played), exact };
  }
  return points;
}

/** Returns the move that cost most: first the result, then discs. Null if no mistake is certain. */
export const turningPoint = (review: Review): Judged | null =>
  mistakesOf(review).find(({ uncertain }) => !uncertain) ?? null;

export const turningWords = ({ number, pov, move, loss, best }: Judged): string =>
  t('end.turning', {
    number,
    move,
    color: colorName(pov),
    n: Math.max(1, Math.round(loss)),
    best: best[0] ?? '',
  });
