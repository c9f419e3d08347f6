/**
 * Node positions by the tidy tree algorithm of Reingold and Tilford in linear time (Buchheim, Jünger, Leipert 2002), as
 * implemented by d3-hierarchy.
 */
import { hierarchy, tree } from 'd3-hierarchy';
import type { Trace } from './trace';

export interface Metrics {
  /** The size of a card, in pixels at zoom 1. */
  width: number;
  height: number;
  gapX: number;
  gapY: number;
  /** The minimum zoom of the distance between levels; without it, a tree of thousands would become a flat line. */
  leastY: number;
}

export interface Place {
  node: number;
  /** The centre of the card; y is its top. */
  x: number;
  y: number;
  /** Index of the parent in `places`, or -1. */
  parent: number;
}

export interface Layout {
  places: readonly Place[];
  /** Maps each visible node to its index in `places`. */
  of: ReadonlyMap<number, number>;
  /** Indices into `places` by ply, from left to right. */
  rows: readonly (readonly number[])[];
  left: number;
  right: number;
  bottom: number;
}

export function layoutOf(trace: Trace, open: ReadonlySet<number>, metrics: Metrics): Layout {
  const { width, height, gapX, gapY } = metrics;
  const root = hierarchy(0, (node) => (open.has(node) ? trace.children[node] : null));
  const laid = tree<number>()
    .nodeSize([width + gapX, height + gapY])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.25))(root);
  const places: Place[] = [];
  const of = new Map<number, number>();
  const rows: number[][] = [];
  let left = 0;
  let right = 0;
  laid.each((item) => {
    const index = places.length;
    const parent = item.parent ? (of.get(item.parent.data) ?? -1) : -1;
    places.push({ node: item.data, x: item.x, y: item.y, parent });
    of.set(item.data, index);
    (rows[item.depth] ??= []).push(index);
    left = Math.min(left, item.x);
    right = Math.max(right, item.x);
  });
  const half = width / 2;
  return {
    places,
    of,
    rows,
    left: left - half,
    right: right + half,
    bottom: (rows.length - 1) * (height + gapY) + height,
  };
}

/** Returns the first index in a row whose place is at `x` or to the right of it. */
export function firstAt(layout: Layout, row: readonly number[], x: number): number {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((layout.places[row[middle] ?? 0]?.x ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the visible node whose card contains a point, or -1. `flat` is the visible fraction of a card's height. */
export function hitAt(layout: Layout, { width, height, gapY }: Metrics, x: number, y: number, flat = 1): number {
  const row = layout.rows[Math.floor(y / (height + gapY))];
  if (!row || y < 0 || y % (height + gapY) > height * flat) return -1;
  const at = firstAt(layout, row, x - width / 2);
  const place = layout.places[row[at] ?? -1];
  return place && Math.abs(place.x - x) <= width / 2 ? place.node : -1;
}
