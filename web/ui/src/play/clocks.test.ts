import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseControl } from '../board/game/clock';
import { newGame } from '../board/game/game';
import { Clocks, LOW_MS } from './clocks.svelte';

beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts the clock of a side with this control and returns what it calls. */
function started(control: string) {
  const clocks = new Clocks();
  const calls: string[] = [];
  const game = newGame(8, 'usual', 'game', { control: parseControl(control) });
  clocks.start(game, 'black', { expired: () => calls.push('expired'), low: () => calls.push('low') });
  return { clocks, calls, game };
}

describe('a running clock', () => {
  it('warns once when little time is left, and then expires', () => {
    const { calls } = started('12s');
    vi.advanceTimersByTime(12_000 - LOW_MS - 1);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(calls).toEqual(['low']);
    vi.advanceTimersByTime(LOW_MS);
    expect(calls).toEqual(['low', 'expired']);
  });

  it('does not warn on a turn that starts with little time', () => {
    const { calls } = started('8s');
    vi.advanceTimersByTime(8000);
    expect(calls).toEqual(['expired']);
  });

  it('calls nothing after it is stopped', () => {
    const { clocks, calls, game } = started('12s');
    vi.advanceTimersByTime(1000);
    clocks.stop();
    vi.advanceTimersByTime(60_000);
    expect([calls, clocks.face(game, 'black')?.left]).toEqual([[], 11_000]);
  });
});
