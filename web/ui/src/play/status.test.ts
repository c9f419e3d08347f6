import { describe, expect, it, vi } from 'vitest';
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
