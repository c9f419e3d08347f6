import { describe, expect, it } from 'vitest';
import { formatPlace, parsePlace } from './address';
import { discsOf, eloText, pairCount, share, shortened, ticks } from './numbers';
import { assignSlots } from './slots';
import { standardStartOf } from './starts';
import type { LiveBoard } from './types';

describe('an address', () => {
  it.each([
    '#tournaments',
    '#tournaments/new',
    '#tournaments/3',
    '#tournaments/3?player=kaeshi%3Alevel%3D4&versus=greedy%20%232',
    '#tournaments/3/game/0',
    '#tournaments/12/game/345?player=random&at=0',
    '#tournaments/ratings',
    '#tournaments/ratings?player=kaeshi%3Alevel%3D4%2Cseed%3D1',
  ])('%s is read and written back', (hash) => {
    expect(formatPlace(parsePlace(hash))).toBe(hash);
  });

  it.each([
    '#tournaments/',
    '#tournaments/x',
    '#tournaments/0',
    '#tournaments/-1',
    '#record',
    '',
    '#tournaments/99999999999',
  ])('%s names no tournament', (hash) => {
    expect(parsePlace(hash).section).toBe('list');
  });

  it('falls back to the tournament for an invalid game', () => {
    expect(parsePlace('#tournaments/3/game/x')).toMatchObject({ section: 'tournament', id: 3 });
    expect(parsePlace('#tournaments/3/game/4?at=x')).toMatchObject({ section: 'game', game: 4, at: null });
  });
});

describe('boards', () => {
  const board = (game: number, over = false): LiveBoard => ({
    game,
    black: 'a',
    white: 'b',
    position: '',
    moves: 0,
    over,
    score: 0,
  });
  const games = (slots: readonly (LiveBoard | null)[]) => slots.map((slot) => slot?.game ?? null);

  it('have four slots initially', () => {
    expect(games(assignSlots([], []))).toEqual([null, null, null, null]);
    expect(games(assignSlots([], [board(7)]))).toEqual([7, null, null, null]);
  });

  it('keep their slots, and new games take those of finished games', () => {
    const first = assignSlots([], [board(0), board(1), board(2), board(3)]);
    const second = assignSlots(first, [board(1), board(3), board(4), board(0, true)]);
    expect(games(second)).toEqual([0, 1, 4, 3]);
    expect(second[0]?.over).toBe(true);
  });

  it('get more slots for more games, and never fewer', () => {
    const many = assignSlots(
      [],
      [0, 1, 2, 3, 4, 5].map((n) => board(n)),
    );
    expect(games(many)).toHaveLength(6);
    expect(games(assignSlots(many, [board(5)]))).toEqual([null, null, null, null, null, 5]);
  });
});

describe('numbers', () => {
  it('count discs including empty squares', () => {
    expect(discsOf(12, `${'-'.repeat(64)} X`)).toEqual([38, 26]);
    expect(discsOf(-64, `${'-'.repeat(64)} X`)).toEqual([0, 64]);
    expect(discsOf(0, `${'-'.repeat(36)} O`)).toEqual([18, 18]);
  });

  it('are shares of points and counts of pairs', () => {
    expect(share({ wins: 1, draws: 1, losses: 2 })).toBe(0.375);
    expect(share({ wins: 0, draws: 0, losses: 0 })).toBeNull();
    expect(pairCount([1, 2, 3, 4, 5])).toBe(15);
  });

  it('are infinite if the server omits a value although pairs were played', () => {
    const digits = (value: number) => value.toFixed(0);
    expect(eloText(12.3, [0, 0, 1, 0, 0], 'mean', digits)).toBe('12');
    expect(eloText(undefined, [0, 0, 0, 0, 0], 'mean', digits)).toBe('');
    expect(eloText(undefined, [0, 0, 0, 0, 3], 'mean', digits)).toBe('+∞');
    expect(eloText(undefined, [3, 0, 0, 0, 0], 'mean', digits)).toBe('−∞');
    expect(eloText(undefined, [0, 0, 0, 1, 3], 'high', digits)).toBe('+∞');
    expect(eloText(undefined, [1, 2, 0, 0, 0], 'low', digits)).toBe('−∞');
  });

  it('shorten only long names, in the middle', () => {
    expect(shortened('kaeshi:level=4')).toBe('kaeshi:level=4');
    expect(shortened('exec/gtp:/opt/engine --level 4', 20)).toBe('exec/gt…ne --level 4');
    expect([...shortened('盤'.repeat(50))]).toHaveLength(30);
  });

  it('on an axis are round', () => {
    expect(ticks(-130, 270, 6)).toEqual([-100, 0, 100, 200]);
    expect(ticks(-10, 10, 6)).toEqual([-10, -5, 0, 5, 10]);
    expect(ticks(5, 5, 6)).toEqual([5]);
  });
});

describe('a standard start', () => {
  it('is identified by its position', () => {
    expect(standardStartOf('---------------------------OX------XO--------------------------- X')).toEqual({
      size: 8,
      start: 'usual',
    });
    expect(standardStartOf('-----OO--XX----- X')).toEqual({ size: 4, start: 'parallel' });
    expect(standardStartOf('-----OX--XO----- X')).toEqual({ size: 4, start: 'usual' });
    expect(standardStartOf('---------------------------OX------XO--------------------------- O')).toBeNull();
    expect(standardStartOf('')).toBeNull();
  });
});
