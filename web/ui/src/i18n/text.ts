/**
 * Message catalogues in two languages. The compiler checks that keys exist; catalogues.test.ts checks that none is
 * missing or unused.
 */
import en from './en.json';
import ja from './ja.json';
import type { Language } from './language';

export type Key = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

type Catalogue<Key extends string> = Readonly<Record<Key, string>>;

/** Shown in place of an unknown value. */
export const UNKNOWN = '–';

/**
 * Returns the lookup function of a catalogue. It fills in {placeholders} and selects the plural form of "one|many" by
 * the value `n`.
 */
export const catalogueOf = <Key extends string>(english: Catalogue<Key>, japanese: Catalogue<Key>) => {
  const catalogues: Readonly<Record<Language, Catalogue<Key>>> = { en: english, ja: japanese };
  return (language: Language, key: Key, values: Values = {}): string => filled(catalogues[language][key], values);
};

/** The catalogue shared by all pages. */
export const text = catalogueOf(en, ja);

function filled(source: string, values: Values): string {
  const sentence = pluralForm(source, values['n']);
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function pluralForm(sentence: string, n: string | number | undefined): string {
  const [one = '', many] = sentence.split('|');
  return many === undefined || n === 1 ? one : many;
}
