/** The picture of the score over a game: where each value stands, in the units of the drawing. */

/** What is known of the position after so many plies, as Black sees it; null where nothing is. */
export interface Point {
  score: number | null;
  exact: boolean;
}

export const WIDTH = 600;
export const HEIGHT = 168;
export const TOP = 10;
export const BOTTOM = 18;
export const SIDE = 34;

export interface Scale {
  /** Discs at the upper edge. */
  most: number;
  x: (cursor: number) => number;
  y: (score: number) => number;
}

/** Eight discs at least, in steps of eight, so that a quiet game looks quiet. */
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
 * Runs of positions that are known, one after the other, split where exactness begins or ends; runs share their border.
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

/** The area between the line and zero, for each run of known positions. */
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

/** The ply under a point of the drawing, given as a share of its width. */
export function cursorAt(share: number, last: number): number {
  const at = ((share * WIDTH - SIDE) / (WIDTH - SIDE - 8)) * last;
  return Math.max(0, Math.min(last, Math.round(at)));
}
