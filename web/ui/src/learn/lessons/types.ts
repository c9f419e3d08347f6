/** A page of the tutorial: text, an animated example, a claim to check, and an exercise. */
import type { Subject } from '../address';
import type { Sample } from '../proof/samples';
import type { Algorithm, Sentence } from '../tree/types';

export interface Case {
  name: Sentence;
  subject: Subject;
}

export interface Verdict {
  holds: boolean;
  /** The measured counts, in display order. */
  rows: readonly { name: Sentence; value: string }[];
  /** The result in a sentence. */
  summary: Sentence;
}

export interface LiveSearch {
  subject: Subject;
  algorithm: Algorithm;
  depth: number;
  note: Sentence;
}

export interface LiveProof {
  sample: Sample;
  note: Sentence;
}

export interface Lesson {
  title: Sentence;
  text: readonly Sentence[];
  /** A search, or a proof to walk through. */
  live: LiveSearch | LiveProof;
  claim: Sentence;
  /** Positions on which the claim can be checked; the first is the default. */
  cases: readonly Case[];
  check: (on: Case, caller: AbortSignal) => Promise<Verdict>;
  task: Sentence;
  /** The address of the exercise. */
  address: string;
}

export const plain = (n: number): string => n.toLocaleString('en').replace(/,/g, ' ');

/** Formats a ratio as "1/10.9". */
export const share = (part: number, whole: number): string => `1/${(whole / Math.max(1, part)).toFixed(1)}`;
