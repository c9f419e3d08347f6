/** The geometry of the score graph, in the units of the drawing. */

/** The score after a number of plies, from Black's view; null if unknown. */
export interface Point {
  score: number | null;
  exact: boolean;
}

export const WIDTH = 600;
export const HEIGHT = 140;
export const TOP = 10;
export const BOTTOM = 18;
export const SIDE = 34;

export interface Scale {
  /** The score in discs at the upper edge. */
  most: number;
  x: (cursor: number) => number;
  y: (score: number) => number;
}

/** Returns the scale of a graph: a multiple of eight discs, so that small differences look small. */
export function scaleOf(points: readonly Point[]): Scale {
  const highest = Math.max(...points.map(({ score }) => Math.abs(score ?? 0)), 0);
  const most = Math.min(64, Math.max(8, Math.ceil(highest / 8) * 8));
  const last = Math.max(points.length - 1, 1);
  const middle = (HEIGHT - BOTTOM + TOP) / 2;
  return {
    most,
    x: (cursor) => round(SIDE + (cursor / last) * (WIDTH - SIDE - 8)),
    y: (score) => round(middle - (score / most) * (middle - TOP)),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/**
 * Returns the runs of consecutive known positions, split where values become or cease to be exact. Adjacent runs share
 * a point.
 */
export function runsOf(points: readonly Point[]): { exact: boolean; cursors: readonly number[] }[] {
  const runs: { exact: boolean; cursors: number[] }[] = [];
  points.forEach(({ score, exact }, cursor) => {
    if (score === null) return;
    const run = runs.at(-1);
    const joined = run?.cursors.at(-1) === cursor - 1;
    if (run && joined && run.exact === exact) run.cursors.push(cursor);
    else runs.push({ exact, cursors: joined ? [cursor - 1, cursor] : [cursor] });
  });
  return runs;
}

/** Returns the area between the line and zero for each run of known positions. */
export function areaOf(points: readonly Point[], scale: Scale): string {
  const areas: string[] = [];
  let open: number[] = [];
  const close = () => {
    const [first, last] = [open[0], open.at(-1)];
    if (first !== undefined && last !== undefined && open.length > 1) {
      const line = open.map((cursor) => `L${scale.x(cursor)} ${scale.y(points[cursor]?.score ?? 0)}`).join('');
      areas.push(`M${scale.x(first)} ${scale.y(0)}${line}L${scale.x(last)} ${scale.y(0)}Z`);
    }
    open = [];
  };
  points.forEach(({ score }, cursor) => (score === null ? close() : open.push(cursor)));
  close();
  return areas.join('');
}

/** Returns the ply at a horizontal position, given as a fraction of the width. */
export function cursorAt(share: number, last: number): number {
  const at = ((share * WIDTH - SIDE) / (WIDTH - SIDE - 8)) * last;
  return Math.max(0, Math.min(last, Math.round(at)));
}
