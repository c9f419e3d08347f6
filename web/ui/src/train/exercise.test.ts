import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analysisOf, answer, answerGames, candidate, ok, setUpPage, settled } from '../api/fake';
import { Announcer } from '../session/announcer.svelte';
import type { Challenge } from './challenge';
import { Exercise } from './exercise.svelte';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const CHALLENGE: Challenge = {
  question: { size: 8, start: 'usual', moves: '' },
  goal: 'best',
  best: ['a1'],
  scores: { a1: 4, b1: 0 },
  lines: { a1: ['a1'], b1: ['b1'], c1: ['c1'] },
  why: {},
  exact: true,
};

beforeEach(() => {
  setUpPage();
  answerGames();
  answer('why', () => ok({ reasons: [{ code: 'corner', en: 'gives a1', ja: 'a1を渡す' }] }));
});
afterEach(() => vi.unstubAllGlobals());

async function exerciseOf(challenge: Partial<Challenge> = {}) {
  const ended = vi.fn();
  const exercise = new Exercise({ ...CHALLENGE, ...challenge }, new Announcer(), ended);
  await exercise.begin();
  return { exercise, ended };
}

describe('an exercise', () => {
  it('accepts a best move', async () => {
    const { exercise, ended } = await exerciseOf();
    expect([exercise.phase, exercise.turn]).toEqual(['question', 'black']);
    exercise.playAt('a1');
    await settled();
    expect([exercise.phase, exercise.quality, exercise.lost]).toEqual(['right', 5, 0]);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('reports the loss of a wrong move and the reasons, and can be retried', async () => {
    const { exercise, ended } = await exerciseOf();
    exercise.playAt('b1');
    await settled();
    expect([exercise.phase, exercise.loss, exercise.why[0]?.code]).toEqual(['wrong', 4, 'corner']);
    exercise.again();
    exercise.playAt('a1');
    await settled();
    expect([exercise.phase, exercise.quality, exercise.lost, ended.mock.calls.length]).toEqual(['right', 2, 4, 1]);
  });

  it('requests the value of a move from the engine if it is unknown', async () => {
    answer('analyse', () => ({ events: [['done', analysisOf([candidate('a1', 4), candidate('c1', -2)])]] }));
    const { exercise } = await exerciseOf();
    exercise.playAt('c1');
    await settled();
    expect([exercise.phase, exercise.loss, exercise.scores.c1]).toEqual(['wrong', 6, -2]);
  });

  it('offers two squares as a hint', async () => {
    const { exercise } = await exerciseOf();
    exercise.hint();
    expect(exercise.choice).toEqual(['a1', 'b1']);
    exercise.playAt('a1');
    await settled();
    expect(exercise.quality).toBe(3);
  });

  it('shows the answer', async () => {
    const { exercise, ended } = await exerciseOf();
    exercise.show();
    await settled();
    expect([exercise.phase, exercise.quality, exercise.lineOf, ended.mock.calls.length]).toEqual(['shown', 1, 'a1', 1]);
    exercise.close();
  });

  it('can be answered again after a connection error', async () => {
    const { exercise } = await exerciseOf();
    exercise.playAt('c1');
    await settled();
    expect([exercise.phase, exercise.failure?.kind]).toEqual(['question', 'offline']);
    exercise.playAt('a1');
    await settled();
    expect([exercise.phase, exercise.failure]).toEqual(['right', null]);
  });

  it('reports why a square cannot be played', async () => {
    const { exercise } = await exerciseOf();
    exercise.playAt('h8');
    expect([exercise.phase, exercise.refused?.kind]).toEqual(['question', 'turnsNothing']);
  });
});
