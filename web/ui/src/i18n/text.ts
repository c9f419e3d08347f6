/** The page's words. A key is checked by the compiler; language.test.ts checks that no key is missing or unused. */
import en from './en.json';
import ja from './ja.json';
import type { Language } from './language';

export type Key = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

const CATALOGUES: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { en, ja };

/** The sentence of a key, its {places} filled in. "one|many" takes its form from the value `n`. */
export function text(language: Language, key: Key, values: Values = {}): string {
  return filled(CATALOGUES[language][key], values);
}

/** A sentence of any catalogue with its {places} filled in. */
export function filled(source: string, values: Values): string {
  const sentence = pluralForm(source, values['n']);
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function pluralForm(sentence: string, n: string | number | undefined): string {
  const [one = '', many] = sentence.split('|');
  return many === undefined || n === 1 ? one : many;
}
