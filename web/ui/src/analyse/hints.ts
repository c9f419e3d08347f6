/** The values on the squares: which moves have one, what it shows, and its colour. */
import type { Analysis, Candidate } from '../api/events';
import type { SquareNote } from '../board/game/notes';
import { inView } from '../board/game/perspective';
import type { Color } from '../board/game/types';
import { valuedSquares } from './value';
import { kindOf, lossWords, short, shortWords } from './words';

/** Which moves have a value: the best ones, a number of them, or all. */
export type Which = 'best' | 'some' | 'all';
export const WHICH: readonly Which[] = ['best', 'some', 'all'];

/** What a square shows: the value of the move, or its loss against the best. */
export type By = 'value' | 'loss';
export const BY: readonly By[] = ['value', 'loss'];

export const COUNTS: readonly number[] = [2, 3, 4, 5, 6, 8];

export interface Hints {
  which: Which;
  /** The number of moves with a value, if `which` is 'some'. */
  count: number;
  by: By;
  /** The colours of the squares show the losses. */
  heat: boolean;
}

export const DEFAULT_HINTS: Hints = { which: 'all', count: 3, by: 'value', heat: false };

/** A move that loses at least this many discs against the best is drawn as poor. */
const POOR_LOSS = 4;
/** Moves within this many discs of the best are drawn as best; a search cannot resolve smaller differences. */
const EQUAL_LOSS = 0.5;
/** A move that loses this many discs or more has the coldest colour. */
const COLDEST_LOSS = 16;

/** Returns the annotations of the squares. */
export function hintNotes(analysis: Analysis | null, hints: Hints): Map<string, SquareNote> {
  const valued = valuedSquares(analysis).toSorted((a, b) => b.score - a.score);
  const best = valued[0]?.score ?? 0;
  const shown = valued.filter(({ score }, place) => isShown(best - score, place, hints));
  const byMove = new Map((analysis?.moves ?? []).map((candidate) => [candidate.move, candidate]));
  return new Map(
    shown.flatMap(({ square, score }): [string, SquareNote][] => {
      const candidate = byMove.get(square);
      return analysis && candidate ? [[square, noteOf(candidate, score, best - score, hints, analysis.pov)]] : [];
    }),
  );
}

function isShown(loss: number, place: number, { which, count }: Hints): boolean {
  if (which === 'all') return true;
  return which === 'some' ? place < count : loss <= EQUAL_LOSS;
}

function noteOf(candidate: Candidate, score: number, loss: number, { by, heat }: Hints, pov: Color): SquareNote {
  const source = kindOf(candidate);
  return {
    text: by === 'loss' ? String(Math.round(loss)) : short(inView(score, pov)),
    words: by === 'loss' ? lossWords(candidate, loss, pov) : shortWords(candidate, score, pov),
    kind: source === 'player' ? 'depth' : source,
    rank: loss <= EQUAL_LOSS ? 'best' : loss >= POOR_LOSS ? 'poor' : 'fair',
    ...(heat && { heat: Math.max(0, 1 - loss / COLDEST_LOSS) }),
  };
}
