import { describe, expect, it } from 'vitest';
import {
  cutHere,
  fromHistory,
  isLive,
  isMixed,
  newGame,
  newId,
  play,
  redoTarget,
  stepTo,
  transcript,
  undoTarget,
  wasPlayedHere,
  type Game,
} from './game';
import type { Ply, Sides, Spec } from './types';

const ply = (turn: 'black' | 'white', move: string, ...flips: string[]): Ply => ({ turn, move, flips });
const F5 = ply('black', 'f5', 'e5');
const D6 = ply('white', 'd6', 'd5');
const C3 = ply('black', 'c3', 'd4');
const F4 = ply('white', 'f4', 'e4');
const SKILL: Spec = 'kaeshi:skill=3';
const VERSUS: Sides = { black: 'human', white: SKILL };
const WATCHED: Sides = { black: 'random', white: SKILL };

/** Black is a person, White a computer: f5 d6 c3 f4. */
function fourPlies(): Game {
  const game = newGame(8, 'usual', 'id');
  return play(play(play(play(game, F5, 'human'), D6, SKILL), C3, 'human'), F4, SKILL);
}

describe('play', () => {
  it('appends at the end and keeps the id of the game', () => {
    const game = fourPlies();
    expect(transcript(game.plies)).toBe('f5d6c3f4');
    expect([game.id, game.takenBack, isLive(game)]).toEqual(['id', false, true]);
  });

  it('discards what followed an earlier position and assigns a new id', () => {
    const game = play(stepTo(fourPlies(), 2), F4, 'human');
    expect(transcript(game.plies)).toBe('f5d6f4');
    expect(game.takenBack).toBe(true);
    expect(game.id).not.toBe('id');
  });

  it('does not modify its argument', () => {
    const game = fourPlies();
    play(stepTo(game, 1), F4, 'human');
    expect(game.plies).toHaveLength(4);
  });
});

describe('stepTo', () => {
  it('stays within the game', () => {
    expect(stepTo(fourPlies(), -3).cursor).toBe(0);
    expect(stepTo(fourPlies(), 99).cursor).toBe(4);
  });
});

describe('undo and redo', () => {
  it('go from own turn to own turn for a person who plays a computer', () => {
    const game = fourPlies();
    expect(undoTarget(game, VERSUS)).toBe(2);
    const back = stepTo(game, 2);
    expect(undoTarget(back, VERSUS)).toBe(0);
    expect(redoTarget(back, VERSUS)).toBe(4);
    expect(redoTarget(stepTo(game, 0), VERSUS)).toBe(2);
  });

  it('go ply by ply between two people and between two computers', () => {
    const people: Sides = { black: 'human', white: 'human' };
    expect(undoTarget(fourPlies(), people)).toBe(3);
    expect(undoTarget(fourPlies(), WATCHED)).toBe(3);
    expect(redoTarget(stepTo(fourPlies(), 1), WATCHED)).toBe(2);
  });

  it('return null at the ends', () => {
    expect(undoTarget(newGame(8, 'usual'), VERSUS)).toBeNull();
    expect(redoTarget(fourPlies(), VERSUS)).toBeNull();
  });

  it('skip forced passes', () => {
    const passed = play(fourPlies(), ply('black', 'pass'), 'human');
    expect(undoTarget(passed, VERSUS)).toBe(2);
  });

  it('return null for a person who has not moved', () => {
    const game = play(newGame(8, 'usual'), F5, SKILL);
    expect(undoTarget(game, { black: SKILL, white: 'human' })).toBeNull();
  });
});

describe('isMixed', () => {
  it('is false when each side kept its player', () => {
    expect(isMixed(fourPlies(), VERSUS)).toBe(false);
  });

  it('is true when a side changed its player, moves were taken back, or a player is unknown', () => {
    expect(isMixed(fourPlies(), { ...VERSUS, white: 'random' })).toBe(true);
    expect(isMixed(cutHere(stepTo(fourPlies(), 2)), VERSUS)).toBe(true);
    expect(isMixed(fromHistory(8, 'usual', [F5, D6]), VERSUS)).toBe(true);
  });

  it('is true when the computer played one move for a person', () => {
    expect(isMixed(play(newGame(8, 'usual'), F5, SKILL), VERSUS)).toBe(true);
  });

  it('ignores the player of a forced pass', () => {
    const passed = play(fourPlies(), ply('black', 'pass'), 'random');
    expect(isMixed(passed, VERSUS)).toBe(false);
  });
});

describe('transcript', () => {
  it('omits a pass within the game and keeps one at its end', () => {
    const passed = [F5, ply('white', 'pass')];
    expect(transcript(passed)).toBe('f5--');
    expect(transcript([...passed, C3])).toBe('f5c3');
  });
});

describe('wasPlayedHere', () => {
  it('distinguishes a game played here from one that was opened', () => {
    expect(wasPlayedHere(fromHistory(8, 'usual', [F5]))).toBe(false);
    expect(wasPlayedHere(fourPlies())).toBe(true);
  });
});

describe('newId', () => {
  it('is accepted by the server and different each time', () => {
    expect(newId()).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(newId()).not.toBe(newId());
  });
});
