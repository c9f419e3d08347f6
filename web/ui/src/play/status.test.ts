import { describe, expect, it, vi } from 'vitest';
import { snapshot } from '../board/game/snapshots';
import { HUMAN, type Color } from '../board/game/types';
import type { PlayerList } from '../session/playerlist.svelte';
import { statusOf } from './status';
import type { Table } from './table.svelte';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const report = { move: 'f6', depth: 3, score: -10.5, pov: 'white', nodes: 1000 };

describe('the note about a search', () => {
  it.each([
    ['against a person', HUMAN, 'kaeshi', 'white', false],
    ['against a person who is White', 'kaeshi', HUMAN, 'black', false],
    ['between computers', 'kaeshi', 'kaeshi', 'white', true],
    ['for a person who requested a move', HUMAN, 'kaeshi', 'black', true],
    ['for one of two people', HUMAN, HUMAN, 'black', true],
  ])('%s', (_, black, white, turn, shown) => {
    const table = {
      sides: { black, white },
      thinking: { turn: turn as Color, report },
      live: true,
      coach: {},
      game: { plies: [] },
      snapshot: null,
    } as unknown as Table;
    const { note } = statusOf(table, {} as PlayerList);
    expect(note).toContain('1,000 positions');
    expect([note.includes('f6'), note.includes('10.5'), note.includes('depth 3')]).toEqual([shown, shown, shown]);
  });
});

describe('the note of a result', () => {
  const sides = { black: HUMAN, white: 'kaeshi' };
  const plies = [{ turn: 'black', move: 'd3', flips: ['d4'], by: HUMAN }];
  const over = {
    live: true,
    coach: {},
    game: { id: 'game', plies, cursor: 1, given: 0, takenBack: false, stored: true, ended: null },
    snapshot: snapshot({ over: true, winner: 'black', black: 4, white: 1, score_black: 64 }),
  };
  const noteFor = (more: object) => statusOf({ ...over, ...more } as unknown as Table, {} as PlayerList).note;

  it('reports whether the game counts', () => {
    expect(noteFor({ sides, finished: null })).toContain('Saved to your record.');
    expect(noteFor({ sides: { black: 'kaeshi', white: HUMAN }, finished: null })).toContain('not counted');
  });

  it('is about the game that was stored, not about players that changed later', () => {
    const finished = { id: 'game', mixed: false };
    expect(noteFor({ sides: { black: 'kaeshi', white: HUMAN }, finished })).toContain('Saved to your record.');
  });
});
