/**
 * A page of the tutorial: a little text, an example that moves, one claim that the reader checks, and something to try.
 */
import type { Subject } from '../address';
import type { Algorithm, Sentence } from '../tree/types';

export interface Case {
  name: Sentence;
  subject: Subject;
}

export interface Verdict {
  holds: boolean;
  /** What was counted, in the order in which it should be read. */
  rows: readonly { name: Sentence; value: string }[];
  /** The result in a sentence. */
  says: Sentence;
}

export interface Lesson {
  title: Sentence;
  text: readonly Sentence[];
  live: { subject: Subject; algorithm: Algorithm; depth: number; note: Sentence };
  claim: Sentence;
  /** Positions on which the claim can be checked; the first is the usual one. */
  cases: readonly Case[];
  check: (on: Case, caller: AbortSignal) => Promise<Verdict>;
  task: Sentence;
  /** Where to try it. */
  address: string;
}

export const plain = (n: number): string => n.toLocaleString('en').replace(/,/g, ' ');

/** "1/10.9": how much smaller a part is than the whole. */
export const share = (part: number, whole: number): string => `1/${(whole / Math.max(1, part)).toFixed(1)}`;
