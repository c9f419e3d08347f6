/** Words shared by the page and the server's answers (see the OpenAPI document at /api/v1/openapi.json). */

export type Color = 'black' | 'white';
export type Size = 4 | 6 | 8;
export type Start = 'usual' | 'parallel';

export const SIZES: readonly Size[] = [4, 6, 8];
export const STARTS: readonly Start[] = ['usual', 'parallel'];
export const COLORS: readonly Color[] = ['black', 'white'];

/** "human" or the name of a computer player in the server's grammar, such as "kaeshi:skill=3". */
export type Spec = string;
export const HUMAN: Spec = 'human';

export type Sides = Record<Color, Spec>;

/** One ply as it was played. `move` is a square in lower case or "pass"; `flips` are the squares whose discs turned over. */
export interface Ply {
  turn: Color;
  move: string;
  flips: readonly string[];
}

export interface Legal {
  move: string;
  flips: readonly string[];
}

/** What the server knows about the position after some moves. */
export interface Snapshot {
  size: Size;
  start?: Start;
  moves: string;
  history: readonly Ply[];
  initial: string;
  position: string;
  turn: Color;
  legal: readonly Legal[];
  pass: boolean;
  over: boolean;
  black: number;
  white: number;
  winner: Color | 'draw' | '';
  score_black: number;
}

/** A computer's choice, or how far it has come. `score` is in discs from the view of `pov`. */
export interface Report {
  player: Spec;
  move: string;
  pov: Color;
  score?: number;
  depth?: number;
  selectivity?: number;
  exact?: boolean;
  nodes?: number;
  seconds?: number;
  pv?: readonly string[];
}

export interface PlayerInfo {
  spec: Spec;
  group: 'skill' | 'level' | 'algorithm';
  number: number;
  name: { en: string; ja: string };
  deterministic: boolean;
  sizes: readonly number[];
  /** Measured strength in Elo above skill 1; absent where it was not measured. */
  rating?: number;
}

/** How a game ended whose board was not played to its end. */
export interface Ended {
  how: 'time' | 'resigned';
  loser: Color;
}

export interface StoredGame {
  id: string;
  played: string;
  size: Size;
  start?: Start;
  position?: string;
  moves: string;
  ended?: Ended['how'];
  black: Spec;
  white: Spec;
  mixed: boolean;
  score_black: number;
  discs_black: number;
  discs_white: number;
  winner: Color | 'draw';
}

export interface RecordRow {
  opponent: Spec;
  size: number;
  wins: number;
  losses: number;
  draws: number;
}

export interface PlayRecord {
  since: string;
  rows: readonly RecordRow[];
}

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');
