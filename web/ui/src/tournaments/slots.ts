/**
 * Places for boards: a game keeps its place while it is played, and the next one takes the place of one that has ended.
 */
import type { LiveBoard } from './types';

export type Slot = LiveBoard | null;

/** So many places are there from the beginning, so that nothing moves when games begin. */
const FEW = 4;

export function seated(slots: readonly Slot[], boards: readonly LiveBoard[]): Slot[] {
  const byGame = new Map(boards.map((board) => [board.game, board]));
  const next: Slot[] = Array.from({ length: Math.max(FEW, slots.length) }, (_, i) => {
    const game = slots[i]?.game;
    const board = game === undefined ? undefined : byGame.get(game);
    if (game !== undefined) byGame.delete(game);
    return board ?? null;
  });
  for (const board of byGame.values()) {
    const free = next.indexOf(null);
    if (free < 0) next.push(board);
    else next[free] = board;
  }
  return next;
}
