import { describe, expect, it } from 'vitest';
import { areaOf, cursorAt, HEIGHT, BOTTOM, runsOf, scaleOf, SIDE, TOP, WIDTH, type Point } from './graph';

const point = (score: number | null, exact = false): Point => ({ score, exact });

describe('the graph', () => {
  it('spans at least eight discs, and includes the highest score', () => {
    expect(scaleOf([point(0), point(-3)]).most).toBe(8);
    expect(scaleOf([point(0), point(-9)]).most).toBe(16);
    expect(scaleOf([point(null)]).most).toBe(8);
    const { y } = scaleOf([point(64), point(-64)]);
    expect([y(64), y(-64)]).toEqual([TOP, HEIGHT - BOTTOM]);
    expect(y(0)).toBe((TOP + HEIGHT - BOTTOM) / 2);
  });

  it('spans the full width', () => {
    const { x } = scaleOf([point(0), point(1), point(2)]);
    expect([x(0), x(2)]).toEqual([SIDE, WIDTH - 8]);
    for (const cursor of [0, 1, 2]) expect(cursorAt(x(cursor) / WIDTH, 2)).toBe(cursor);
    expect([cursorAt(-1, 60), cursorAt(2, 60), cursorAt(0.5, 0)]).toEqual([0, 60, 0]);
  });

  it('draws exact values as a separate run', () => {
    expect(runsOf([point(0), point(1), point(2, true), point(null), point(3, true)])).toEqual([
      { exact: false, cursors: [0, 1] },
      { exact: true, cursors: [1, 2] },
      { exact: true, cursors: [4] },
    ]);
  });

  it('fills the area to zero only between two known neighbours', () => {
    const points = [point(0), point(4), point(null), point(2), point(null)];
    expect(areaOf(points, scaleOf(points)).match(/M/g)).toHaveLength(1);
    expect(areaOf([point(null)], scaleOf([]))).toBe('');
  });
});
