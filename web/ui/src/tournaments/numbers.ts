/** Formats the numbers of tables. */
import type { Pairs } from './types';

/**
 * Shortens a player's name for a table. The middle is omitted, since names of programs differ in their first and last
 * parts.
 */
export function shortened(name: string, most = 30): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const head = Math.floor((most - 1) * 0.4);
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (most - 1 - head)).join('')}`;
}

/** Returns the final discs with empty squares counted for the winner: [38, 26]. */
export function discsOf(score: number, position: string): [number, number] {
  const squares = (position.split(' ')[0] ?? '').length;
  const black = (squares + score) / 2;
  return [black, squares - black];
}

export const pairCount = (pairs: Pairs): number => pairs.reduce((sum, n) => sum + n, 0);

/** Returns the share of points, from 0 to 1; null without games. */
export function share({ wins, draws, losses }: { wins: number; draws: number; losses: number }): number | null {
  const games = wins + draws + losses;
  return games === 0 ? null : (wins + draws / 2) / games;
}

const meanOf = (pairs: Pairs): number => pairs.reduce((sum, n, i) => sum + n * (i - 2), 0);

/** Formats an Elo difference. The server omits infinite values: '+∞' after wins only, '' without games. */
export function eloText(
  value: number | undefined,
  pairs: Pairs,
  bound: 'low' | 'mean' | 'high',
  digits: (value: number) => string,
): string {
  if (value !== undefined) return digits(value);
  if (pairCount(pairs) === 0) return '';
  const sign = bound === 'low' ? -1 : bound === 'high' ? 1 : Math.sign(meanOf(pairs));
  return sign < 0 ? '−∞' : '+∞';
}

/** Returns about `n` round values between `low` and `high` for an axis. */
export function ticks(low: number, high: number, n: number): number[] {
  const rough = (high - low) / n;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough) ?? rough;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}
