/**
 * Words in two languages. A key is checked by the compiler; catalogues.test.ts checks that none is missing or unused.
 */
import en from './en.json';
import ja from './ja.json';
import type { Language } from './language';

export type Key = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

type Catalogue<Key extends string> = Readonly<Record<Key, string>>;

/** What is shown in place of a value that is not known. */
export const UNKNOWN = '–';

/**
 * The sentences of a catalogue, by language and key, with their {places} filled in. "one|many" takes its form from the
 * value `n`.
 */
export const catalogueOf = <Key extends string>(english: Catalogue<Key>, japanese: Catalogue<Key>) => {
  const catalogues: Readonly<Record<Language, Catalogue<Key>>> = { en: english, ja: japanese };
  return (language: Language, key: Key, values: Values = {}): string => filled(catalogues[language][key], values);
};

/** The words of all pages. */
export const text = catalogueOf(en, ja);

function filled(source: string, values: Values): string {
  const sentence = pluralForm(source, values['n']);
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function pluralForm(sentence: string, n: string | number | undefined): string {
  const [one = '', many] = sentence.split('|');
  return many === undefined || n === 1 ? one : many;
}
