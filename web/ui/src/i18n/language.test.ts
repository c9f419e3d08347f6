import { describe, expect, it } from 'vitest';
import en from './en.json';
import ja from './ja.json';
import { firstLanguage } from './language';
import { text, type Key } from './text';

const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], {
  query: '?raw', import: 'default', eager: true,
});
const written = new Set(
  Object.values(sources).flatMap((source) => Array.from(source.matchAll(/'([a-z]+(?:\.[A-Za-z0-9]+)+)'/g), (m) => m[1])),
);
const keys = Object.keys(en) as Key[];
const places = (sentence: string) => Array.from(sentence.matchAll(/\{(\w+)\}/g), (m) => m[1]);

describe('the catalogues', () => {
  it('have the same keys', () => {
    expect(Object.keys(ja).sort()).toEqual([...keys].sort());
  });

  it('hold no key that no source names', () => {
    expect(keys.filter((key) => !written.has(key))).toEqual([]);
  });

  it('hold every key that a source names', () => {
    const called = Object.values(sources).flatMap((source) => Array.from(source.matchAll(/\bt\('([^']+)'/g), (m) => m[1]));
    expect(called.length).toBeGreaterThan(50);
    expect(called.filter((key) => !(keys as string[]).includes(key ?? ''))).toEqual([]);
  });

  it('are nowhere empty, and fill in the same places in both languages', () => {
    for (const key of keys) {
      expect(ja[key], key).not.toBe('');
      expect(new Set(places(ja[key])), key).toEqual(new Set(places(en[key])));
    }
  });
});

describe('text', () => {
  it('fills in values and chooses the plural', () => {
    expect(text('en', 'score.discs', { n: 1 })).toBe('1 disc');
    expect(text('en', 'score.discs', { n: 2 })).toBe('2 discs');
    expect(text('ja', 'score.discs', { n: 2 })).toBe('2枚');
  });
});

describe('firstLanguage', () => {
  it.each([
    [['ja-JP', 'en'], 'ja'],
    [['de', 'en-GB', 'ja'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ] as const)('of %j is %s', (wanted, language) => {
    expect(firstLanguage(wanted)).toBe(language);
  });
});
