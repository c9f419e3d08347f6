import { describe, expect, it } from 'vitest';
import { faceOf, formatControl, mainAfter, parseControl, queryOf, timesOf, timeText, type Control } from './clock';

const control = (text: string): Control => {
  const parsed = parseControl(text);
  if (!parsed) throw new Error(`invalid time control ${text}`);
  return parsed;
};

describe('parseControl', () => {
  it.each<[string, Control]>([
    ['5m', { base: 300_000, increment: 0, period: 0 }],
    ['5m+3s', { base: 300_000, increment: 3_000, period: 0 }],
    ['1m30s+500s/move', { base: 90_000, increment: 0, period: 500_000 }],
    ['10s/move', { base: 0, increment: 0, period: 10_000 }],
    ['1h', { base: 3_600_000, increment: 0, period: 0 }],
    ['0.5s/move', { base: 0, increment: 0, period: 500 }],
  ])('reads %s', (text, want) => expect(parseControl(text)).toEqual(want));

  it.each(['', 'none', '5', '5x', '+3s', '/move', '0m', '99999m', '5m+3s+3s', '-5m'])('rejects %j', (text) =>
    expect(parseControl(text)).toBeNull(),
  );

  it.each(['5m', '5m+3s', '1m30s', '10m+30s/move', '10s/move', '0.5s/move'])('round-trips %s', (text) =>
    expect(formatControl(control(text))).toBe(text),
  );
});

describe('faceOf', () => {
  it('counts sudden death down, past its end', () => {
    expect(faceOf(control('1m'), [20_000, 15_000], 5_000)).toEqual({ main: 20_000, period: 0, left: 20_000 });
    expect(faceOf(control('1m'), [50_000], 12_000)).toEqual({ main: 0, period: 0, left: -2_000 });
  });

  it('adds the increment after each move', () => {
    expect(mainAfter(control('1m+5s'), [3_000, 10_000])).toBe(57_000);
  });

  it('restarts the period for every move once the main time has run out', () => {
    const byoYomi = control('10s+5s/move');
    expect(faceOf(byoYomi, [4_000], 3_000)).toEqual({ main: 3_000, period: 5_000, left: 8_000 });
    expect(faceOf(byoYomi, [4_000], 8_000)).toEqual({ main: 0, period: 3_000, left: 3_000 });
    expect(faceOf(byoYomi, [4_000, 9_000, 4_900], 1_000)).toEqual({ main: 0, period: 4_000, left: 4_000 });
    expect(faceOf(byoYomi, [4_000, 9_000], 5_500).left).toBeLessThan(0);
  });

  it('gives every move the same period without main time', () => {
    expect(faceOf(control('3s/move'), [2_000, 2_900], 1_000)).toEqual({ main: 0, period: 2_000, left: 2_000 });
  });
});

describe('queryOf', () => {
  it('sends the remaining time in seconds', () => {
    expect(queryOf(control('1m+5s'), [3_000])).toEqual({ left: 62, increment: 5, period: 0 });
    expect(queryOf(control('10s+5s/move'), [])).toEqual({ left: 10, increment: 0, period: 5 });
    expect(queryOf(control('10s+5s/move'), [12_000])).toEqual({ left: 5, clock_moves: 1 });
    expect(queryOf(control('2s/move'), [])).toEqual({ left: 2, clock_moves: 1 });
  });
});

describe('timesOf', () => {
  it('returns the timed moves of one side', () => {
    const ply = (turn: 'black' | 'white', took?: number) => ({
      turn,
      move: 'a1',
      flips: [],
      ...(took !== undefined && { took }),
    });
    expect(timesOf([ply('black', 5), ply('white', 7), ply('black'), ply('black', 9)], 'black')).toEqual([5, 9]);
  });
});

describe('timeText', () => {
  it.each([
    [300_000, '5:00'],
    [299_100, '5:00'],
    [65_000, '1:05'],
    [3_600_000, '1:00:00'],
    [9_940, '9.9'],
    [30, '0.0'],
    [-5, '0.0'],
  ])('of %d is %s', (ms, want) => expect(timeText(ms)).toBe(want));
});
