import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analysisOf, answer, candidate, setUpPage } from '../api/fake';
import { challengeOf, fetchChallenge } from './challenge';
import en from './i18n/en.json';
import { LESSONS, LEVEL } from './lessons';
import reasons from './reasons.json';
import { lessonAddress, parseAddress, TOPICS, topicOf } from './topics';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

beforeEach(() => setUpPage());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const TASK = { moves: 'f5', tolerance: 2, good: [], bad: [] };
const MOVES = [candidate('d6', 1), candidate('f6', 3), candidate('f4', -4)];

describe('the lessons', () => {
  it('are those of the menu, each with an example and at least two exercises', () => {
    expect(Object.keys(LESSONS)).toEqual([...TOPICS]);
    for (const { example, exercises } of Object.values(LESSONS)) {
      expect(example.line.length).toBeGreaterThan(0);
      expect(exercises.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('have exactly the texts that they show', () => {
    const shown = TOPICS.flatMap((topic) => {
      const { paragraphs, exercises } = LESSONS[topic];
      const numbered = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name}${i + 1}`);
      const { length } = exercises;
      const names = [
        'example',
        ...numbered('text', paragraphs),
        ...numbered('task', length),
        ...numbered('why', length),
      ];
      return names.map((name) => `lesson.${topic}.${name}`);
    });
    expect(
      Object.keys(en)
        .filter((key) => key.startsWith('lesson.'))
        .sort(),
    ).toEqual(shown.sort());
  });
});

describe('addresses', () => {
  it('round-trip', () => {
    for (const topic of TOPICS)
      for (const part of [0, 2]) expect(parseAddress(lessonAddress(topic, part))).toEqual({ topic, part });
  });

  it.each(['#learn/course', '#learn/course/', '#learn/course/chess/1'])('%s is the list of lessons', (hash) => {
    expect(parseAddress(hash)).toEqual({ topic: null, part: 0 });
  });
});

describe('reasons', () => {
  it('lead to lessons that exist', () => {
    const names = Object.values(reasons).filter(Boolean);
    expect(names.filter((name) => !(TOPICS as readonly string[]).includes(name))).toEqual([]);
    expect([topicOf('x-square'), topicOf('reply'), topicOf('unknown')]).toEqual(['squares', null, null]);
  });
});

describe('an exercise', () => {
  it('accepts all moves within the tolerance of the best one, the best first', () => {
    const { best, scores, exact } = challengeOf({ size: 8, start: 'usual', moves: 'f5' }, analysisOf(MOVES), 2);
    expect(best).toEqual(['f6', 'd6']);
    expect(scores).toEqual({ f6: 3, d6: 1, f4: -4 });
    expect(exact).toBe(false);
  });

  it('is judged by the engine at the level of the course', async () => {
    let asked = '';
    answer('analyse', (query) => {
      asked = `${query.get('moves')} ${query.get('level')} ${query.get('lines')}`;
      return { events: [['done', analysisOf(MOVES.map((move) => ({ ...move, exact: true })))]] };
    });
    const challenge = await fetchChallenge({ ...TASK, tolerance: 0 }, new AbortController().signal);
    expect(asked).toBe(`f5 ${LEVEL} all`);
    expect([challenge.best, challenge.exact]).toEqual([['f6'], true]);
  });
});

describe('the progress', () => {
  it('is kept in the browser and names the next lesson', async () => {
    const { progress } = await import('./progress.svelte');
    expect([progress.next, progress.count('corners')]).toEqual(['corners', 0]);
    LESSONS.corners.exercises.forEach((_, i) => progress.add('corners', i + 1));
    progress.add('corners', 1);
    expect([progress.next, progress.count('corners')]).toEqual(['squares', LESSONS.corners.exercises.length]);
    vi.resetModules();
    const again = await import('./progress.svelte');
    expect(again.progress.has('corners', 1)).toBe(true);
  });

  it('begins without progress if the stored progress is damaged', async () => {
    localStorage.setItem('kaeshi.course', '{');
    const { progress } = await import('./progress.svelte');
    expect(progress.count('corners')).toBe(0);
  });
});
