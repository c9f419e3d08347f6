import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endNotes, LOW_NOTES, moveNotes, Sounds } from './sounds';

/** The frequencies of the tones that were started. */
let tones: number[];
let vibrations: unknown[];

const parameter = (take: (value: number) => void = () => undefined) => ({
  setValueAtTime: take,
  exponentialRampToValueAtTime: () => undefined,
});

class FakeContext {
  currentTime = 0;
  destination = {};
  constructor(public state = 'running') {}
  resume = vi.fn(() => Promise.resolve());
  createOscillator = () => ({
    type: '',
    frequency: parameter((value) => tones.push(value)),
    connect: (next: unknown) => next,
    start: () => undefined,
    stop: () => undefined,
  });
  createGain = () => ({ gain: parameter(), connect: (next: unknown) => next });
}

const ON = { sound: true, vibration: true };
/** `new` of a function that returns an object gives that object. */
const offer = (context: () => unknown) =>
  vi.stubGlobal('AudioContext', function AudioContext() {
    return context();
  });

beforeEach(() => {
  tones = [];
  vibrations = [];
  vi.stubGlobal('navigator', { vibrate: (pattern: unknown) => vibrations.push(pattern) > 0 });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  offer(() => new FakeContext());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the sounds', () => {
  it('of a move are a disc and a tap for each flip, at most eight', () => {
    const taps = [0, 1, 5, 8, 18].map((flips) => moveNotes(flips).length - moveNotes(0).length);
    expect(taps).toEqual([0, 1, 5, 8, 8]);
    new Sounds(() => ON).move(3, true);
    expect(tones).toHaveLength(moveNotes(3).length);
    expect(vibrations).toEqual([12]);
  });

  it('end within a second and never clip', () => {
    for (const notes of [moveNotes(18), endNotes('won'), endNotes('lost'), endNotes('drawn'), LOW_NOTES]) {
      expect(Math.max(...notes.map(({ at, length }) => at + length))).toBeLessThan(1);
      expect(Math.max(...notes.map(({ gain }) => gain))).toBeLessThanOrEqual(0.5);
    }
  });

  it('differ for a win, a loss and a draw', () => {
    const melodies = (['won', 'lost', 'drawn'] as const).map((ending) => endNotes(ending).map(({ from }) => from));
    expect(new Set(melodies.map(String)).size).toBe(3);
  });

  it('are silent when switched off, and vibration has its own switch', () => {
    const sounds = new Sounds(() => ({ sound: false, vibration: false }));
    sounds.move(1, true);
    sounds.end('won');
    expect([tones, vibrations]).toEqual([[], []]);
    new Sounds(() => ({ sound: false, vibration: true })).lowTime();
    expect([tones, vibrations.length]).toEqual([[], 1]);
  });

  it('with reduced motion do not vibrate, and flips are one tap', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    new Sounds(() => ON).move(6, true);
    expect([tones.length, vibrations]).toEqual([moveNotes(1).length, []]);
  });

  it.each([
    ['without Web Audio', () => vi.stubGlobal('AudioContext', undefined)],
    [
      'without an audio device',
      () =>
        offer(() => {
          throw new Error('no device');
        }),
    ],
    ['without vibration', () => vi.stubGlobal('navigator', {})],
  ])('do not fail %s', (_, take) => {
    take();
    const sounds = new Sounds(() => ON);
    expect(() => (sounds.move(1, true), sounds.end('lost'), sounds.lowTime())).not.toThrow();
  });

  it('wait until the browser allows sound, but not longer than a moment', async () => {
    const context = new FakeContext('suspended');
    offer(() => context);
    const sounds = new Sounds(() => ON);
    sounds.lowTime();
    await context.resume.mock.results[0]?.value;
    await Promise.resolve();
    expect(tones).toHaveLength(LOW_NOTES.length);

    vi.useFakeTimers();
    let allow = (): void => undefined;
    const allowed = new Promise<void>((resolve) => (allow = resolve));
    context.resume.mockReturnValueOnce(allowed);
    sounds.lowTime();
    vi.advanceTimersByTime(1000);
    allow();
    await allowed;
    await Promise.resolve();
    expect(tones).toHaveLength(LOW_NOTES.length);
  });

  it('stay silent if the browser refuses sound', async () => {
    const context = new FakeContext('suspended');
    context.resume.mockRejectedValue(new Error('not allowed'));
    offer(() => context);
    new Sounds(() => ON).lowTime();
    await Promise.resolve();
    expect(tones).toEqual([]);
  });
});
