import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pacer } from './pacer.svelte';
import type { LiveBoard } from './types';

const { settings } = vi.hoisted(() => ({ settings: { watchPace: 5 } }));
vi.mock('../session/settings.svelte', () => ({ settings, PACES: [2400, 1400, 800, 400, 150, 0] }));

const board = (moves: number): LiveBoard => ({
  game: 0,
  black: 'a',
  white: 'b',
  position: '',
  moves,
  over: false,
  score: 0,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  settings.watchPace = 5;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function pacer() {
  const one = new Pacer();
  return { one, shown: () => one.slots[0]?.moves };
}

describe('Pacer', () => {
  it('shows updates immediately, unless slowed down', () => {
    const { one, shown } = pacer();
    one.add([board(1)]);
    one.add([board(2)]);
    expect([shown(), one.behind]).toEqual([2, 0]);
  });

  it('shows one update per interval, in order', () => {
    const { one, shown } = pacer();
    settings.watchPace = 2;
    for (const n of [1, 2, 3]) one.add([board(n)]);
    expect([shown(), one.behind]).toEqual([1, 2]);
    vi.advanceTimersByTime(799);
    expect(shown()).toBe(1);
    vi.advanceTimersByTime(1);
    expect([shown(), one.behind]).toEqual([2, 1]);
    vi.advanceTimersByTime(800);
    expect([shown(), one.behind]).toEqual([3, 0]);
  });

  it('pauses, resumes and catches up', () => {
    const { one, shown } = pacer();
    one.add([board(1)]);
    one.toggle();
    settings.watchPace = 3;
    for (const n of [2, 3, 4]) one.add([board(n)]);
    expect([shown(), one.behind]).toEqual([1, 3]);
    one.toggle();
    expect([shown(), one.behind]).toEqual([2, 2]);
    one.catchUp();
    expect([shown(), one.behind, one.paused]).toEqual([4, 0, false]);
  });
});
