import { describe, expect, it } from 'vitest';
import { jobId, sameGame } from './jobid';
import { readPosition, rowsOf, usualCells } from './setup';

const START = '---------------------------OX------XO---------------------------';

describe('a board as text', () => {
  it.each([
    [`${START} X`, 'black', START],
    [`${START}O;`, 'white', START],
    [START, 'black', START],
    [
      START.replace(/X/g, '*')
        .replace(/-/g, '.')
        .replace(/(.{8})/g, '$1\n'),
      'black',
      START,
    ],
    [START.replace(/X/g, 'Ｘ').replace(/O/g, 'Ｏ').replace(/-/g, '＿'), 'black', START],
    [rowsOf(`${START} O`), 'white', START],
    [`${START} O; C4:+0; D3:+0;`, 'white', START],
  ])('is read from %j', (text, turn, cells) => expect(readPosition(text)).toEqual({ cells, turn, size: 8 }));

  it('may be 4×4', () => expect(readPosition('-----OX--XO----- X')?.size).toBe(4));

  it.each(['', 'f5d6c3', START.slice(1, 60), `${START} -`, `${START} Q`])('cannot be read from %j', (text) =>
    expect(readPosition(text)).toBeNull(),
  );

  it('is written in rows', () => expect(rowsOf('-----OX--XO----- X')).toBe('----\n-OX-\n-XO-\n----\nX'));

  it('has the usual start in the middle', () => {
    expect(
      usualCells(8)
        .map((cell) => (cell === 'black' ? 'X' : cell === 'white' ? 'O' : '-'))
        .join(''),
    ).toBe(START);
    expect(usualCells(4)[5]).toBe('white');
  });
});

describe('the id of a review', () => {
  const game = { size: 8, start: 'usual', moves: 'f5d6' } as const;
  it('depends on the game and the level', () => {
    expect(jobId(game, 16)).toMatch(/^review-[0-9a-f]{16}$/);
    expect(jobId(game, 16)).toBe(jobId({ ...game, position: '' }, 16));
    expect(new Set([jobId(game, 16), jobId(game, 20), jobId({ ...game, moves: 'f5f6' }, 16)]).size).toBe(3);
  });
  it('is the same for the game as returned by the server', () => {
    expect(sameGame(game, { ...game, moves: 'F5D6' })).toBe(true);
    expect(sameGame(game, { ...game, start: 'parallel' })).toBe(false);
    expect(
      sameGame({ ...game, position: '-X O' }, { size: 6, start: 'parallel', position: '-X O', moves: 'f5d6' }),
    ).toBe(true);
  });
});
