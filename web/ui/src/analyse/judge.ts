/** What the server's review of a game says, in the words of this page, and sums and places in it. */
import type { Color } from '../board/game/types';
import type { Judged, Mark, Named, Reason, Review, SideSum, Source } from './types';

/** The document of package analysis, as far as it is used; a review under way lacks the moves that are still to come. */
interface Document {
  moves?: readonly (Partial<Omit<Judged, 'mark'>> & { mark?: string; empties?: number; why?: readonly Reason[] | null })[] | null;
  effort?: { device?: boolean };
  exact_from?: number;
  opening?: { en?: { name: string }; ja?: { name: string } };
  black_side?: Partial<SideSum> | null;
  white_side?: Partial<SideSum> | null;
}

export const EMPTY: Review = { moves: [], black: null, white: null, exactFrom: 0, opening: null, device: false };

export function reviewOf(told: unknown): Review {
  const { moves, effort, exact_from: exactFrom = 0, opening, black_side: black, white_side: white } = (told ?? {}) as Document;
  const device = effort?.device ?? false;
  return {
    moves: (moves ?? []).map((move) => judgedOf(move, device)).filter((judged) => judged.ply > 0).sort((a, b) => a.ply - b.ply),
    black: sumOf(black),
    white: sumOf(white),
    exactFrom,
    opening: opening ? namedOf(opening) : null,
    device,
  };
}

export function judgedOf(told: NonNullable<Document['moves']>[number], device: boolean): Judged {
  const { ply = 0, number = ply, pov = 'black', move = '', choices = 1, score = 0, played = score, loss = 0, depth = 0, selectivity = 100, exact = false } = told;
  return {
    ply, number, pov, move, choices, score, played, loss, depth, selectivity, exact, device,
    best: told.best ?? [], pv: told.pv ?? [], reply: told.reply ?? [], why: told.why ?? [],
    mark: markOf(told.mark), source: told.source ?? sourceOf(exact, depth, told.empties),
  };
}

const markOf = (mark: string | undefined): Mark => (mark === '?!' || mark === '?' || mark === '??' ? mark : '');

const sourceOf = (exact: boolean, depth: number, empties = Infinity): Source => (exact ? 'exact' : depth >= empties ? 'selective' : 'depth');

const namedOf = ({ en, ja }: NonNullable<Document['opening']>): Named => ({ ...(en && { en: en.name }), ...(ja && { ja: ja.name }) });

function sumOf(side: Partial<SideSum> | null | undefined): SideSum | null {
  if (!side) return null;
  const { moves = 0, choices = 0, loss = 0, accuracy = null, inaccuracies = 0, mistakes = 0, blunders = 0 } = side;
  return { moves, choices, loss, accuracy, inaccuracies, mistakes, blunders };
}

/** A value of a move as Black sees it. */
export const asBlack = (pov: Color, score: number): number => (pov === 'black' ? score : -score || 0);

/** The moves with a mark, the costliest first; those of one side alone, where it is named. */
export function mistakesOf({ moves }: Review, side: Color | 'both' = 'both'): Judged[] {
  return moves.filter(({ mark, pov }) => mark !== '' && (side === 'both' || pov === side)).sort((a, b) => b.loss - a.loss || a.ply - b.ply);
}

/** The marked ply after (or before) a cursor in the order of the game; null when there is none on that side. */
export function mistakeFrom({ moves }: Review, cursor: number, step: 1 | -1): Judged | null {
  const marked = moves.filter(({ mark }) => mark !== '');
  return (step > 0 ? marked.find(({ ply }) => ply > cursor) : marked.findLast(({ ply }) => ply < cursor)) ?? null;
}

/** Discs that a tried move loses; a loss below this is as good as the best. */
export const GOOD_LOSS = 1;
