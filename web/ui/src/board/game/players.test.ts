import { describe, expect, it } from 'vitest';
import { inGroup, playerName, skillOf, strongestComputer } from './players';
import type { PlayerInfo } from './types';

const player = (spec: string, group: PlayerInfo['group'], sizes = [4, 6, 8]): PlayerInfo => ({
  spec,
  group,
  sizes,
  number: 1,
  name: { en: `English ${spec}`, ja: `日本語 ${spec}` },
  deterministic: true,
});

describe('strongestComputer', () => {
  it('is the only computer at the board', () => {
    expect(strongestComputer({ black: 'human', white: 'kaeshi:skill=3' })).toBe('kaeshi:skill=3');
  });

  it.each([
    ['kaeshi:skill=9', 'kaeshi:skill=10', 'kaeshi:skill=10'],
    ['kaeshi:level=2', 'kaeshi:skill=10', 'kaeshi:level=2'],
    ['random', 'alphabeta:4', 'alphabeta:4'],
  ])('of %s and %s is %s', (black, white, strongest) => {
    expect(strongestComputer({ black, white })).toBe(strongest);
  });

  it('falls back to level 8 between people', () => {
    expect(strongestComputer({ black: 'human', white: 'human' })).toBe('kaeshi:level=8');
  });
});

describe('players', () => {
  const players = [player('random', 'algorithm'), player('kaeshi:level=1', 'level', [8])];

  it('are filtered by group and board size', () => {
    expect(inGroup(players, 'level', 8)).toHaveLength(1);
    expect(inGroup(players, 'level', 6)).toHaveLength(0);
  });

  it('have names; an unlisted one is named by its spec', () => {
    expect(playerName(players, 'random', 'ja')).toBe('日本語 random');
    expect(playerName(players, 'kaeshi:level=60', 'en')).toBe('kaeshi:level=60');
  });
});

it.each([
  ['kaeshi:skill=3', 3],
  ['kaeshi:skill=10', 10],
  ['kaeshi:level=8', 0],
  ['human', 0],
])('the skill of %s is %d', (spec, skill) => {
  expect(skillOf(spec)).toBe(skill);
});
