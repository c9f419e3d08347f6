/** The types of training material (puzzles, mistakes, openings) and of the data stored on this device. */
import type { Reason } from '../api/analyses';
import type { Source as Provenance } from '../api/events';
import type { Narrow, Schemas } from '../api/types';
import type { PositionQuery } from '../api/games';
import type { Color } from '../board/game/types';
import type { Memory, Quality } from './sm2';

export type Kind = 'puzzle' | 'mistake' | 'opening';
export const KINDS: readonly Kind[] = ['puzzle', 'mistake', 'opening'];

export type Difficulty = 1 | 2 | 3 | 4 | 5;
export const DIFFICULTIES: readonly Difficulty[] = [1, 2, 3, 4, 5];

/** The parts of the game that puzzles are from. */
export type Part = 'endgame' | 'midgame';
export const PARTS: readonly Part[] = ['endgame', 'midgame'];

/** Where puzzles come from: the collection shipped with the program, or games imported into the server's database. */
export type Source = 'shipped' | 'games';
export const SOURCES: readonly Source[] = ['shipped', 'games'];

/**
 * An endgame with a unique best result. Scores are in discs from the view of the side to move, from a search to the
 * end.
 */
export type Puzzle = Narrow<
  Omit<Schemas['Puzzle'], 'depth' | 'tempting' | 'pair'>,
  {
    readonly difficulty: Difficulty;
    readonly best: readonly string[];
  }
> &
  Partial<Pick<Schemas['Puzzle'], 'depth' | 'tempting'>> & {
    /** The candidates of a middle-game exercise, whose scores are estimates. */
    readonly pair?: readonly string[];
  };

/** A move of the user that lost discs. */
export interface Mistake {
  /** The position before the move. */
  question: PositionQuery;
  pov: Color;
  /** The move number in its game. */
  number: number;
  played: string;
  best: readonly string[];
  /** The score of the best move and the loss of the played move, in discs from the view of `pov`. */
  score: number;
  loss: number;
  source: Provenance;
  depth: number;
  confidence: number;
  /** Best play, starting with the best move, and best play after the played move. */
  pv: readonly string[];
  reply: readonly string[];
  why: readonly Reason[];
  black: string;
  white: string;
}

/** An opening from the usual start, practised for one side. */
export interface Line {
  moves: string;
  name: Schemas['OpeningName'];
  side: Color;
}

interface Kept {
  /** Derived from the content, so that duplicates have the same id. */
  id: string;
  /** RFC 3339. */
  added: string;
  memory: Memory;
}

export type PuzzleCard = Kept & { kind: 'puzzle'; puzzle: Puzzle };
export type MistakeCard = Kept & { kind: 'mistake'; mistake: Mistake };
export type OpeningCard = Kept & { kind: 'opening'; line: Line };
export type Card = PuzzleCard | MistakeCard | OpeningCard;

/** A recorded answer. */
export interface Answer {
  id: string;
  /** RFC 3339. */
  at: string;
  card: string;
  kind: Kind;
  quality: Quality;
  /** The difficulty of a puzzle. */
  difficulty?: Difficulty;
  /** The loss of the first try in discs; 0 for the right move. */
  loss?: number;
  /** The estimated rating of a puzzle. */
  rating?: number;
  /** The run of the answer, which starts with its mode. */
  run?: string;
}
