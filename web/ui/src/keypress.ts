import type { KeyPress } from './game/keys';

/** A keyboard event as the keys see it: which key, and what kind of element would also like to have it. */
export function pressOf(event: KeyboardEvent): KeyPress {
  const target = event.target instanceof Element ? event.target : null;
  return { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, at: placeOf(target) };
}

const TEXT = 'select, textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])';
const CONTROL = 'button, a[href], input, summary, [tabindex]:not([tabindex="-1"])';

function placeOf(target: Element | null): KeyPress['at'] {
  if (target?.closest(TEXT)) return 'text';
  if (target?.closest('[role=grid]')) return 'board';
  return target?.closest(CONTROL) ? 'control' : 'page';
}
