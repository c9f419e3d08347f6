import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, ok, refused, setUpPage } from '../api/fake';
import type { Place } from './address';
import { keptNotes } from './filenotes';
import { Opener } from './opener.svelte';
import { keepAddress, keptAddress } from './kept';
import { word } from './words';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

beforeEach(() => setUpPage('#analyse'));
afterEach(() => vi.unstubAllGlobals());

const game = { size: 8, start: 'usual', moves: 'f5d6', black: 'Ann', white: 'Bob', name: '', result: '' };

/** Returns an opener and the moves of the games that it opens. */
function openerOf(): { opener: Opener; opened: string[] } {
  const opened: string[] = [];
  const movesOf = ({ lines }: Place) => lines.map((line) => line.map((step) => JSON.stringify(step)).join('')).join();
  return { opener: new Opener((place) => opened.push(movesOf(place))), opened };
}

describe('the opener', () => {
  it.each([
    { games: 1, opened: 1, dialog: null },
    { games: 2, opened: 0, dialog: 'open' },
  ])('opens a single game, and lists several: $games', async ({ games, opened, dialog }) => {
    answer('open', () => ok({ format: 'text', damaged: 0, games: Array.from({ length: games }, () => game) }));
    const { opener, opened: places } = openerOf();
    await opener.openSource('two games');
    expect([places.length, opener.dialog, opener.given?.games.length ?? 0]).toEqual([
      opened,
      dialog,
      games > 1 ? games : 0,
    ]);
    opener.close();
    expect([opener.dialog, opener.given]).toEqual([null, null]);
  });

  it('reports the damaged games of a file with one readable game', async () => {
    answer('open', () => ok({ format: 'text', games: [game], more: 0, damaged: 3, problem: 'line 2' }));
    const places: Place[] = [];
    await new Opener((place) => places.push(place)).openSource('four games');
    expect(keptNotes(places[0]?.file ?? '')).toMatchObject({ damaged: 3, problem: 'line 2' });
  });

  it('clears the error and the list when the address changes', async () => {
    answer('open', () => refused('not a game'));
    const { opener, opened } = openerOf();
    await opener.openSource('lorem ipsum');
    expect(opener.fault).not.toBeNull();
    opener.dialog = 'picture';
    opener.follow('#analyse/8/usual/f5d6');
    expect([opener.fault, opener.dialog, opened.length]).toEqual([null, null, 1]);
  });

  it('opens an address of the page without the server', async () => {
    const { opener, opened } = openerOf();
    await opener.openSource('https://kaeshi.test/#analyse/8/usual/f5d6');
    expect(opened).toHaveLength(1);
  });

  it('keeps the error until the next text is opened', async () => {
    const { opener } = openerOf();
    answer('open', () => refused('no game found'));
    await opener.openSource('nothing');
    expect(opener.fault?.detail).toBe('no game found');
    answer('open', () => ok({ format: 'text', damaged: 0, games: [game] }));
    await opener.openSource('f5d6');
    expect(opener.fault).toBeNull();
  });
});

describe('the address', () => {
  it('restores the last analysis if it names no game', () => {
    const { opener, opened } = openerOf();
    opener.follow('#analyse');
    keepAddress('#analyse/8/usual/f5');
    opener.follow('#analyse/');
    expect([keptAddress(), new Set(opened).size]).toEqual(['#analyse/8/usual/f5', 2]);
  });

  it('is reported if it is invalid', () => {
    const { opener, opened } = openerOf();
    opener.follow('#analyse/9/usual/');
    expect([opened, opener.fault?.detail]).toEqual([[], word('fault.address')]);
  });
});
