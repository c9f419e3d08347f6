/** The types of a game, and the server's responses about games. */
import type { Body, Narrow, Schemas } from '../../api/types';

export type Color = Schemas['GameState']['turn'];
/** The board sizes that the server supports; the OpenAPI document allows any number in their range. */
export type Size = 4 | 6 | 8;
export type Start = NonNullable<Schemas['GameState']['start']>;

export const SIZES: readonly Size[] = [4, 6, 8];
export const STARTS: readonly Start[] = ['usual', 'parallel'];
export const COLORS: readonly Color[] = ['black', 'white'];

/** A player spec: "human" or a computer player in the server's syntax, such as "kaeshi:skill=3". */
export type Spec = string;
export const HUMAN: Spec = 'human';

export type Sides = Record<Color, Spec>;

/** A ply as played. `move` is a square in lower case or "pass"; `flips` are the flipped squares. */
export type Ply = Schemas['Ply'];

/** A legal square, and the squares that it flips. */
export type Legal = Schemas['Option'];

/** The server's description of the position after some moves. */
export type Snapshot = Narrow<Body<'GameState'>, { readonly size: Size }>;

export type PlayerInfo = Schemas['PlayerInfo'];

/** How a game ended before the board was full. */
export interface Ended {
  how: NonNullable<Schemas['StoredGame']['ended']>;
  loser: Color;
}

export type StoredGame = Narrow<Body<'StoredGame'>, { readonly size: Size }>;

export type RecordRow = Schemas['RecordRow'];

export type PlayRecord = Body<'PlayRecord'>;

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');
