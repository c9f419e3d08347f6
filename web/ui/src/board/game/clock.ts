/**
 * Clocks as pure functions. The remaining time is computed from the control and the times of the moves, so undoing a
 * move restores its time. All times are in milliseconds. The text format is that of `kaeshi match --time`.
 */
import type { Ply } from './types';

/**
 * Each side has `base` for the game plus `increment` per move, or, once `base` has run out, `period` for every move.
 */
export interface Control {
  base: number;
  increment: number;
  period: number;
}

/** What a side's clock shows: the rest of the main time and of the period for this move. */
export interface Face {
  main: number;
  period: number;
  /** Time until the side loses on time. */
  left: number;
}

const PART = String.raw`(?:\d+h)?(?:\d+m)?(?:\d+(?:\.\d+)?s)?`;
const FORM = new RegExp(`^(?:(${PART})/move|(${PART})(?:\\+(${PART})(/move)?)?)$`);
const MAX_MS = 24 * 3600_000;

/** Parses "5m", "5m+3s", "5m+30s/move" or "10s/move"; returns null for an empty or invalid control. */
export function parseControl(text: string): Control | null {
  const [, each, base, added, perMove] = FORM.exec(text) ?? [];
  const control = each
    ? { base: 0, increment: 0, period: timeOf(each) }
    : { base: timeOf(base), increment: perMove ? 0 : timeOf(added), period: perMove ? timeOf(added) : 0 };
  const total = control.base + control.period;
  return total > 0 && total + control.increment <= MAX_MS ? control : null;
}

export function formatControl({ base, increment, period }: Control): string {
  if (base === 0) return `${textOf(period)}/move`;
  if (period > 0) return `${textOf(base)}+${textOf(period)}/move`;
  return textOf(base) + (increment > 0 ? `+${textOf(increment)}` : '');
}

function timeOf(text = ''): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$/.exec(text) ?? [];
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

function textOf(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), (ms % 60_000) / 1000];
  return `${minutes > 0 ? `${minutes}m` : ''}${seconds > 0 || minutes === 0 ? `${seconds}s` : ''}`;
}

/** Returns the remaining main time after moves that took the given times. */
export function mainAfter({ base, increment, period }: Control, took: readonly number[]): number {
  return took.reduce((left, time) => {
    const next = left + increment - time;
    return period > 0 ? Math.max(0, next) : next;
  }, base);
}

/** Returns the clock of a side with the given move times and `spent` milliseconds on the current move. */
export function faceOf(control: Control, took: readonly number[], spent: number): Face {
  const before = mainAfter(control, took);
  const main = Math.max(0, before - spent);
  const period = main > 0 ? control.period : Math.max(0, control.period - Math.max(0, spent - before));
  return { main, period, left: before + control.period - spent };
}

/** Returns the times of a side's moves in milliseconds. */
export const timesOf = (plies: readonly (Ply & { took?: number })[], turn: Ply['turn']): number[] =>
  plies.filter((ply) => ply.turn === turn && ply.took !== undefined).map((ply) => ply.took ?? 0);

/** The query fields of /think that describe a clock, in seconds. */
export interface ClockQuery {
  left?: number;
  increment?: number;
  period?: number;
  clock_moves?: number;
}

export function queryOf(control: Control, took: readonly number[]): ClockQuery {
  const main = mainAfter(control, took);
  const seconds = (ms: number) => Math.max(0.001, Math.round(ms) / 1000);
  if (main <= 0) return { left: seconds(control.period), clock_moves: 1 };
  return { left: seconds(main), increment: control.increment / 1000, period: control.period / 1000 };
}

/** Formats a time: "4:05", "1:02:00", and below ten seconds "7.3". */
export function timeText(ms: number): string {
  if (ms < 10_000) return (Math.max(0, Math.floor(ms / 100)) / 10).toFixed(1);
  const total = Math.ceil(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
