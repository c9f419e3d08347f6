/**
 * A small evaluation function, fitted to solved positions by least squares. Its features are disc differences by area.
 */
import { pictureOf } from '../position';
import type { TreeNode } from '../tree/types';

export interface Sample {
  /** Own minus opponent's discs in corners, on other edge squares and inside; and 1 for the side to move. */
  features: readonly number[];
  /** Final disc difference under best play, from the view of the side to move. */
  result: number;
  /** Current disc difference. */
  discs: number;
}

/** Returns the distinct positions whose exact result was found by a search to the end. */
export function samplesOf(nodes: readonly TreeNode[]): Sample[] {
  const seen = new Set<string>();
  return nodes.flatMap((node) => {
    const known = node.kind === 'visited' && node.bound === 'exact' && typeof node.value === 'number';
    if (!known || seen.has(node.position)) return [];
    seen.add(node.position);
    return [sampleOf(node)];
  });
}

function sampleOf(node: TreeNode): Sample {
  const { size, cells } = pictureOf(node.position, 'othello');
  const own = node.turn;
  const features = [0, 0, 0, 1];
  cells.forEach((mark, i) => {
    if (!mark) return;
    const kind = place(i, size);
    features[kind] = (features[kind] ?? 0) + (mark === own ? 1 : -1);
  });
  const [corners = 0, edges = 0, inside = 0] = features;
  return { features, result: node.value ?? 0, discs: corners + edges + inside };
}

/** 0: corner, 1: other edge square, 2: inside. */
function place(index: number, size: number): 0 | 1 | 2 {
  const edge = (at: number) => at === 0 || at === size - 1;
  const [row, column] = [edge(Math.floor(index / size)), edge(index % size)];
  return row && column ? 0 : row || column ? 1 : 2;
}

/** Returns the weights that minimize the squared error, by solving the normal equations. */
export function fit(samples: readonly Sample[]): number[] {
  const n = samples[0]?.features.length ?? 0;
  const rows = Array.from({ length: n }, (_, i) => {
    const sums = Array.from({ length: n }, (_, j) =>
      samples.reduce((sum, { features }) => sum + (features[i] ?? 0) * (features[j] ?? 0), i === j ? 1e-6 : 0),
    );
    return [...sums, samples.reduce((sum, { features, result }) => sum + (features[i] ?? 0) * result, 0)];
  });
  return eliminate(rows);
}

function eliminate(rows: number[][]): number[] {
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    const best = rows
      .slice(i)
      .reduce((at, row, k) => (Math.abs(row[i] ?? 0) > Math.abs(rows[at]?.[i] ?? 0) ? i + k : at), i);
    [rows[i], rows[best]] = [rows[best] as number[], rows[i] as number[]];
    const pivot = rows[i] as number[];
    for (let k = 0; k < n; k++) {
      const row = rows[k] as number[];
      const factor = k === i ? 0 : (row[i] ?? 0) / (pivot[i] ?? 1);
      if (factor !== 0) for (let j = i; j <= n; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}

export const guess = (weights: readonly number[], { features }: Sample): number =>
  features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);

/** Returns the mean absolute error of the estimates in discs. */
export const meanError = (samples: readonly Sample[], guessOf: (sample: Sample) => number): number =>
  samples.reduce((sum, sample) => sum + Math.abs(guessOf(sample) - sample.result), 0) / Math.max(1, samples.length);
