/** The classroom's own words: a catalogue apart, loaded with the classroom. words.test.ts checks that none is missing or unused. */
import type { Language } from '../i18n/language';
import { filled, type Values } from '../i18n/text';
import en from './i18n/en.json';
import ja from './i18n/ja.json';

export type Word = keyof typeof en;
export type { Values };

const CATALOGUES: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { en, ja };

/** The sentence of a key with its {places} filled in; "one|many" takes its form from `n`. */
export const wordIn = (language: Language, key: Word, values: Values = {}): string => filled(CATALOGUES[language][key], values);
