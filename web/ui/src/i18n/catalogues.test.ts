import { describe, expect, it } from 'vitest';
import { wordIn as wordOfAnalyse } from '../analyse/text';
import { wordIn as wordOfLearn } from '../learn/text';
import { wordIn as wordOfTournaments } from '../tournaments/text';
import { wordIn as wordOfTrain } from '../train/text';
import { text } from './text';

type Catalogue = Readonly<Record<string, string>>;

const catalogues = import.meta.glob<Catalogue>('../**/{en,ja}.json', { import: 'default', eager: true });
const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * The folders of the catalogues; '' for the one shared by all pages. The keys of keys/ are command ids, which the
 * compiler checks.
 */
const FOLDERS = [
  '',
  'analyse',
  'course',
  'database',
  'engine',
  'learn',
  'machines',
  'online',
  'rules',
  'tournaments',
  'train',
] as const;
const SPOKEN = [...FOLDERS, 'keys'] as const;

/** Folders with few messages. */
const SMALL: readonly string[] = ['course', 'engine', 'machines', 'online', 'rules'];

/** Messages that may be empty. */
const EMPTY = ['bound.exact'];

function catalogue(folder: string, language: 'en' | 'ja'): Catalogue {
  const file = folder ? `../${folder}/i18n/${language}.json` : `./${language}.json`;
  const found = catalogues[file];
  if (!found) throw new Error(`no catalogue ${file} among ${Object.keys(catalogues).join(' ')}`);
  return found;
}

/** Returns the sources that may use a catalogue: those of its folder, or all for the shared one. */
const sourceOf = (folder: string): string =>
  Object.entries(sources)
    .filter(([path]) => path.startsWith(folder ? `../${folder}/` : './') || !folder)
    .map(([, source]) => source)
    .join('\n');

/** Returns the prefixes of keys that a source completes, as in word(`state.${state}`). */
const prefixesIn = (source: string): string[] =>
  Array.from(source.matchAll(/`([a-z]+\.(?:[a-z]+\.)*)\$\{/g), (m) => m[1] ?? '');

/** Returns the keys that a source passes to the lookup function. */
const namedIn = (source: string, folder: string): string[] =>
  Array.from(source.matchAll(folder ? /\bword\('([^']+)'/g : /\bt\('([^']+)'/g), (m) => m[1] ?? '');

const places = (sentence: string) => new Set(Array.from(sentence.matchAll(/\{(\w+)\}/g), (m) => m[1]));

describe.each(SPOKEN)('the catalogues of %j', (folder) => {
  const [en, ja] = [catalogue(folder, 'en'), catalogue(folder, 'ja')];
  const keys = Object.keys(en);

  it('have the same keys and placeholders in both languages', () => {
    expect(Object.keys(ja).sort()).toEqual([...keys].sort());
    for (const key of keys) expect(places(ja[key] ?? ''), key).toEqual(places(en[key] ?? ''));
  });

  it('have no empty messages', () => {
    expect(keys.filter((key) => !EMPTY.includes(key) && !(en[key] && ja[key]))).toEqual([]);
  });
});

describe.each(FOLDERS)('the words of %j', (folder) => {
  const keys = Object.keys(catalogue(folder, 'en'));
  const source = sourceOf(folder);

  it('have no unused keys', () => {
    const prefixes = folder ? prefixesIn(source) : []; // Keys of the shared catalogue are never completed.
    expect(
      keys.filter((key) => !source.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix))),
    ).toEqual([]);
  });

  it('have every key that a source uses', () => {
    const named = namedIn(source, folder);
    expect(named.length).toBeGreaterThan(SMALL.includes(folder) ? 5 : 50);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });
});

it('finds every catalogue', () => {
  expect(Object.keys(catalogues)).toHaveLength(2 * SPOKEN.length);
});

describe('a message', () => {
  it('selects its plural form by the number', () => {
    expect([
      text('en', 'score.discs', { n: 1 }),
      text('en', 'score.discs', { n: 2 }),
      text('ja', 'score.discs', { n: 2 }),
    ]).toEqual(['1 disc', '2 discs', '2枚']);
    expect([wordOfAnalyse('en', 'now.preview', { n: 1 }), wordOfAnalyse('en', 'now.preview', { n: 3 })]).toEqual([
      '1 move ahead',
      '3 moves ahead',
    ]);
    expect([wordOfLearn('en', 'node.plies', { n: 1 }), wordOfLearn('ja', 'node.plies', { n: 3 })]).toEqual([
      '1 ply',
      '3手',
    ]);
    expect([wordOfTournaments('en', 'players.n', { n: 1 }), wordOfTournaments('ja', 'players.n', { n: 3 })]).toEqual([
      '1 player',
      '3名',
    ]);
    expect([wordOfTrain('en', 'when.days', { n: 1 }), wordOfTrain('ja', 'discs', { n: 6 })]).toEqual([
      'in 1 day',
      '6石',
    ]);
  });
});
