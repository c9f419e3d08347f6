import { describe, expect, it } from 'vitest';
import en from './i18n/en.json';
import ja from './i18n/ja.json';
import { wordIn, type Word } from './text';

const sources = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true });
const all = Object.values(sources).join('\n');
const keys = Object.keys(en) as Word[];
/** Keys that a source puts together, as word(`algo.${name}`). */
const prefixes = new Set(Array.from(all.matchAll(/word\(`([a-z.]+)\$\{/g), (m) => m[1] ?? ''));
const places = (sentence: string) => new Set(Array.from(sentence.matchAll(/\{(\w+)\}/g), (m) => m[1]));

describe('the classroom’s words', () => {
  it('have the same keys and the same places in both languages', () => {
    expect(Object.keys(ja).sort()).toEqual([...keys].sort());
    for (const key of keys) expect(places(ja[key]), key).toEqual(places(en[key]));
  });

  it('are empty nowhere, except a bound that needs no word', () => {
    for (const key of keys.filter((k) => k !== 'bound.exact')) expect(Math.min(en[key].length, ja[key].length), key).toBeGreaterThan(0);
  });

  it('are all used, and every word used is there', () => {
    const unused = keys.filter((key) => !all.includes(`'${key}'`) && ![...prefixes].some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
    const named = Array.from(all.matchAll(/\bword\('([^']+)'/g), (m) => m[1]);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((key) => !(keys as string[]).includes(key ?? ''))).toEqual([]);
  });

  it('take their form from the number', () => {
    expect(wordIn('en', 'node.plies', { n: 1 })).toBe('1 ply');
    expect(wordIn('en', 'node.plies', { n: 3 })).toBe('3 plies');
    expect(wordIn('ja', 'node.plies', { n: 3 })).toBe('3手');
  });
});
