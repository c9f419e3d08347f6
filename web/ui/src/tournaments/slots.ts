/** Slots for boards: a game keeps its slot until it ends; then the next game takes it. */
import type { LiveBoard } from './types';

export type Slot = LiveBoard | null;

/** The initial number of slots, so that the layout is stable when games start. */
const INITIAL_SLOTS = 4;

export function assignSlots(slots: readonly Slot[], boards: readonly LiveBoard[]): Slot[] {
  const byGame = new Map(boards.map((board) => [board.game, board]));
  const next: Slot[] = Array.from({ length: Math.max(INITIAL_SLOTS, slots.length) }, (_, i) => {
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
