/** The size and layout of a node's card, shared by the canvas and by exported pictures. */
import type { Metrics } from './layout';
import type { Trace } from './trace';
import type { TreeDocument } from './types';

export interface CardShape extends Metrics {
  /** Width of the small board; 0 if the game has none. */
  board: number;
  boardTop: number;
  /** Baselines of the value and of the window. */
  valueAt: number;
  windowAt: number;
}

/** Returns a card shape small enough for the whole tree to fit into a frame. */
export function dotShape(trace: Trace, frame: { width: number; height: number }): CardShape {
  const side = 12;
  const perPly = new Map<number, number>();
  for (const ply of trace.ply) perPly.set(ply, (perPly.get(ply) ?? 0) + 1);
  const wide = Math.max(8, ...perPly.values()) * (side + 6);
  const pitch = (wide * (frame.height || 1)) / (frame.width || 1) / Math.max(1, perPly.size - 0.5);
  return {
    board: 0,
    boardTop: 0,
    valueAt: 0,
    windowAt: 0,
    width: side,
    height: side,
    gapX: 6,
    gapY: Math.max(20, pitch - side),
    leastY: 0,
  };
}

const PAD = 6;

export function cardOf(doc: TreeDocument): CardShape {
  const board = doc.game === 'numbers' ? 0 : doc.game === 'tictactoe' ? 48 : (doc.size ?? 8) === 4 ? 52 : 66;
  const width = Math.max(board + 2 * PAD, doc.game === 'othello' ? 96 : 84);
  const valueAt = board === 0 ? 24 : PAD + board + 17;
  return {
    board,
    boardTop: PAD,
    valueAt,
    windowAt: valueAt + 14,
    width,
    height: valueAt + 22,
    gapX: 12,
    gapY: 44,
    leastY: 0.3,
  };
}
