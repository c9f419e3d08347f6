/** The data of the lessons. analysis/course_test.go checks them with the engine. */
import data from './lessons.json';
import type { Topic } from './topics';

export interface Example {
  /** The game up to the position. */
  moves: string;
  /** The moves that the example plays. */
  line: string;
  /** Letters on squares. */
  marks?: Readonly<Record<string, string>>;
}

export interface Task {
  /** The game up to the position. */
  moves: string;
  /** A move is right if it loses at most this many discs against the best one. */
  tolerance: number;
  /** Moves that the text praises and blames. */
  good: readonly string[];
  bad: readonly string[];
}

export interface Lesson {
  /** The number of paragraphs. */
  paragraphs: number;
  example: Example;
  exercises: readonly Task[];
}

/** The engine level that judges the answers. */
export const LEVEL = data.level;

export const LESSONS = data.lessons as unknown as Readonly<Record<Topic, Lesson>>;
