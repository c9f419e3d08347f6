/** A review of a game, as the page reads the server's documents. */
import type { Reason } from '../api/analyses';
import type { Provenance } from '../api/events';
import type { Schemas } from '../api/types';
import type { Color } from '../board/game/types';

export type Mark = '' | '?!' | '?' | '??';

/** What a move of a game was worth; scores are as the mover, `pov`, sees them. */
export interface Judged extends Provenance {
  ply: number;
  number: number;
  pov: Color;
  move: string;
  /** How many legal moves there were; 0 where the side had to pass. */
  choices: number;
  best: readonly string[];
  score: number;
  played: number;
  loss: number;
  /** What it cost of the result: 1 from a win to a draw or from a draw to a loss, 2 from a win to a loss. */
  resultLoss: number;
  mark: Mark;
  /** The move loses something, but perhaps too little for the mark. */
  uncertain: boolean;
  /** What best play would have been, and what it is after the move played. */
  pv: readonly string[];
  reply: readonly string[];
  why: readonly Reason[];
  /** The engine on this device judged it, not the server's. */
  device: boolean;
}

/** The sums of one side's moves. `accuracy` is in percent, null while no move is judged. */
export type SideSum = Omit<Schemas['Side'], 'accuracy'> & { readonly accuracy: number | null };

export interface Review {
  moves: readonly Judged[];
  black: SideSum | null;
  white: SideSum | null;
  /** The ply from which on every score is exact; 0 when none is. */
  exactFrom: number;
  opening: Schemas['OpeningName'] | null;
  /** The engine on this device judged it, not the server's. */
  device: boolean;
}
