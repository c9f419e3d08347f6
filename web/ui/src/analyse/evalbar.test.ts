import { expect, it } from 'vitest';
import { blackPart } from './evalbar';

it.each([
  [0, 0.5],
  [10, 0.75],
  [-10, 0.25],
])('a value of %d discs gives Black %d of the bar', (score, part) => {
  expect(blackPart(score)).toBeCloseTo(part);
});

it('Black’s part grows with the value and stays within the bar', () => {
  const parts = Array.from({ length: 129 }, (_, i) => blackPart(i - 64));
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
  expect(new Set(parts).size).toBe(129);
  expect(Math.min(...parts)).toBeGreaterThan(0);
  expect(Math.max(...parts)).toBeLessThan(1);
  parts.forEach((part, i) => expect(part + (parts[128 - i] ?? NaN)).toBeCloseTo(1));
});
