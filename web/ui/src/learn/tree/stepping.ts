/** The state of a search after a number of steps: step 0 is before the start, the last step is the end. */
import type { Trace } from './trace';

/** unseen: not reached; open: being searched; done: left with a value; cut and table: never entered. */
export type Stage = 'unseen' | 'open' | 'done' | 'cut' | 'table';

/** A node appears with event `from` and is left with event `until`; both count from 1. */
export interface Stages {
  from: Int32Array;
  until: Int32Array;
}

export const lastStep = (trace: Trace): number => trace.events.length;

const NEVER = 0x7fffffff;

export function stagesOf(trace: Trace): Stages {
  const from = new Int32Array(trace.nodes.length).fill(NEVER);
  from[0] = 0; // The root position is visible from the start.
  const until = new Int32Array(trace.nodes.length).fill(NEVER);
  trace.events.forEach(({ kind, nodes }, i) => {
    for (const node of nodes) {
      if (kind !== 'leave' && node > 0) from[node] = i + 1;
      if (kind !== 'enter') until[node] = i + 1;
    }
  });
  return { from, until };
}

export function stageAt(trace: Trace, stages: Stages, node: number, step: number): Stage {
  if ((stages.from[node] ?? NEVER) > step) return 'unseen';
  const kind = trace.nodes[node]?.kind;
  if (kind === 'cut' || kind === 'table') return kind;
  return (stages.until[node] ?? NEVER) <= step ? 'done' : 'open';
}

/** Returns the current node after a number of steps; -1 before the start. */
export const nodeAt = (trace: Trace, step: number): number => trace.events[step - 1]?.nodes[0] ?? -1;

export const clampStep = (trace: Trace, step: number): number =>
  Math.max(0, Math.min(lastStep(trace), Math.round(step) || 0));

/** Returns the next step with an event of `kind`, or the last step. */
export function nextOf(trace: Trace, step: number, kind: 'cut' | 'table'): number {
  const found = trace.events.findIndex((event, i) => i >= step && event.kind === kind);
  return found < 0 ? lastStep(trace) : found + 1;
}

/** Steps over the subtree of the node just entered, to the step that leaves it; elsewhere advances one step. */
export function stepOver(trace: Trace, stages: Stages, step: number): number {
  const now = trace.events[step - 1];
  const node = now?.nodes[0];
  if (now?.kind !== 'enter' || node === undefined) return clampStep(trace, step + 1);
  const until = stages.until[node] ?? NEVER;
  return until === NEVER ? lastStep(trace) : until;
}

export const enteredAt = (trace: Trace, step: number): number => (step <= 0 ? 0 : (trace.entered[step - 1] ?? 0));

/** Returns the best value so far of an open node, from its own view; null if there is none. */
export function soFar(trace: Trace, stages: Stages, node: number, step: number): number | null {
  let best: number | null = null;
  for (const child of trace.children[node] ?? []) {
    const { value, kind } = trace.nodes[child] ?? {};
    if (kind === 'cut' || typeof value !== 'number' || (stages.until[child] ?? NEVER) > step) continue;
    const here = kind === 'pass' ? value : value === 0 ? 0 : -value; // A search iteration keeps the side to move.
    if (best === null || here > best) best = here;
  }
  return best;
}
