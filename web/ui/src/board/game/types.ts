/** What a game is made of, and the server's answers about games. */
import type { Body, Narrow, Schemas } from '../../api/types';

export type Color = Schemas['GameState']['turn'];
/** The sizes of the boards that the server knows; the document allows any number between them. */
export type Size = 4 | 6 | 8;
export type Start = NonNullable<Schemas['GameState']['start']>;

export const SIZES: readonly Size[] = [4, 6, 8];
export const STARTS: readonly Start[] = ['usual', 'parallel'];
export const COLORS: readonly Color[] = ['black', 'white'];

/** "human" or the name of a computer player in the server's grammar, such as "kaeshi:skill=3". */
export type Spec = string;
export const HUMAN: Spec = 'human';

export type Sides = Record<Color, Spec>;

/**
 * One ply as it was played. `move` is a square in lower case or "pass"; `flips` are the squares whose discs turned
 * over.
 */
export type Ply = Schemas['Ply'];

/** A square that may be played, and what it turns over. */
export type Legal = Schemas['Option'];

/** What the server knows about the position after some moves. */
export type Snapshot = Narrow<Body<'GameState'>, { readonly size: Size }>;

export type PlayerInfo = Schemas['PlayerInfo'];

/** How a game ended whose board was not played to its end. */
export interface Ended {
  how: NonNullable<Schemas['StoredGame']['ended']>;
  loser: Color;
}

export type StoredGame = Narrow<Body<'StoredGame'>, { readonly size: Size }>;

export type RecordRow = Schemas['RecordRow'];

export type PlayRecord = Body<'PlayRecord'>;

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');
