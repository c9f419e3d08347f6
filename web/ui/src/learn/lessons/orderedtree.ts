/** Uniform trees of numbers in a chosen order, and how many leaves alpha-beta must look at (Knuth and Moore, 1975). */

export type Order = 'best-first' | 'best-last';

/**
 * Each node's first child (or last) has the node's own value, and the others are worse for the side that chooses there.
 */
export function uniformTree(branching: number, depth: number, order: Order, value = 50, largest = true): string {
  if (depth === 0) return String(value);
  const worse = largest ? -1 : 1;
  const step = 3 ** (depth - 1); // Far enough apart that no child's own children reach over.
  const children = Array.from({ length: branching }, (_, i) =>
    uniformTree(branching, depth - 1, order, value + worse * i * step, !largest),
  );
  return `(${(order === 'best-first' ? children : children.reverse()).join(' ')})`;
}

/** b^⌈d/2⌉ + b^⌊d/2⌋ − 1. */
export const fewestLeaves = (b: number, d: number): number => b ** Math.ceil(d / 2) + b ** Math.floor(d / 2) - 1;
