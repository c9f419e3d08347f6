/** Creates cards from mistakes, openings and puzzles. */
import { jobId } from '../analyse/jobid';
import { mistakesOf } from '../analyse/judge';
import type { Judged, Review } from '../analyse/types';
import type { PositionQuery } from '../api/games';
import type { Color } from '../board/game/types';
import type { Day } from './day';
import { fresh } from './sm2';
import type { Line, Mistake, MistakeCard, OpeningCard, Puzzle, PuzzleCard } from './types';

const newCard = (now: Date, due: Day) => ({ added: now.toISOString(), memory: fresh(due) });

export const puzzleId = (id: string): string => `puzzle:${id}`;

export const puzzleCard = (puzzle: Puzzle, now: Date, due: Day): PuzzleCard => ({
  id: puzzleId(puzzle.id),
  kind: 'puzzle',
  puzzle,
  ...newCard(now, due),
});

/** Returns the card of a mistake. A position has one card, even if it occurs in several games. */
export const mistakeCard = (mistake: Mistake, now: Date, due: Day): MistakeCard => ({
  id: `mistake:${jobId(mistake.question, 0).replace('review-', '')}`,
  kind: 'mistake',
  mistake,
  ...newCard(now, due),
});

export const openingId = ({ moves, side }: Pick<Line, 'moves' | 'side'>): string => `opening:${side}:${moves}`;

export const openingCard = (line: Line, now: Date, due: Day): OpeningCard => ({
  id: openingId(line),
  kind: 'opening',
  line,
  ...newCard(now, due),
});

export interface Players {
  black: string;
  white: string;
}

/**
 * Returns the serious mistakes of the given sides in a finished review. Inaccuracies, "?!", are frequent and less
 * instructive, so they are omitted.
 */
export function mistakesIn(review: Review, game: PositionQuery, sides: readonly Color[], players: Players): Mistake[] {
  const serious = mistakesOf(review).filter(
    ({ mark, pov, best }) => mark !== '?!' && sides.includes(pov) && best.length > 0,
  );
  return serious.map((judged) => mistakeOf(judged, review, game, players));
}

function mistakeOf(judged: Judged, { moves }: Review, game: PositionQuery, { black, white }: Players): Mistake {
  const { pov, number, move, best, score, loss, source, depth, confidence, pv, reply, why } = judged;
  const before = moves
    .filter(({ ply, choices }) => ply < judged.ply && choices > 0)
    .map((one) => one.move)
    .join('');
  const { size, start, position } = game;
  const question = { size, start, ...(position && { position }), moves: before };
  return {
    question,
    pov,
    number,
    played: move,
    best,
    score,
    loss,
    source,
    depth,
    confidence,
    pv,
    reply,
    why,
    black,
    white,
  };
}
