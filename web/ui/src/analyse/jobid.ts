/**
 * The id of a review job. It is derived from the game and the level, so that a repeated request does not start a second
 * job.
 */
import type { PositionQuery } from '../api/games';

const textOf = ({ size, start, position = '', moves }: PositionQuery): string =>
  position ? `${position}/${moves}` : `${size}/${start}/${moves}`;

export const sameGame = (a: PositionQuery, b: PositionQuery): boolean =>
  textOf(a).toLowerCase() === textOf(b).toLowerCase();

export const jobId = (query: PositionQuery, level: number): string => {
  const text = `${textOf(query)}@${level}`;
  return `review-${hash(text, 0x811c9dc5)}${hash(text, 0x01234567)}`;
};

/** FNV-1a with a custom seed. */
function hash(text: string, seed: number): string {
  let sum = seed;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, '0');
}
