import { describe, expect, it } from 'vitest';
import { dayOf, daysBetween, isDay, plusDays } from './day';
import { asksAgainToday, fresh, isDue, remembered, type Memory, type Quality } from './sm2';

const TODAY = '2026-11-21';
/** What is left after these answers, each given on the day when it was due. */
const after = (...qualities: Quality[]): Memory =>
  qualities.reduce((memory, quality) => remembered(memory, quality, memory.due), fresh(TODAY));

describe('SM-2', () => {
  it('asks what is new on the day it came', () => {
    expect(isDue(fresh(TODAY), TODAY)).toBe(true);
    expect(isDue(fresh(plusDays(TODAY, 1)), TODAY)).toBe(false);
  });

  it('gives the intervals of the paper: 1, 6, then the last times the ease, rounded up', () => {
    expect(after(4).interval).toBe(1);
    expect(after(4, 4).interval).toBe(6);
    expect(after(4, 4, 4).interval).toBe(15);
    expect(after(4, 4, 4, 4).interval).toBe(38);
    expect(after(4, 4, 4).due).toBe(plusDays(TODAY, 22));
  });

  it.each<[Quality, number]>([
    [5, 2.6],
    [4, 2.5],
    [3, 2.36],
  ])('changes the ease after quality %i to %f', (quality, ease) => {
    expect(after(quality).ease).toBeCloseTo(ease);
  });

  it('starts again with the same ease when something was forgotten', () => {
    const known = after(5, 5, 5);
    const forgotten = remembered(known, 2, known.due);
    expect(forgotten).toMatchObject({
      interval: 1,
      streak: 0,
      lapses: 1,
      ease: known.ease,
      due: plusDays(known.due, 1),
    });
    expect(remembered(forgotten, 4, forgotten.due).interval).toBe(1);
  });

  it('lets the ease fall to 1.3 and no further, and the interval grow to ten years and no further', () => {
    expect(after(...Array<Quality>(20).fill(3)).ease).toBe(1.3);
    expect(after(...Array<Quality>(20).fill(5)).interval).toBe(3650);
  });

  it('asks again on the same day below quality 4', () => {
    expect(([0, 1, 2, 3, 4, 5] as const).filter(asksAgainToday)).toEqual([0, 1, 2, 3]);
  });
});

describe('days', () => {
  it('are those of the device, and count over months, leap days and changes of the clock', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(plusDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-03-01', '2026-11-01')).toBe(245);
  });

  it('are told from other text', () => {
    expect([TODAY, '2028-02-29'].every(isDay)).toBe(true);
    expect(['', '2026-13-01', '21.11.2026', null, 5].some(isDay)).toBe(false);
  });
});
