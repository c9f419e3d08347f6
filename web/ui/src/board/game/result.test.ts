import { describe, expect, it } from 'vitest';
import { resultOf } from './result';
import { snapshot } from './snapshots';
import type { Snapshot } from './types';

const end = (change: Partial<Snapshot>) =>
  snapshot({ over: true, black: 40, white: 24, winner: 'black', score_black: 16, ...change });

describe('resultOf', () => {
  it('is null before the end', () => {
    expect(resultOf(end({ over: false, winner: '' }))).toBeNull();
  });

  it('counts the discs of a full board', () => {
    expect(resultOf(end({}))).toEqual({ winner: 'black', black: 40, white: 24, empties: 0 });
  });

  it('gives empty squares to the winner', () => {
    const wipeOut = end({ black: 0, white: 13, winner: 'white', score_black: -64 });
    expect(resultOf(wipeOut)).toEqual({ winner: 'white', black: 0, white: 64, empties: 51 });
  });

  it('splits empty squares in a draw', () => {
    const draw = end({ black: 31, white: 31, winner: 'draw', score_black: 0 });
    expect(resultOf(draw)).toEqual({ winner: 'draw', black: 32, white: 32, empties: 2 });
  });
});
