/** Small boards for the canvas. Each is drawn once and cached as an image, since a tree may show thousands. */
import { pictureOf, type Mark } from '../position';
import type { Palette } from './palette';
import type { GameName } from './types';

const KEPT = 900;
/** Images drawn per frame at most; other boards appear empty until a later frame. */
const NEW_PER_FRAME = 80;

export class Boards {
  private readonly kept = new Map<string, HTMLCanvasElement>();
  private fresh = 0;
  /** Some boards were postponed to the next frame. */
  waiting = false;

  constructor(
    private readonly game: GameName,
    private readonly palette: Palette,
    /** Width and height of a cached image in pixels. */
    private readonly pixels: number,
  ) {}

  beginFrame(): void {
    this.fresh = 0;
    this.waiting = false;
  }

  picture(position: string): HTMLCanvasElement | null {
    const found = this.kept.get(position);
    if (found) return found;
    if (this.fresh >= NEW_PER_FRAME) {
      this.waiting = true;
      return null;
    }
    this.fresh++;
    if (this.kept.size >= KEPT) this.evictHalf();
    const made = this.draw(position);
    this.kept.set(position, made);
    return made;
  }

  private evictHalf(): void {
    for (const key of [...this.kept.keys()].slice(0, KEPT / 2)) this.kept.delete(key);
  }

  private draw(position: string): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = this.pixels;
    const context = canvas.getContext('2d');
    if (context) drawBoard(context, pictureOf(position, this.game), this.game, this.pixels, this.palette);
    return canvas;
  }
}

function drawBoard(
  c: CanvasRenderingContext2D,
  { size, cells }: { size: number; cells: readonly Mark[] },
  game: GameName,
  side: number,
  palette: Palette,
): void {
  c.fillStyle = game === 'othello' ? palette.felt : palette.paper;
  c.fillRect(0, 0, side, side);
  const step = side / size;
  c.strokeStyle = game === 'othello' ? palette.feltRule : palette.edge;
  c.lineWidth = Math.max(1, side / 90);
  c.beginPath();
  for (let i = game === 'othello' ? 0 : 1; i < size + (game === 'othello' ? 1 : 0); i++) {
    c.moveTo(i * step, 0);
    c.lineTo(i * step, side);
    c.moveTo(0, i * step);
    c.lineTo(side, i * step);
  }
  c.stroke();
  cells.forEach(
    (mark, i) =>
      mark && drawMark(c, mark, ((i % size) + 0.5) * step, (Math.floor(i / size) + 0.5) * step, step, palette),
  );
}

function drawMark(
  c: CanvasRenderingContext2D,
  mark: Exclude<Mark, null>,
  x: number,
  y: number,
  step: number,
  palette: Palette,
): void {
  const r = step * (mark === 'x' || mark === 'o' ? 0.27 : 0.4);
  c.beginPath();
  if (mark === 'x') {
    c.moveTo(x - r, y - r);
    c.lineTo(x + r, y + r);
    c.moveTo(x + r, y - r);
    c.lineTo(x - r, y + r);
  } else c.arc(x, y, r, 0, 2 * Math.PI);
  if (mark === 'black' || mark === 'white') {
    c.fillStyle = palette[mark];
    c.fill();
    c.strokeStyle = mark === 'black' ? '#5b544b' : '#a39984';
    c.lineWidth = Math.max(0.5, step / 16);
  } else {
    c.strokeStyle = mark === 'x' ? palette.ink : palette.accent;
    c.lineWidth = step * 0.13;
    c.lineCap = 'round';
  }
  c.stroke();
}
