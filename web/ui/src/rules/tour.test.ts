import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, answerGames, ok, refused, setUpPage, settled, snapshotAfter } from '../api/fake';
import { STEPS, type StepId } from './steps';
import { Tour } from './tour.svelte';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

beforeEach(() => setUpPage());
afterEach(() => vi.unstubAllGlobals());

const indexOf = (id: StepId): number => STEPS.findIndex((step) => step.id === id);
const movesOf = (id: StepId): string => STEPS[indexOf(id)]?.moves ?? '';

async function tourAt(id: StepId): Promise<Tour> {
  const tour = new Tour();
  tour.show(indexOf(id));
  await settled();
  return tour;
}

describe('the rules', () => {
  it('have four steps', () => {
    expect(STEPS.map(({ id }) => id)).toEqual(['place', 'flip', 'pass', 'end']);
  });

  it('explain why a square cannot be played, and go on after a move', async () => {
    answerGames();
    const tour = await tourAt('place');
    tour.playAt('h8');
    expect([tour.said, tour.done]).toEqual(['h8 flips no discs for Black.', false]);
    tour.playAt('a1');
    await settled();
    expect([tour.said, tour.done, tour.cells[0]]).toEqual(['a1 flips 1 disc.', true, 'black']);
    tour.playAt('b1');
    await settled();
    expect(tour.cells[1]).toBe(null);
  });

  it('ask for a move that flips enough discs', async () => {
    answerGames();
    const tour = await tourAt('flip');
    tour.playAt('a1');
    expect([tour.said, tour.done]).toEqual(['a1 would flip only 1 disc. Another square flips more.', false]);
  });

  it('let the opponent pass, and take back a move after which the opponent can move', async () => {
    const moves = movesOf('pass');
    const legal = ['a8', 'b8'].map((move) => ({ move, flips: ['d5'] }));
    const black = { turn: 'black' as const, legal };
    answerGames({
      [moves]: black,
      [`${moves}a8`]: { turn: 'white', pass: true, legal: [] },
      [`${moves}a8--`]: black,
      [`${moves}b8`]: { turn: 'white' },
    });
    const tour = await tourAt('pass');
    tour.playAt('b8');
    await settled();
    expect([tour.said, tour.cells[57]]).toEqual(['After b8 White can still move. Try another square.', null]);
    tour.playAt('a8');
    await settled();
    expect([tour.said, tour.done, tour.turn]).toEqual([
      'White has no legal move and passes — Black plays again. Play once more.',
      false,
      'black',
    ]);
    tour.playAt('b8');
    await settled();
    expect([tour.done, tour.cells[57]]).toEqual([true, 'black']);
  });

  it('continue after an error of the server', async () => {
    answerGames();
    const tour = await tourAt('place');
    answer('game', () => refused('no'));
    tour.playAt('a1');
    await settled();
    expect([tour.done, tour.failure?.kind]).toEqual([false, 'refused']);
    answer('game', (query) => ok(snapshotAfter(query.get('moves') ?? '')));
    tour.load();
    await settled();
    expect([tour.done, tour.failure]).toEqual([true, null]);
  });
});
