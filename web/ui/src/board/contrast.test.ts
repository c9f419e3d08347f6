import { describe, expect, it } from 'vitest';
import { BOARDS } from './themes';
import css from './themes.css?raw';

/** WCAG 2.2, 1.4.11: parts of a graphic that are needed to understand it. */
const GRAPHIC = 3;
/** WCAG 2.2, 1.4.3: text. */
const TEXT = 4.5;

/** Returns the colours of a board, by variable, in the light (0) or dark (1) scheme. */
function coloursOf(board: string, scheme: 0 | 1): Record<string, string> {
  const block = new RegExp(`\\[data-board="${board}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  const found = Array.from(block.matchAll(/--([a-z-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g));
  return Object.fromEntries(
    found.map(([, name = '', light = '', dark = '', both]) => [name, both ?? (scheme === 0 ? light : dark)]),
  );
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [less = 0, more = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (more + 0.05) / (less + 0.05);
}

it('measures contrast as WCAG defines it', () => {
  expect([contrast('#000', '#ffffff'), contrast('#777', '#777')]).toEqual([21, 1]);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('offers at least four boards', () => {
  expect(BOARDS.length).toBeGreaterThanOrEqual(4);
  expect(BOARDS.every((board) => css.includes(`[data-board="${board}"]`))).toBe(true);
});

describe.each(BOARDS.flatMap((board) => [[board, 0] as const, [board, 1] as const]))(
  '%s, scheme %d',
  (board, scheme) => {
    const colours = coloursOf(board, scheme);
    const between = (a: string, b: string) => contrast(colours[a] ?? '', colours[b] ?? '');

    it.each(['felt', 'felt-deep'])('both discs stand out from %s', (ground) => {
      expect(between('disc-black', ground)).toBeGreaterThanOrEqual(GRAPHIC);
      expect(between('disc-white', ground)).toBeGreaterThanOrEqual(GRAPHIC);
    });

    it('the discs differ, and the coordinates are readable', () => {
      expect(between('disc-black', 'disc-white')).toBeGreaterThanOrEqual(10);
      expect(between('lacquer', 'lacquer-ink')).toBeGreaterThanOrEqual(TEXT);
    });
  },
);
