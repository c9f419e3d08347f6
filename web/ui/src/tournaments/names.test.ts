import { expect, it, vi } from 'vitest';
import type { PlayerInfo } from '../board/game/types';
import { briefName, listed, shownName } from './names.svelte';

const { settings } = vi.hoisted(() => ({ settings: { language: 'en' } }));
vi.mock('../session/settings.svelte', () => ({ settings }));

const player = (spec: string, en: string): PlayerInfo => ({
  spec,
  group: 'level',
  number: 0,
  name: { en, ja: '' },
  deterministic: true,
  sizes: [8],
});

it('names players as the server’s list does, and others by their specs', () => {
  listed.players = [
    player('kaeshi:level=4', 'Level 4 · 4 moves ahead'),
    player('alphabeta:1', 'Alpha-beta · 1 move ahead'),
    player('alphabeta:2', 'Alpha-beta · 2 moves ahead'),
  ];
  expect(shownName('kaeshi:level=4')).toBe('Level 4');
  expect(shownName('kaeshi:level=4 #2')).toBe('Level 4 #2');
  expect(shownName('alphabeta:2')).toBe('Alpha-beta · 2 moves ahead');
  expect(shownName('exec/gtp:engine #2')).toBe('exec/gtp:engine #2');
  expect(briefName('alphabeta:2', 12)).toBe('Alph…s ahead');
});
