import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, ok, refused, setUpPage } from '../api/fake';
import type { Place } from './address';
import { Intake } from './intake.svelte';
import { keepAddress, keptAddress } from './kept';
import { word } from './words';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

beforeEach(() => setUpPage('#analyse'));
afterEach(() => vi.unstubAllGlobals());

const game = { size: 8, start: 'usual', moves: 'f5d6', black: 'Ann', white: 'Bob', name: '', result: '' };

/** Returns an intake and the moves of the games that it opens. */
function intakeOf(): { intake: Intake; opened: string[] } {
  const opened: string[] = [];
  const movesOf = ({ lines }: Place) => lines.map((line) => line.map((step) => JSON.stringify(step)).join('')).join();
  return { intake: new Intake((place) => opened.push(movesOf(place))), opened };
}

describe('games given to the page', () => {
  it.each([
    { games: 1, opened: 1, dialog: null },
    { games: 2, opened: 0, dialog: 'open' },
  ])('opens a single game, and lists several: $games', async ({ games, opened, dialog }) => {
    answer('open', () => ok({ format: 'text', games: Array.from({ length: games }, () => game) }));
    const { intake, opened: places } = intakeOf();
    await intake.take('two games');
    expect([places.length, intake.dialog, intake.given?.games.length ?? 0]).toEqual([
      opened,
      dialog,
      games > 1 ? games : 0,
    ]);
    intake.close();
    expect([intake.dialog, intake.given]).toEqual([null, null]);
  });

  it('opens an address of the page without the server', async () => {
    const { intake, opened } = intakeOf();
    await intake.take('https://kaeshi.test/#analyse/8/usual/f5d6');
    expect(opened).toHaveLength(1);
  });

  it('keeps the error until something else is given', async () => {
    const { intake } = intakeOf();
    answer('open', () => refused('no game found'));
    await intake.take('nothing');
    expect(intake.fault?.detail).toBe('no game found');
    answer('open', () => ok({ format: 'text', games: [game] }));
    await intake.take('f5d6');
    expect(intake.fault).toBeNull();
  });
});

describe('an address', () => {
  it('returns to the last analysis if it is bare', () => {
    const { intake, opened } = intakeOf();
    intake.follow('#analyse');
    keepAddress('#analyse/8/usual/f5');
    intake.follow('#analyse/');
    expect([keptAddress(), new Set(opened).size]).toEqual(['#analyse/8/usual/f5', 2]);
  });

  it('is reported if it is invalid', () => {
    const { intake, opened } = intakeOf();
    intake.follow('#analyse/9/usual/');
    expect([opened, intake.fault?.detail]).toEqual([[], word('fault.address')]);
  });
});
