/** Which nodes show their children: what is opened on demand, and what is small enough to be open from the start. */
import { pathTo, type Trace } from './trace';

/** Trees up to this many nodes are open at once; larger ones as many levels as fit into READABLE. */
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

/** With the way to `node` open, so that it can be seen. */
export function revealing(trace: Trace, open: ReadonlySet<number>, node: number): ReadonlySet<number> {
  const closed = pathTo(trace, node)
    .slice(0, -1)
    .filter((at) => !open.has(at));
  return closed.length === 0 ? open : new Set([...open, ...closed]);
}

/** The node itself, or the one that hides it. */
export function shownFor(trace: Trace, open: ReadonlySet<number>, node: number): number {
  let shown = 0;
  for (const at of pathTo(trace, node)) {
    shown = at;
    if (!open.has(at)) break;
  }
  return shown;
}
