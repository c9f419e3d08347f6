/** Determines which nodes are expanded: by the user, or initially where the tree is small enough. */
import { pathTo, type Trace } from './trace';

/** Trees of up to this many nodes are fully expanded; larger ones by as many levels as fit into READABLE nodes. */
export const SMALL = 1200;
const READABLE = 160;

export function firstOpen(trace: Trace): Set<number> {
  if (trace.nodes.length <= SMALL) return everything(trace);
  const open = new Set<number>();
  const queue = [0];
  for (let shown = 1, i = 0; i < queue.length; i++) {
    const node = queue[i] ?? 0;
    const children = trace.children[node] ?? [];
    if (shown + children.length > READABLE) break;
    if (children.length === 0) continue;
    open.add(node);
    shown += children.length;
    queue.push(...children);
  }
  return open;
}

export function everything(trace: Trace): Set<number> {
  const open = new Set<number>();
  trace.children.forEach((children, node) => {
    if (children.length > 0) open.add(node);
  });
  return open;
}

export function toggled(open: ReadonlySet<number>, node: number): Set<number> {
  const next = new Set(open);
  if (!next.delete(node)) next.add(node);
  return next;
}

/** Returns `open` extended by the ancestors of `node`, which makes it visible. */
export function revealing(trace: Trace, open: ReadonlySet<number>, node: number): ReadonlySet<number> {
  const closed = pathTo(trace, node)
    .slice(0, -1)
    .filter((at) => !open.has(at));
  return closed.length === 0 ? open : new Set([...open, ...closed]);
}

/** Returns the node itself if visible, else the collapsed ancestor that hides it. */
export function shownFor(trace: Trace, open: ReadonlySet<number>, node: number): number {
  let shown = 0;
  for (const at of pathTo(trace, node)) {
    shown = at;
    if (!open.has(at)) break;
  }
  return shown;
}
