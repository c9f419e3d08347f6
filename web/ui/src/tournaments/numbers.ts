/** Numbers of a table as text. */
import type { Pairs } from './types';

/**
 * A player's name short enough for a table: of a long one, as of a program with its arguments, both ends, which tell
 * programs apart.
 */
export function shortened(name: string, most = 30): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const head = Math.floor((most - 1) * 0.4);
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (most - 1 - head)).join('')}`;
}

/** Final discs as players write them, empty squares counted to the winner: [38, 26]. */
export function discsOf(score: number, position: string): [number, number] {
  const squares = (position.split(' ')[0] ?? '').length;
  const black = (squares + score) / 2;
  return [black, squares - black];
}

export const pairCount = (pairs: Pairs): number => pairs.reduce((sum, n) => sum + n, 0);

/** The share of the points, 0 to 1; null without games. */
export function share({ wins, draws, losses }: { wins: number; draws: number; losses: number }): number | null {
  const games = wins + draws + losses;
  return games === 0 ? null : (wins + draws / 2) / games;
}

const meanOf = (pairs: Pairs): number => pairs.reduce((sum, n, i) => sum + n * (i - 2), 0);

/** An Elo difference, where the server leaves out what is infinite: '+∞' after all won, '' when nothing is known. */
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

/** Round values along an axis that holds `low` to `high`, about `n` of them. */
export function ticks(low: number, high: number, n: number): number[] {
  const rough = (high - low) / n;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough) ?? rough;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}
