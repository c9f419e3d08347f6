/** Uniform number trees with a given move order, and the minimum leaf count of alpha-beta (Knuth and Moore, 1975). */

export type Order = 'best-first' | 'best-last';

/**
 * Builds a tree in which each node's first (or last) child has the node's value, and the others are worse for the side
 * to move.
 */
export function uniformTree(branching: number, depth: number, order: Order, value = 50, largest = true): string {
  if (depth === 0) return String(value);
  const worse = largest ? -1 : 1;
  const step = 3 ** (depth - 1); // Large enough that the subtrees of two children do not overlap in value.
  const children = Array.from({ length: branching }, (_, i) =>
    uniformTree(branching, depth - 1, order, value + worse * i * step, !largest),
  );
  return `(${(order === 'best-first' ? children : children.reverse()).join(' ')})`;
}

/** Returns the minimum number of leaves that alpha-beta evaluates: b^⌈d/2⌉ + b^⌊d/2⌋ − 1. */
export const fewestLeaves = (b: number, d: number): number => b ** Math.ceil(d / 2) + b ** Math.floor(d / 2) - 1;
