/**
 * Draws the visible part of the tree. Cards that are too small to read become dots, and overlapping dots are drawn
 * once.
 */
import { boxOf, zoomY } from './camera';
import { firstAt, type Place } from './layout';
import { paintCard } from './paintcard';
import type { Surface, Scene } from './scene';
import { stageAt, type Stage } from './stepping';

/** Cards narrower than this on the screen (in pixels) are drawn as dots. */
export const DOT_WIDTH = 15;

export function paint(surface: Surface, scene: Scene, ratio: number): void {
  const { context: c, frame, camera, boards } = surface;
  boards.beginFrame();
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, frame.width, frame.height);
  const seen = visibleNodes(surface, scene);
  paintEdges(surface, scene, seen);
  paintHits(surface, scene, seen);
  if (scene.shape.width * camera.zoom < DOT_WIDTH) return paintDots(surface, scene, seen);
  const z = camera.zoom;
  for (const { place, stage, x, y } of seen) {
    // Cards are drawn in world coordinates.
    c.setTransform(ratio * z, 0, 0, ratio * z, ratio * (x - place.x * z), ratio * (y - place.y * z));
    paintCard(surface, scene, place, stage);
  }
}

export interface VisibleNode {
  place: Place;
  stage: Stage;
  /** Screen coordinates of the centre of the card's upper edge. */
  x: number;
  y: number;
}

/** Dots closer than this (in pixels) are merged. */
const MERGE_DISTANCE = 1.25;

/**
 * Returns the nodes within the frame. Unseen nodes are included and drawn as placeholders. Of overlapping dots only the
 * first is returned, as well as those on the principal variation and the selected ones.
 */
function visibleNodes({ frame, camera }: Surface, scene: Scene): VisibleNode[] {
  const { layout, shape, trace, stages, step } = scene;
  const zy = zoomY(camera, shape);
  const left = -camera.x / camera.zoom - shape.width;
  const right = (frame.width - camera.x) / camera.zoom + shape.width;
  const pitch = (shape.height + shape.gapY) * zy;
  const top = Math.max(0, Math.floor(-camera.y / pitch) - 1);
  const bottom = Math.min(layout.rows.length - 1, Math.ceil((frame.height - camera.y) / pitch) + 1);
  const seen: VisibleNode[] = [];
  for (let ply = top; ply <= bottom; ply++) {
    const row = layout.rows[ply] ?? [];
    let last = -Infinity;
    let lastStage: Stage = 'unseen';
    for (let i = firstAt(layout, row, left); i < row.length; i++) {
      const place = layout.places[row[i] ?? 0] as Place;
      if (place.x > right) break;
      const x = place.x * camera.zoom + camera.x;
      const marked = trace.line.has(place.node) || place.node === scene.current || place.node === scene.selected;
      if (x - last < MERGE_DISTANCE && !marked && lastStage !== 'unseen') continue;
      const stage = stageAt(trace, stages, place.node, step);
      if (x - last < MERGE_DISTANCE && !marked && stage === 'unseen') continue;
      last = x;
      lastStage = stage;
      seen.push({ place, stage, x, y: place.y * zy + camera.y });
    }
  }
  return seen;
}

type EdgeStyle = 'ghost' | 'plain' | 'open' | 'cut' | 'line';

/** Returns the screen point where the edges from a parent begin. */
function edgeStart({ camera }: Surface, { layout, shape }: Scene, place: Place): { x: number; y: number } | null {
  const parent = layout.places[place.parent];
  if (!parent) return null;
  const { left, right, bottom } = boxOf(camera, shape, parent);
  return { x: (left + right) / 2, y: bottom };
}

function paintEdges(surface: Surface, scene: Scene, seen: readonly VisibleNode[]): void {
  const paths: Record<EdgeStyle, Path2D> = {
    ghost: new Path2D(),
    plain: new Path2D(),
    cut: new Path2D(),
    open: new Path2D(),
    line: new Path2D(),
  };
  const { trace, step } = scene;
  const { camera, palette } = surface;
  const ended = step >= trace.events.length;
  for (const { place, stage, x, y } of seen) {
    const from = edgeStart(surface, scene, place);
    if (!from) continue;
    const onLine = ended && trace.line.has(place.node);
    const path =
      paths[
        stage === 'unseen' ? 'ghost' : stage === 'cut' ? 'cut' : stage === 'open' ? 'open' : onLine ? 'line' : 'plain'
      ];
    const middle = from.y + (y - from.y) * 0.42;
    path.moveTo(from.x, from.y);
    if (camera.zoom < 0.12) path.lineTo(x, y);
    else path.bezierCurveTo(from.x, middle, x, middle, x, y);
  }
  const lineScale = Math.max(0.6, Math.min(1.4, camera.zoom));
  stroke(surface, paths.ghost, palette.rule, lineScale);
  stroke(surface, paths.plain, palette.edge, lineScale);
  // At this size dashes are invisible and slow to draw.
  stroke(surface, paths.cut, palette.edge, lineScale, camera.zoom < 0.2 ? [] : [5, 4]);
  stroke(surface, paths.open, palette.accent, 2.5 * lineScale);
  stroke(surface, paths.line, palette.ink, 3 * lineScale);
}

function stroke(
  { context: c }: Surface,
  path: Path2D,
  color: string,
  width: number,
  dash: readonly number[] = [],
): void {
  c.strokeStyle = color;
  c.lineWidth = width;
  c.setLineDash([...dash]);
  c.stroke(path);
  c.setLineDash([]);
}

/**
 * Draws a dotted arc from each visible table hit, or only from the selected one if there are many, to the node that
 * stored the entry.
 */
function paintHits(surface: Surface, scene: Scene, seen: readonly VisibleNode[]): void {
  const { trace, layout, shape, selected, current } = scene;
  const { camera, palette } = surface;
  const hits = seen.filter(({ stage }) => stage === 'table');
  const arcs = new Path2D();
  for (const { place } of hits) {
    if (hits.length > 12 && place.node !== selected && place.node !== current) continue;
    const source = layout.places[layout.of.get(trace.nodes[place.node]?.hit ?? -1) ?? -1];
    if (!source) continue;
    const [a, b] = [boxOf(camera, shape, place), boxOf(camera, shape, source)];
    const lift = Math.max(a.bottom, b.bottom) + 26 * camera.zoom;
    const [ax, bx] = [(a.left + a.right) / 2, (b.left + b.right) / 2];
    arcs.moveTo(ax, a.bottom);
    arcs.bezierCurveTo(ax, lift, bx, lift, bx, b.bottom);
  }
  stroke(surface, arcs, palette.accent, Math.max(1.5, 2 * camera.zoom), [2, 5]);
}

function paintDots(
  { context: c, camera, palette }: Surface,
  { shape, selected, current }: Scene,
  seen: readonly VisibleNode[],
): void {
  const colors: Readonly<Record<Stage, string>> = {
    unseen: palette.rule,
    open: palette.accent,
    done: palette.ink,
    cut: palette.edge,
    table: palette.felt,
  };
  const width = Math.max(1.5, shape.width * 0.8 * camera.zoom);
  const height = Math.max(4, Math.min(shape.height * camera.zoom, width * 1.4));
  for (const { place, stage, x, y } of seen) {
    c.fillStyle = colors[stage];
    // A cut branch is a lower dot, which is visible without colour.
    c.fillRect(x - width / 2, y, width, stage === 'cut' ? height / 4 : height);
    if (place.node !== selected && place.node !== current) continue;
    c.strokeStyle = palette.accent;
    c.lineWidth = 2;
    c.strokeRect(x - width / 2 - 3, y - 3, width + 6, height + 6);
  }
}
