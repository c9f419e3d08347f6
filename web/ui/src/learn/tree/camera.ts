/** The visible part of the tree: screen x = world x · zoom + offset, and the same for y with the zoom of the levels. */
import type { Layout, Metrics } from './layout';

export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Frame {
  width: number;
  height: number;
}

/** A rectangle on the screen. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const MARGIN = 24;
const PHONE = 500;
const MIN_ZOOM = 0.0002;
const MAX_ZOOM = 3;

export const zoomY = ({ zoom }: Camera, { leastY }: Metrics): number => Math.max(zoom, leastY);

/** Fits the whole tree into the frame, with a zoom of at most `largest`. */
export function fitAll(layout: Layout, metrics: Metrics, frame: Frame, largest = 1): Camera {
  const wide = layout.right - layout.left;
  const fits = Math.min(largest, (frame.width - 2 * MARGIN) / wide, (frame.height - 2 * MARGIN) / layout.bottom);
  const across = Math.min(largest, (frame.width - 2 * MARGIN) / wide);
  // Below leastY only the width shrinks.
  const zoom = Math.max(MIN_ZOOM, fits < metrics.leastY ? Math.min(across, metrics.leastY) : fits);
  const high = layout.bottom * Math.max(zoom, metrics.leastY);
  const y = Math.max(MARGIN, Math.min((frame.height - high) / 2, frame.height * 0.12));
  return { zoom, x: frame.width / 2 - ((layout.left + layout.right) / 2) * zoom, y };
}

/** Fits the whole tree if it is readable, else centres the root at the top. */
export function fitTop(layout: Layout, metrics: Metrics, frame: Frame): Camera {
  const least = frame.width < PHONE ? 0.55 : 0.85;
  const all = fitAll(layout, metrics, frame, 1.5);
  if (all.zoom >= 0.7 * least) return all;
  return { zoom: least, x: frame.width / 2, y: MARGIN };
}

/** Zooms by a factor, keeping the screen point (x, y) fixed. */
export function zoomAt(camera: Camera, metrics: Metrics, factor: number, x: number, y: number): Camera {
  const zoom = Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, camera.zoom * factor));
  const after = { ...camera, zoom };
  const fy = zoomY(after, metrics) / zoomY(camera, metrics);
  return { zoom, x: x - ((x - camera.x) * zoom) / camera.zoom, y: y - (y - camera.y) * fy };
}

export const panBy = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x + dx,
  y: camera.y + dy,
});

/** Returns the screen rectangle of a card. */
export function boxOf(camera: Camera, metrics: Metrics, { x, y }: { x: number; y: number }): Box {
  const half = (metrics.width / 2) * camera.zoom;
  const [middle, top] = [x * camera.zoom + camera.x, y * zoomY(camera, metrics) + camera.y];
  return { left: middle - half, right: middle + half, top, bottom: top + metrics.height * camera.zoom };
}

/** Moves the minimum distance that makes a box visible, or centres a box that was far outside. */
export function bringIn(camera: Camera, frame: Frame, box: Box): Camera {
  const shift = (from: number, to: number, size: number): number => {
    if (from > 1.4 * size || to < -0.4 * size) return size / 2 - (from + to) / 2;
    if (to - from > size - 2 * MARGIN || from < MARGIN) return MARGIN - from;
    return to > size - MARGIN ? size - MARGIN - to : 0;
  };
  const dx = shift(box.left, box.right, frame.width);
  const dy = shift(box.top, box.bottom, frame.height);
  return dx === 0 && dy === 0 ? camera : panBy(camera, dx, dy);
}
