/** Converts the server's game review to the types of this page, and computes totals and rankings. */
import { HUMAN, type Color } from '../board/game/types';
import { isProved } from '../board/game/proof';
import type { Reason } from '../api/analyses';
import type { Source } from '../api/events';
import type { Schemas } from '../api/types';
import type { Judged, Mark, Review, SideSum } from './types';

/** The required fields of a judged move. */
type Judgement = 'ply' | 'score' | 'played' | 'loss';

/** A judged move; other fields may be missing. */
type MoveDocument = Partial<Omit<Schemas['Move'], 'why' | Judgement>> &
  Pick<Schemas['Move'], Judgement> & { readonly why?: readonly Reason[] | null };

/** The document of package analysis. During a review, the remaining moves are missing. */
type GameDocument = Partial<Omit<Schemas['Game'], 'moves' | 'effort' | 'black_side' | 'white_side'>> & {
  readonly moves?: readonly MoveDocument[] | null;
  readonly effort?: { readonly device?: boolean };
  readonly black_side?: Partial<Schemas['Side']> | null;
  readonly white_side?: Partial<Schemas['Side']> | null;
};

export const EMPTY: Review = { moves: [], black: null, white: null, exactFrom: 0, opening: null, device: false };

export function reviewOf(document: GameDocument = {}): Review {
  const { moves, effort, exact_from: exactFrom = 0, opening, black_side: black, white_side: white } = document;
  const device = effort?.device ?? false;
  return {
    moves: (moves ?? [])
      .map((move) => judgedOf(move, device))
      .filter((judged) => judged.ply > 0)
      .sort((a, b) => a.ply - b.ply),
    black: sumOf(black),
    white: sumOf(white),
    exactFrom,
    opening: opening ? namedOf(opening) : null,
    device,
  };
}

export function judgedOf(document: MoveDocument, device: boolean): Judged {
  const {
    ply,
    number = ply,
    move = '',
    choices = 1,
    score,
    played,
    loss,
    result_loss: resultLoss = 0,
    uncertain = false,
    depth = 0,
    confidence = 100,
    exact = false,
    proved,
    played_proved: playedProved,
  } = document;
  return {
    ply,
    number,
    pov: document.pov === 'white' ? 'white' : 'black',
    move,
    choices,
    score,
    played,
    loss,
    resultLoss,
    uncertain,
    depth,
    confidence,
    exact,
    device,
    best: document.best ?? [],
    pv: document.pv ?? [],
    reply: document.reply ?? [],
    why: document.why ?? [],
    mark: markOf(document.mark),
    source: sourceOf(exact, depth, document.empties),
    // One source describes both values.
    ...(isProved({ proved }) && isProved({ proved: playedProved }) && { proved }),
  };
}

const markOf = (mark: string | undefined): Mark => (mark === '?!' || mark === '?' || mark === '??' ? mark : '');

const sourceOf = (exact: boolean, depth: number, empties = Infinity): Source =>
  exact ? 'exact' : depth >= empties ? 'selective' : 'depth';

const namedOf = ({ en, ja }: Schemas['Opening']): Schemas['OpeningName'] => ({
  ...(en && { en: en.name }),
  ...(ja && { ja: ja.name }),
});

function sumOf(side: Partial<Schemas['Side']> | null | undefined): SideSum | null {
  if (!side) return null;
  const { moves = 0, choices = 0, loss = 0, accuracy = null } = side;
  const { inaccuracies = 0, mistakes = 0, blunders = 0, uncertain = 0 } = side;
  return { moves, choices, loss, accuracy, inaccuracies, mistakes, blunders, uncertain };
}

/** Returns the side of the only person in a game, or both. */
export function personIn({ black, white }: Record<Color, string>): Color | 'both' {
  if ((black === HUMAN) === (white === HUMAN)) return 'both';
  return black === HUMAN ? 'black' : 'white';
}

/**
 * Returns the marked moves of one side or both, worst first: ordered by lost result, then by discs, uncertain ones
 * last.
 */
export function mistakesOf({ moves }: Review, side: Color | 'both' = 'both'): Judged[] {
  return moves.filter(({ mark, pov }) => mark !== '' && (side === 'both' || pov === side)).sort(worse);
}

const worse = (a: Judged, b: Judged): number =>
  Number(a.uncertain) - Number(b.uncertain) || b.resultLoss - a.resultLoss || b.loss - a.loss || a.ply - b.ply;

/** Returns the marked move after (or before) a cursor in game order; null without one. */
export function mistakeFrom({ moves }: Review, cursor: number, step: 1 | -1): Judged | null {
  const marked = moves.filter(({ mark }) => mark !== '');
  return (step > 0 ? marked.find(({ ply }) => ply > cursor) : marked.findLast(({ ply }) => ply < cursor)) ?? null;
}

/** A tried move that loses at most this many discs counts as correct. */
export const GOOD_LOSS = 1;
