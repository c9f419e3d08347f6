/** The server's words for analyses (see the OpenAPI document at /api/v1/openapi.json). */
import type { Color, Size, Start } from '../board/game/types';

/** Where a value comes from: the book, a search to the end, one that cut branches off at some confidence, one to a depth, a player that does not search. */
export type Source = 'book' | 'exact' | 'selective' | 'depth' | 'player';

/** How a value is known. `depth` is in plies, `selectivity` the confidence in percent. */
export interface Provenance {
  source: Source;
  depth: number;
  selectivity: number;
  exact: boolean;
}

/** A move and what it is worth, in discs as the side to move sees them. */
export interface Candidate extends Provenance {
  move: string;
  /** Absent from players that have none. */
  score?: number;
  pv: readonly string[];
}

export interface Named {
  en?: string;
  ja?: string;
}

/** What is known of a position so far. */
export interface Analysis {
  position: string;
  pov: Color;
  turn: Color;
  /** How many wait before this one; 0 while it is served. */
  queue: number;
  /** It was recalled, not searched now. */
  stored: boolean;
  depth: number;
  selectivity: number;
  exact: boolean;
  nodes: number;
  seconds: number;
  nps: number;
  /** The best first. */
  moves: readonly Candidate[];
  opening?: Named;
  over?: boolean;
  score?: number;
  /** Why it is done. */
  ended?: 'complete' | 'time' | 'others';
}

/** A reason, computed from the positions after the move played and after the best one. */
export interface Reason {
  code: string;
  en: string;
  ja: string;
}

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
  mark: Mark;
  /** What best play would have been, and what it is after the move played. */
  pv: readonly string[];
  reply: readonly string[];
  why: readonly Reason[];
  /** The engine on this device judged it, not the server's. */
  device: boolean;
}

export interface SideSum {
  moves: number;
  choices: number;
  loss: number;
  accuracy: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export interface Review {
  moves: readonly Judged[];
  black: SideSum | null;
  white: SideSum | null;
  /** The ply from which on every score is exact; 0 when none is. */
  exactFrom: number;
  opening: Named | null;
  /** The engine on this device judged it, not the server's. */
  device: boolean;
}

export type JobState = 'queued' | 'running' | 'done' | 'cancelled' | 'failed';

export interface GameText {
  size: Size;
  start: Start;
  position?: string;
  moves: string;
}

export interface Job {
  id: string;
  state: JobState;
  queue: number;
  created: string;
  level: number;
  done: number;
  total: number;
  game: GameText;
  problem?: string;
}

/** What the players of known games did here. */
export interface Explored {
  games: number;
  moves: readonly ExploredMove[];
  opening?: Named;
  examples?: readonly Example[];
}

export interface ExploredMove {
  move: string;
  games: number;
  black: number;
  white: number;
  draws: number;
  average_score_black: number;
}

export interface Example {
  id: number | string;
  black: string;
  white: string;
  year?: number;
  event?: string;
}

export interface OpenedGame {
  size: Size;
  start: Start;
  position?: string;
  moves: string;
  black: string;
  white: string;
  result: string;
  name: string;
}

export interface Opened {
  format: string;
  games: readonly OpenedGame[];
  more: number;
}
