/** The types of a game review, as used by the page. */
import type { Reason } from '../api/analyses';
import type { Provenance } from '../api/events';
import type { Schemas } from '../api/types';
import type { Color } from '../board/game/types';

export type Mark = '' | '?!' | '?' | '??';

/** The judgement of a move. Scores are from the view of the player to move, `pov`. */
export interface Judged extends Provenance {
  ply: number;
  number: number;
  pov: Color;
  move: string;
  /** The number of legal moves; 0 if the side had to pass. */
  choices: number;
  best: readonly string[];
  score: number;
  played: number;
  loss: number;
  /** The lost result: 1 from a win to a draw or a draw to a loss, 2 from a win to a loss. */
  resultLoss: number;
  mark: Mark;
  /** The move loses something, but perhaps too little for the mark. */
  uncertain: boolean;
  /** Best play instead of the move, and after it. */
  pv: readonly string[];
  reply: readonly string[];
  why: readonly Reason[];
  /** Judged by the engine on this device, not by the server. */
  device: boolean;
}

/** Totals of one side's moves. `accuracy` is in percent; null if no move is judged. */
export type SideSum = Omit<Schemas['Side'], 'accuracy'> & { readonly accuracy: number | null };

export interface Review {
  moves: readonly Judged[];
  black: SideSum | null;
  white: SideSum | null;
  /** The ply from which every score is exact; 0 if there is none. */
  exactFrom: number;
  opening: Schemas['OpeningName'] | null;
  /** Judged by the engine on this device, not by the server. */
  device: boolean;
}
