/** What is trained: puzzles, one's own mistakes, openings; and what is kept of it on this device. */
import type { Reason } from '../api/analyses';
import type { Source as Provenance } from '../api/events';
import type { Narrow, Schemas } from '../api/types';
import type { Question } from '../api/games';
import type { Color } from '../board/game/types';
import type { Memory, Quality } from './sm2';

export type Kind = 'puzzle' | 'mistake' | 'opening';
export const KINDS: readonly Kind[] = ['puzzle', 'mistake', 'opening'];

export type Difficulty = 1 | 2 | 3 | 4 | 5;
export const DIFFICULTIES: readonly Difficulty[] = [1, 2, 3, 4, 5];

/** Where puzzles are from: those that come with the program, or games that were imported into the server's store. */
export type Source = 'shipped' | 'games';
export const SOURCES: readonly Source[] = ['shipped', 'games'];

/** An ending with one best result; scores are in discs as the side to move sees them, each from a search to the end. */
export type Puzzle = Narrow<
  Omit<Schemas['Puzzle'], 'depth' | 'tempting'>,
  {
    readonly difficulty: Difficulty;
    readonly best: readonly string[];
  }
> &
  Partial<Pick<Schemas['Puzzle'], 'depth' | 'tempting'>>;

/** A move of one's own that cost discs. */
export interface Mistake {
  /** The position before the move. */
  question: Question;
  pov: Color;
  /** The number of the move in its game. */
  number: number;
  played: string;
  best: readonly string[];
  /** In discs, as `pov` sees them: of the best move, and what the move lost. */
  score: number;
  loss: number;
  source: Provenance;
  depth: number;
  selectivity: number;
  /** Best play, from the best move on; and after the move played. */
  pv: readonly string[];
  reply: readonly string[];
  why: readonly Reason[];
  black: string;
  white: string;
}

/** An opening from the usual start, played by one side. */
export interface Line {
  moves: string;
  name: Schemas['OpeningName'];
  side: Color;
}

interface Kept {
  /** The same thing has the same one everywhere, so that nothing is kept twice. */
  id: string;
  /** RFC 3339. */
  added: string;
  memory: Memory;
}

export type PuzzleCard = Kept & { kind: 'puzzle'; puzzle: Puzzle };
export type MistakeCard = Kept & { kind: 'mistake'; mistake: Mistake };
export type OpeningCard = Kept & { kind: 'opening'; line: Line };
export type Card = PuzzleCard | MistakeCard | OpeningCard;

/** An answer that counted. */
export interface Answer {
  id: string;
  /** RFC 3339. */
  at: string;
  card: string;
  kind: Kind;
  quality: Quality;
  /** Of a puzzle. */
  difficulty?: Difficulty;
  /** Discs that the first try lost; 0 for the right move. */
  loss?: number;
}
