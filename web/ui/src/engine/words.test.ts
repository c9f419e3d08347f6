import { describe, expect, it } from 'vitest';
import en from './i18n/en.json';
import ja from './i18n/ja.json';

const sources = import.meta.glob<string>(['./*.{ts,svelte}', '!./*.test.ts'], { query: '?raw', import: 'default', eager: true });
const all = Object.values(sources).join('\n');
const keys = Object.keys(en) as (keyof typeof en)[];
/** Keys that a source puts together, as word(`now.${state}`). */
const prefixes = Array.from(all.matchAll(/`([a-z]+\.)\$\{/g), (m) => m[1] ?? '');
const places = (sentence: string) => new Set(Array.from(sentence.matchAll(/\{(\w+)\}/g), (m) => m[1]));

describe('the words about engines', () => {
  it('have the same keys and the same places in both languages, and none is empty', () => {
    expect(Object.keys(ja).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect(places(ja[key]), key).toEqual(places(en[key]));
      expect(Math.min(en[key].length, ja[key].length), key).toBeGreaterThan(0);
    }
  });

  it('are all used, and every word used is there', () => {
    const unused = keys.filter((key) => !all.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
    const named = Array.from(all.matchAll(/\bword\('([^']+)'/g), (m) => m[1] ?? '');
    expect(named.filter((key) => !(keys as string[]).includes(key))).toEqual([]);
  });
});
