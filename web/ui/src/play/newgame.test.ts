import { describe, expect, it } from 'vitest';
import { HUMAN } from '../board/game/types';
import { choiceOf, facesWhite, sidesOf } from './newgame';

const SKILL = 'kaeshi:skill=5';
const choice = { opponent: 'computer', computer: SKILL, color: 'black' } as const;

describe('sidesOf', () => {
  it.each([
    ['black', { black: HUMAN, white: SKILL }],
    ['white', { black: SKILL, white: HUMAN }],
  ] as const)('seats a person who plays %s', (color, sides) => {
    expect(sidesOf({ ...choice, color })).toEqual(sides);
  });

  it.each([
    [0, 'black'],
    [0.49, 'black'],
    [0.5, 'white'],
    [0.99, 'white'],
  ] as const)('draws a colour: %d gives %s', (drawn, own) => {
    expect(sidesOf({ ...choice, color: 'random' }, () => drawn)[own]).toBe(HUMAN);
  });

  it('seats two people for any colour', () => {
    expect(sidesOf({ ...choice, opponent: 'person', color: 'white' })).toEqual({ black: HUMAN, white: HUMAN });
  });
});

describe('choiceOf', () => {
  it.each([
    ['a computer with White', { black: HUMAN, white: SKILL }, 'white', { ...choice, color: 'black' }],
    ['a computer with Black', { black: SKILL, white: HUMAN }, 'black', { ...choice, color: 'white' }],
    ['a random colour', { black: SKILL, white: HUMAN }, 'random', { ...choice, color: 'random' }],
    ['two computers', { black: 'random', white: SKILL }, 'black', choice],
    ['two people', { black: HUMAN, white: HUMAN }, 'white', { opponent: 'person', computer: 'last', color: 'white' }],
  ] as const)('of %s', (_, sides, color, expected) => {
    expect(choiceOf(sides, 'last', color)).toEqual(expected);
  });
});

it.each([
  [HUMAN, SKILL, false],
  [SKILL, HUMAN, true],
  [HUMAN, HUMAN, false],
  [SKILL, SKILL, false],
])('the board of %s against %s faces White: %s', (black, white, faces) => {
  expect(facesWhite({ black, white })).toBe(faces);
});
