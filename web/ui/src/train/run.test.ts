import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, answerGames, ok, setUpPage } from '../api/fake';
import { Deck } from './deck.svelte';
import { Run, THREE_MINUTES_MS } from './run.svelte';
import type { Mode } from './mode';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const puzzle = (difficulty: number, n: number) => ({
  id: `p${difficulty}-${n}`,
  position: `${'X'.repeat(60)}OO-- X`,
  empties: 4 + difficulty,
  difficulty,
  depth: difficulty,
  tempting: 0,
  best: ['a1'],
  scores: { a1: 4, b1: 2, c1: 2 },
  from: '',
});

beforeEach(() => {
  vi.useFakeTimers();
  setUpPage();
  answerGames();
  answer('puzzles', (query) => {
    const difficulty = Number(query.get('difficulty'));
    return ok({ puzzles: [puzzle(difficulty, 1), puzzle(difficulty, 2)] });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begun(mode: Mode) {
  const deck = new Deck();
  const run = new Run(deck, mode);
  void run.begin();
  await vi.advanceTimersByTimeAsync(50);
  return { deck, run };
}

async function play(run: Run, square: string) {
  run.exercise?.playAt(square);
  await vi.advanceTimersByTimeAsync(2000);
}

describe('a run', () => {
  it('goes on after a right move, and ends after the third miss', async () => {
    const { run, deck } = await begun('three');
    expect([run.phase, run.puzzle?.difficulty]).toEqual(['playing', 1]);
    for (const square of ['a1', 'b1', 'b1', 'a1', 'b1']) await play(run, square);
    expect([run.phase, run.end, run.solved, run.missed.length]).toEqual(['over', 'misses', 2, 3]);
    expect(deck.answers.map(({ run: id, quality }) => [id === run.id, quality >= 4])).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [true, true],
      [true, false],
    ]);
    expect(deck.cards.length).toBe(3);
    run.close();
  });

  it('of three minutes ends with the clock', async () => {
    const { run } = await begun('three');
    await play(run, 'a1');
    await vi.advanceTimersByTimeAsync(THREE_MINUTES_MS);
    expect([run.phase, run.end, run.solved, run.left]).toEqual(['over', 'time', 1, 0]);
  });

  it('for a streak ends with the first miss, and can be repeated', async () => {
    const { run } = await begun('streak');
    await play(run, 'a1');
    await play(run, 'b1');
    expect([run.phase, run.end, run.solved]).toEqual(['over', 'misses', 1]);
    const { id } = run;
    void run.begin();
    await vi.advanceTimersByTimeAsync(50);
    expect([run.phase, run.solved, run.id === id]).toEqual(['playing', 0, false]);
    run.stop();
    expect([run.phase, run.end]).toEqual(['over', 'ended']);
  });

  it('ends when no puzzles are left', async () => {
    const { run } = await begun('streak');
    for (let i = 0; i < 12 && run.phase === 'playing'; i++) await play(run, 'a1');
    expect([run.phase, run.end]).toEqual(['over', 'all']);
  });
});
