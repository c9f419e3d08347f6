/**
 * The lessons of the strategy course, and the one that explains a reason for a mistake. Part of the first load: pages
 * link reasons to lessons.
 */
import type { Key } from '../i18n/text';
import reasons from './reasons.json';

export type Topic = keyof typeof TITLES;

/** The titles of the lessons, in the order of the course. */
export const TITLES = {
  corners: 'course.corners',
  squares: 'course.squares',
  mobility: 'course.mobility',
  quiet: 'course.quiet',
  frontier: 'course.frontier',
  parity: 'course.parity',
  edges: 'course.edges',
  wedges: 'course.wedges',
  tempo: 'course.tempo',
  counting: 'course.counting',
} as const satisfies Record<string, Key>;

export const TOPICS = Object.keys(TITLES) as readonly Topic[];

/** Lessons by the code of a reason; '' for reasons that need no lesson. */
const LESSONS: Readonly<Record<string, string>> = reasons;

/** Returns the lesson that explains a reason, or null. */
export const topicOf = (code: string): Topic | null => TOPICS.find((topic) => topic === LESSONS[code]) ?? null;

/** Returns the address of a lesson. Part 0 is the example, and the exercises are numbered from 1. */
export const lessonAddress = (topic: Topic, part = 0): string =>
  part > 0 ? `#learn/course/${topic}/${part}` : `#learn/course/${topic}`;

export interface Place {
  /** null for the list of lessons. */
  topic: Topic | null;
  part: number;
}

export function parseAddress(hash: string): Place {
  const [, , name, part = '0'] = hash.replace(/^#/, '').split('/');
  const topic = TOPICS.find((one) => one === name) ?? null;
  return { topic, part: topic && /^\d$/.test(part) ? Number(part) : 0 };
}
