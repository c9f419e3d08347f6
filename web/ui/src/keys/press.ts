/** The text form of key presses, and the elements that have priority for them. */

/**
 * The focused element. text: a field, which keeps every key; control: keeps arrows, Home, End, Enter and Space; button:
 * a button or link, which keeps Enter and Space; board: its squares keep the keys of a control; page: no focus.
 */
export type Place = 'text' | 'control' | 'button' | 'board' | 'page';

export interface Press {
  /** Such as "u", "Shift+n", "Ctrl+Shift+z", "ArrowLeft", "Space". */
  combo: string;
  at: Place;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * Returns the text form of a key press. Shift is recorded with letters and named keys only; other characters imply it
 * ("?").
 */
export function comboOf({ key, ctrlKey, metaKey, shiftKey }: Pressed): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key;
  const shifted = shiftKey && (name.length > 1 || name.toUpperCase() !== name);
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shifted ? 'Shift+' : ''}${name}`;
}

export const pressOf = (event: KeyboardEvent): Press => ({
  combo: comboOf(event),
  at: placeOf(event.target instanceof Element ? event.target : null),
});

const TEXT = 'select, textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])';
const BUTTON = 'button:not([role]), a[href]:not([role]), summary';
const CONTROL = 'button, a[href], input, summary, [tabindex]:not([tabindex="-1"])';

function placeOf(target: Element | null): Place {
  if (target?.closest(TEXT)) return 'text';
  if (target?.closest('[role=grid]')) return 'board';
  const control = target?.closest(CONTROL);
  if (!control) return 'page';
  return control.matches(BUTTON) ? 'button' : 'control';
}

/**
 * Reports whether a key is a single character without Ctrl. Speech input may trigger such keys by mistake, so they can
 * be disabled (WCAG 2.1.4).
 */
export const isCharacter = (combo: string): boolean => combo.replace(/^Shift\+(?=.)/, '').length === 1;

const PRESSES = /^(Shift\+)?(Enter|Space)$/;

/** Reports whether the focused element leaves this key to the page. */
export function isFree({ combo, at }: Press): boolean {
  if (at === 'text') return false;
  if (at === 'page' || combo.startsWith('Ctrl+') || isCharacter(combo)) return true;
  return at === 'button' && !PRESSES.test(combo);
}

const BROWSERS = new Set([
  'Ctrl+w',
  'Ctrl+t',
  'Ctrl+n',
  'Ctrl+r',
  'Ctrl+l',
  'Ctrl+q',
  'Ctrl+p',
  'Ctrl+f',
  'Ctrl+s',
  'Ctrl+a',
  'Ctrl+v',
  'Ctrl+x',
]);
const NAMED =
  /^(Ctrl\+)?(Shift\+)?(.|Arrow(Left|Right|Up|Down)|Home|End|PageUp|PageDown|Enter|Space|Backspace|Delete|Insert)$/u;

/** Reports whether a key can be assigned to a command; browsers and screen readers need the others. */
export const isAssignable = (combo: string): boolean =>
  NAMED.test(combo) && !BROWSERS.has(combo) && !/^Ctrl\+\d$/.test(combo);
