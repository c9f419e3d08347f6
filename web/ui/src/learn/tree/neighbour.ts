/** Arrow key navigation among the visible nodes of the tree. */
import type { TreePlayer } from './player.svelte';
import { stageAt } from './stepping';

export type Way = 'parent' | 'child' | 'before' | 'after';

export function neighbour(player: TreePlayer, node: number, way: Way): number {
  const { trace, stages, step } = player;
  const seen = (of: number): readonly number[] =>
    (trace.children[of] ?? []).filter((child) => stageAt(trace, stages, child, step) !== 'unseen');
  const parent = trace.nodes[node]?.parent ?? -1;
  if (way === 'parent') return parent < 0 ? node : parent;
  if (way === 'child') {
    const first = seen(node)[0];
    if (first === undefined) return node;
    if (!player.shown.has(node)) player.toggle(node);
    return first;
  }
  const row = parent < 0 ? [node] : seen(parent);
  const at = row.indexOf(node) + (way === 'after' ? 1 : -1);
  return row[Math.max(0, Math.min(row.length - 1, at))] ?? node;
}
