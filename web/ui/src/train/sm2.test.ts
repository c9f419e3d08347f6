import { describe, expect, it } from 'vitest';
import { dayOf, daysBetween, isDay, plusDays } from './day';
import { repeatsToday, fresh, isDue, remembered, type Memory, type Quality } from './sm2';

const TODAY = '2026-11-21';
/** Returns the memory after these answers, each given on its due day. */
const after = (...qualities: Quality[]): Memory =>
  qualities.reduce((memory, quality) => remembered(memory, quality, memory.due), fresh(TODAY));

describe('SM-2', () => {
  it('schedules a new card on the day it was added', () => {
    expect(isDue(fresh(TODAY), TODAY)).toBe(true);
    expect(isDue(fresh(plusDays(TODAY, 1)), TODAY)).toBe(false);
  });

  it('uses the intervals of the paper: 1, 6, then the last interval times the ease, rounded up', () => {
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

  it('restarts with the same ease after a card was forgotten', () => {
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

  it('limits the ease to at least 1.3, and the interval to ten years', () => {
    expect(after(...Array<Quality>(20).fill(3)).ease).toBe(1.3);
    expect(after(...Array<Quality>(20).fill(5)).interval).toBe(3650);
  });

  it('repeats a card on the same day below quality 4', () => {
    expect(([0, 1, 2, 3, 4, 5] as const).filter(repeatsToday)).toEqual([0, 1, 2, 3]);
  });
});

describe('days', () => {
  it('follow the device’s time zone, and span months, leap days and clock changes', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(plusDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-03-01', '2026-11-01')).toBe(245);
  });

  it('are distinguished from other text', () => {
    expect([TODAY, '2028-02-29'].every(isDay)).toBe(true);
    expect(['', '2026-13-01', '21.11.2026', null, 5].some(isDay)).toBe(false);
  });
});
