/** A chart of nodes against depth on a logarithmic scale. Lines differ in dash and marker, so colour is not needed. */
export interface Series {
  name: string;
  /** Nodes at depth 1, 2, …; null for depths that the search did not reach. */
  nodes: readonly (number | null)[];
}

export interface Spot {
  x: number;
  y: number;
  depth: number;
  nodes: number;
}

export interface Curve {
  name: string;
  spots: readonly Spot[];
  path: string;
  /** The position of the name, adjusted to avoid overlaps. */
  labelY: number;
}

export interface Chart {
  curves: readonly Curve[];
  ticksX: readonly { at: number; depth: number }[];
  ticksY: readonly { at: number; nodes: number }[];
}

export interface Field {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LABEL = 17;

export function chartOf(series: readonly Series[], { left, right, top, bottom }: Field): Chart {
  const depths = Math.max(1, ...series.map(({ nodes }) => nodes.length));
  const most = Math.max(10, ...series.flatMap(({ nodes }) => nodes.map((n) => n ?? 0)));
  const decades = Math.ceil(Math.log10(most));
  const x = (depth: number) =>
    depths === 1 ? (left + right) / 2 : left + ((depth - 1) / (depths - 1)) * (right - left);
  const y = (nodes: number) => bottom - (Math.log10(Math.max(1, nodes)) / decades) * (bottom - top);
  const curves = series.map(({ name, nodes }) => {
    const spots = nodes.flatMap((n, i) => (n === null ? [] : [{ x: x(i + 1), y: y(n), depth: i + 1, nodes: n }]));
    const path = spots.map((spot, i) => `${i === 0 ? 'M' : 'L'}${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`).join('');
    return { name, spots, path, labelY: spots.at(-1)?.y ?? bottom };
  });
  return {
    curves: spreadLabels(curves, top, bottom),
    ticksX: Array.from({ length: depths }, (_, i) => ({ at: x(i + 1), depth: i + 1 })),
    ticksY: Array.from({ length: decades + 1 }, (_, i) => ({ at: y(10 ** i), nodes: 10 ** i })),
  };
}

/** Spreads the names at the ends of the lines: down until none overlap, then back up into the plot area. */
function spreadLabels(curves: Curve[], top: number, bottom: number): Curve[] {
  const order = [...curves.keys()].sort((a, b) => (curves[a]?.labelY ?? 0) - (curves[b]?.labelY ?? 0));
  const at = curves.map(({ labelY }) => labelY);
  let least = top;
  for (const i of order) least = (at[i] = Math.max(at[i] ?? 0, least)) + LABEL;
  let most = bottom;
  for (const i of order.reverse()) most = (at[i] = Math.min(at[i] ?? 0, most)) - LABEL;
  return curves.map((curve, i) => ({ ...curve, labelY: at[i] ?? curve.labelY }));
}
