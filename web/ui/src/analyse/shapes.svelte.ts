/** Arrows and circles drawn on positions. They are kept until the page is closed. */
import { squareIndex } from '../board/game/cells';

export interface Arrow {
  from: string;
  to: string;
}

interface Drawn {
  arrows: readonly Arrow[];
  circles: readonly string[];
}

const NONE: Drawn = { arrows: [], circles: [] };

export class Shapes {
  private drawn = $state.raw<ReadonlyMap<string, Drawn>>(new Map());
  /** The arrow being drawn. */
  pending = $state.raw<Arrow | null>(null);

  at(position: string): Drawn {
    return this.drawn.get(position) ?? NONE;
  }

  /** Draws a shape, or removes it if it exists: an arrow, or a circle if it ends on its first square. */
  toggle(position: string, { from, to }: Arrow): void {
    const { arrows, circles } = this.at(position);
    if (from === to) {
      return this.put(position, {
        arrows,
        circles: circles.includes(from) ? circles.filter((c) => c !== from) : [...circles, from],
      });
    }
    const others = arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
    this.put(position, { circles, arrows: others.length < arrows.length ? others : [...arrows, { from, to }] });
  }

  put(position: string, drawn: Drawn): void {
    this.drawn = new Map(this.drawn).set(position, drawn);
  }

  clear(position: string): void {
    this.put(position, NONE);
  }
}

/** Formats arrows as "c4d3", separated by commas. */
export const arrowsText = (arrows: readonly Arrow[]): string => arrows.map(({ from, to }) => from + to).join(',');

/** Parses typed shapes; squares that are not on the board are ignored. */
export function readShapes(arrows: string, circles: string, size: number): Drawn {
  const has = (square: string) => squareIndex(square, size) >= 0;
  const pairs = Array.from(
    arrows.toLowerCase().matchAll(/([a-h][1-8])[-→ ]?([a-h][1-8])/g),
    ([, from = '', to = '']) => ({ from, to }),
  );
  const squares = circles.toLowerCase().match(/[a-h][1-8]/g) ?? [];
  return {
    arrows: pairs.filter(({ from, to }) => has(from) && has(to) && from !== to),
    circles: [...new Set(squares.filter(has))],
  };
}

/** Returns the SVG path of an arrow between two square centres, in units of squares. */
export function arrowPath(
  from: readonly [number, number],
  to: readonly [number, number],
): { shaft: string; head: string } {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const point = (along: number, across: number): string =>
    `${(from[0] + ux * along - uy * across).toFixed(3)} ${(from[1] + uy * along + ux * across).toFixed(3)}`;
  const tip = length - 0.08;
  return {
    shaft: `M${point(0.22, 0)}L${point(tip - 0.3, 0)}`,
    head: `M${point(tip, 0)}L${point(tip - 0.36, 0.22)}L${point(tip - 0.36, -0.22)}Z`,
  };
}
