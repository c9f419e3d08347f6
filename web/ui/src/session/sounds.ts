/**
 * The sounds of a game, synthesised with Web Audio: a disc on wood, the flips, the end, and a warning of the clock. A
 * browser without Web Audio, or one that does not allow sound before a click, stays silent.
 */

/** A part of a sound. Times are in seconds, frequencies in hertz. */
export interface Note {
  /** The start, from the moment of the sound. */
  at: number;
  /** The frequency at the start and at the end. */
  from: number;
  to: number;
  length: number;
  /** The largest amplitude, up to 1. */
  gain: number;
  wave: 'sine' | 'triangle';
}

/** Sounds that could not start within this time are dropped. */
const LATE_MS = 250;
/** More flips sound like this many. */
const MOST_FLIPS = 8;
/** Seconds between two flips. */
const FLIP_STEP = 0.032;

const DISC: readonly Note[] = [
  { at: 0, from: 1500, to: 500, length: 0.018, gain: 0.22, wave: 'triangle' },
  { at: 0, from: 330, to: 150, length: 0.08, gain: 0.4, wave: 'sine' },
];

/** A disc on the board, then one tap for each flipped disc, rising. */
export function moveNotes(flips: number): Note[] {
  const taps = Array.from({ length: Math.min(flips, MOST_FLIPS) }, (_, i): Note => {
    const from = 560 + 45 * i;
    return { at: 0.07 + FLIP_STEP * i, from, to: from * 0.6, length: 0.035, gain: 0.13, wave: 'triangle' };
  });
  return [...DISC, ...taps];
}

/** How a game ended for the person who listens. */
export type Ending = 'won' | 'lost' | 'drawn';

const CHORDS: Readonly<Record<Ending, readonly number[]>> = {
  won: [523, 659, 784, 1047],
  lost: [440, 349, 294],
  drawn: [440, 440, 523],
};

export const endNotes = (ending: Ending): Note[] =>
  CHORDS[ending].map((from, i) => ({ at: 0.15 + 0.13 * i, from, to: from, length: 0.4, gain: 0.2, wave: 'sine' }));

/** Two beeps: little time is left. */
export const LOW_NOTES: readonly Note[] = [0, 0.16].map((at) => ({
  at,
  from: 990,
  to: 990,
  length: 0.09,
  gain: 0.2,
  wave: 'triangle',
}));

/** What a person has switched on. Read at each sound. */
export interface Switches {
  sound: boolean;
  vibration: boolean;
}

const reducedMotion = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Sounds {
  private context: AudioContext | null = null;

  constructor(private readonly on: () => Switches) {}

  /** A move that flips discs; `own` for the person who touched the board. */
  move(flips: number, own: boolean): void {
    // Without animation, the discs flip at once.
    this.play(moveNotes(reducedMotion() ? Math.min(1, flips) : flips));
    if (own) this.vibrate(12);
  }

  end(ending: Ending): void {
    this.play(endNotes(ending));
    this.vibrate(ending === 'won' ? [40, 60, 40, 60, 80] : 120);
  }

  lowTime(): void {
    this.play(LOW_NOTES);
    this.vibrate([60, 80, 60]);
  }

  private vibrate(pattern: VibratePattern): void {
    if (!this.on().vibration || reducedMotion() || typeof navigator.vibrate !== 'function') return;
    try {
      navigator.vibrate(pattern);
    } catch {
      // Refused by a policy of the browser.
    }
  }

  private play(notes: readonly Note[]): void {
    if (!this.on().sound) return;
    try {
      this.context ??= typeof AudioContext === 'function' ? new AudioContext() : null;
      if (this.context) sound(this.context, notes);
    } catch {
      this.context = null; // No audio device, or too many contexts.
    }
  }
}

/** Plays notes at once, or when the browser has allowed sound, unless that takes too long. */
function sound(context: AudioContext, notes: readonly Note[]): void {
  if (context.state === 'running') return schedule(context, notes);
  const wanted = performance.now();
  context.resume().then(
    () => performance.now() - wanted <= LATE_MS && schedule(context, notes),
    () => undefined,
  );
}

function schedule(context: AudioContext, notes: readonly Note[]): void {
  for (const { at, from, to, length, gain, wave } of notes) {
    const start = context.currentTime + at;
    const end = start + length;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, end);
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(gain, start + Math.min(0.006, length / 4));
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(end + 0.02);
  }
}
