/** Drawing on the board: with the right mouse button, or with a long press on touch screens. */
import type { Shapes } from './shapes.svelte';

const LONG_PRESS_MS = 420;
/** A finger that moves farther scrolls instead. */
const STILL_PX = 10;

const squareAt = (x: number, y: number): string =>
  document.elementFromPoint(x, y)?.closest('[data-square]')?.getAttribute('data-square') ?? '';

/** A Svelte action for an element that contains the board; `position` returns the position that is drawn on. */
export function drawing(node: HTMLElement, options: { shapes: Shapes; position: () => string }) {
  const { shapes, position } = options;
  let from = '';
  let timer = 0;
  let begun: { x: number; y: number } | null = null;
  const listeners = new AbortController();
  const { signal } = listeners;

  const begin = (square: string) => {
    from = square;
    shapes.pending = square ? { from: square, to: square } : null;
  };
  const stop = () => {
    clearTimeout(timer);
    from = '';
    begun = null;
    shapes.pending = null;
  };
  const suppressClick = () => {
    const off = new AbortController();
    node.addEventListener('click', (event) => event.stopPropagation(), {
      capture: true,
      once: true,
      signal: off.signal,
    });
    setTimeout(() => off.abort(), 50);
  };

  node.addEventListener(
    'pointerdown',
    (event) => {
      const square = squareAt(event.clientX, event.clientY);
      if (!square) return;
      if (event.pointerType === 'mouse') {
        if (event.button === 2) begin(square);
        return;
      }
      if (!event.isPrimary) return stop();
      begun = { x: event.clientX, y: event.clientY };
      timer = window.setTimeout(() => begin(square), LONG_PRESS_MS);
    },
    { signal },
  );

  const move = (x: number, y: number) => {
    if (from) {
      const to = squareAt(x, y);
      if (to) shapes.pending = { from, to };
    } else if (begun && Math.hypot(x - begun.x, y - begun.y) > STILL_PX) stop();
  };
  node.addEventListener('pointermove', (event) => move(event.clientX, event.clientY), { signal });
  // Prevents scrolling while an arrow is drawn; only a touch listener can do that.
  node.addEventListener(
    'touchmove',
    (event) => {
      if (!from) return;
      event.preventDefault();
      const [touch] = Array.from(event.touches);
      if (touch) move(touch.clientX, touch.clientY);
    },
    { passive: false, signal },
  );

  const end = () => {
    const drawn = shapes.pending;
    const touched = begun !== null;
    stop();
    if (!drawn) return;
    shapes.toggle(position(), drawn);
    if (touched) suppressClick();
  };
  node.addEventListener('pointerup', end, { signal });
  node.addEventListener('touchend', end, { signal });
  node.addEventListener(
    'pointercancel',
    () => {
      if (!from) stop();
    },
    { signal },
  );
  node.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  node.addEventListener(
    'pointerleave',
    (event) => {
      if (event.pointerType === 'mouse') stop();
    },
    { signal },
  );

  return { destroy: () => listeners.abort() };
}
