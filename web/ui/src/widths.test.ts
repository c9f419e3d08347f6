import { expect, it } from 'vitest';

const COLUMNS = 120;

/** The generated schema is excluded. */
const sources = import.meta.glob<string>(
  ['./**/*.{ts,svelte,css}', '../*.{ts,mjs,mts}', '../e2e/*.mjs', '!./api/schema.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/** SVG path data, which line breaks would not make more readable. */
const PATH_DATA = /^\s*\w+: '[Mm][-\d\s.a-zA-Z]+',$/;

/** Characters of Chinese and Japanese text, which take two columns. */
const DOUBLE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;

const columns = (line: string) => [...line].length + (line.match(DOUBLE)?.length ?? 0);

function tooWide(path: string, text: string): string[] {
  const isWide = (line: string) => columns(line) > COLUMNS && !PATH_DATA.test(line);
  return text.split('\n').flatMap((line, i) => (isWide(line) ? [`${path}:${i + 1}`] : []));
}

it('reports a line that is too wide, except path data', () => {
  const path = `  star: 'M1 2${'l1.5-2'.repeat(30)}z',`;
  expect(tooWide('a.ts', `ok\n${'x'.repeat(120)}\n${'x'.repeat(121)}\n${path}\n${'石'.repeat(61)}`)).toEqual([
    'a.ts:3',
    'a.ts:5',
  ]);
});

it('finds no line wider than 120 columns in the front-end and its tests', () => {
  expect(Object.keys(sources)).toEqual(expect.arrayContaining(['./App.svelte', '../e2e/harness.mjs']));
  expect(Object.entries(sources).flatMap(([path, text]) => tooWide(path, text))).toEqual([]);
});
