/** Draws a node's card on the canvas: board, value and bound, window, and move. */
import { soFar, type Stage } from './stepping';
import type { Surface, Scene } from './scene';
import type { Layout } from './layout';
import { labelOf, windowLine } from './label';
import type { Palette } from './palette';
import { numberText, seenFrom, valueText } from './view';

type Place = Layout['places'][number];

/** Text is omitted below this zoom, where it is unreadable. */
const READABLE = 0.42;
const READABLE_SMALL = 0.7;

export function paintCard(surface: Surface, scene: Scene, place: Place, stage: Stage): void {
  const { context: c, palette } = surface;
  const { shape, trace, selected, current } = scene;
  const left = place.x - shape.width / 2;
  if (stage === 'unseen') return ghost(surface, scene, place);
  c.globalAlpha = stage === 'cut' ? 0.62 : 1;
  frame(surface, scene, place, stage);
  if (shape.board > 0) board(surface, scene, place, stage);
  c.globalAlpha = 1;
  if (surface.camera.zoom >= READABLE) words(surface, scene, place, stage);
  if (place.node === selected || place.node === current) {
    c.strokeStyle = palette.accent;
    c.lineWidth = 3;
    if (place.node === current) c.setLineDash([]);
    else c.setLineDash([7, 4]);
    round(c, left - 4, place.y - 4, shape.width + 8, shape.height + 8, 10);
    c.stroke();
    c.setLineDash([]);
  }
  const hidden = scene.open.has(place.node) ? 0 : (trace.below[place.node] ?? 0);
  if (hidden > 0 && stage !== 'cut') badge(surface, place.x, place.y + shape.height, hidden);
}

/** Draws the placeholder of an unseen node. */
function ghost({ context: c, palette }: Surface, { shape }: Scene, place: Place): void {
  c.strokeStyle = palette.rule;
  c.lineWidth = 1;
  round(c, place.x - shape.width / 2, place.y, shape.width, shape.height, 7);
  c.stroke();
}

function frame({ context: c, palette }: Surface, { shape, trace, step }: Scene, place: Place, stage: Stage): void {
  const left = place.x - shape.width / 2;
  const chosen = step >= trace.events.length && trace.line.has(place.node);
  round(c, left, place.y, shape.width, shape.height, 7);
  c.fillStyle = stage === 'cut' ? palette.paper : stage === 'open' ? palette.wash : palette.sheet;
  c.fill();
  c.strokeStyle = stage === 'open' ? palette.accent : chosen ? palette.ink : palette.edge;
  c.lineWidth = stage === 'open' || chosen ? 2 : 1;
  c.setLineDash(stage === 'cut' ? [5, 4] : []);
  c.stroke();
  c.setLineDash([]);
  if (stage !== 'table') return;
  round(c, left + 3, place.y + 3, shape.width - 6, shape.height - 6, 5);
  c.strokeStyle = palette.felt;
  c.stroke();
}

function board({ context: c, boards, palette }: Surface, { shape, trace }: Scene, place: Place, stage: Stage): void {
  const picture = boards.picture(trace.nodes[place.node]?.position ?? '');
  const x = place.x - shape.board / 2;
  const y = place.y + shape.boardTop;
  if (stage === 'cut') c.globalAlpha = 0.3;
  if (picture) return c.drawImage(picture, x, y, shape.board, shape.board);
  c.fillStyle = palette.felt;
  c.fillRect(x, y, shape.board, shape.board);
}

function words(surface: Surface, scene: Scene, place: Place, stage: Stage): void {
  const { context: c, palette } = surface;
  const { shape, trace, view, language } = scene;
  const node = trace.nodes[place.node];
  if (!node) return;
  c.textAlign = 'center';
  c.fillStyle = stage === 'cut' ? palette.soft : palette.ink;
  c.font = `600 15px ${palette.sans}`;
  c.fillText(valueWords(scene, place.node, stage), place.x, place.y + shape.valueAt, shape.width - 8);
  c.fillStyle = palette.soft;
  c.font = `11px ${palette.sans}`;
  if (surface.camera.zoom >= READABLE_SMALL)
    c.fillText(
      stage === 'cut' ? '' : windowLine(trace.doc, node, view, language),
      place.x,
      place.y + shape.windowAt,
      shape.width - 6,
    );
  const label = labelOf(node);
  if (label) chip(c, palette, label, place.x, place.y - 9, stage);
}

/** Returns the text on a card: the value with its bound, the best value so far while the node is open, or a cross. */
function valueWords({ trace, stages, view, step }: Scene, index: number, stage: Stage): string {
  const node = trace.nodes[index];
  if (!node || stage === 'unseen') return '';
  if (stage === 'cut') return '✕';
  if (stage !== 'open' || trace.doc.algorithm === 'proof')
    return (stage === 'table' ? '⟲ ' : '') + valueText(trace.doc, seenFrom(trace.doc, node, view));
  const best = soFar(trace, stages, index, step);
  if (best === null) return '…';
  const seen = seenFrom(trace.doc, { ...node, value: best, bound: 'lower' }, view);
  return `(${numberText(trace.doc, seen.value ?? 0)})`;
}

function chip(c: CanvasRenderingContext2D, palette: Palette, text: string, x: number, y: number, stage: Stage): void {
  c.font = `600 11px ${palette.sans}`;
  const width = c.measureText(text).width + 10;
  c.fillStyle = palette.paper;
  round(c, x - width / 2, y - 11, width, 15, 7);
  c.fill();
  c.fillStyle = stage === 'open' ? palette.accent : stage === 'cut' ? palette.soft : palette.ink;
  c.fillText(text, x, y);
}

function badge({ context: c, palette, camera }: Surface, x: number, y: number, hidden: number): void {
  if (camera.zoom < 0.3) return;
  const text = `+${hidden}`;
  c.font = `600 11px ${palette.sans}`;
  c.textAlign = 'center';
  const width = c.measureText(text).width + 14;
  c.fillStyle = palette.ink;
  round(c, x - width / 2, y - 1, width, 17, 8.5);
  c.fill();
  c.fillStyle = palette.sheet;
  c.fillText(text, x, y + 11.5);
}

function round(c: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, radius: number): void {
  c.beginPath();
  c.roundRect(x, y, width, height, radius);
}
