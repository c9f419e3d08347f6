/** The visible nodes of the tree as a list, in the order of the search. */
import { stageAt, type Stages } from './stepping';
import type { Trace } from './trace';

export interface ListRow {
  node: number;
  /** From 1. */
  level: number;
  place: number;
  of: number;
  folded: boolean;
  parent: boolean;
}

export function rowsOf(trace: Trace, stages: Stages, open: ReadonlySet<number>, step: number): ListRow[] {
  const rows: ListRow[] = [];
  const seen = (node: number) => stageAt(trace, stages, node, step) !== 'unseen';
  const add = (siblings: readonly number[], level: number) => {
    siblings.forEach((node, i) => {
      const children = (trace.children[node] ?? []).filter(seen);
      const parent = children.length > 0;
      rows.push({ node, level, place: i + 1, of: siblings.length, parent, folded: parent && !open.has(node) });
      if (parent && open.has(node)) add(children, level + 1);
    });
  };
  if (trace.nodes.length > 0) add([0], 1);
  return rows;
}

/** Returns the rows inside a scroll window, plus a margin that prevents gaps while scrolling. */
export function windowOf(
  count: number,
  top: number,
  height: number,
  row: number,
  more = 8,
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / row) - more);
  return { from, to: Math.min(count, Math.ceil((top + height) / row) + more) };
}

/**
 * Returns the row that a key moves to in a tree grid (https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/); null for
 * other keys.
 */
export function rowTarget(key: string, rows: readonly ListRow[], at: number, page: number): number | null {
  const last = rows.length - 1;
  const within = (to: number) => Math.max(0, Math.min(last, to));
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + page);
    case 'PageUp':
      return within(at - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowLeft':
      return row ? parentRow(rows, at) : null;
    case 'ArrowRight':
      return row?.parent && !row.folded ? within(at + 1) : at;
    default:
      return null;
  }
}

function parentRow(rows: readonly ListRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let i = at - 1; i >= 0; i--) if ((rows[i]?.level ?? 0) < level) return i;
  return at;
}
