/** The message catalogue of the learn pages, loaded with them. */
import { catalogueOf, type Values } from '../i18n/text';
import en from './i18n/en.json';
import ja from './i18n/ja.json';

export type Word = keyof typeof en;
export type { Values };

export const wordIn = catalogueOf(en, ja);

/** Returns a message in both languages. `words` are values that are messages themselves. */
export const sentence = (key: Word, values: Values, words: Readonly<Record<string, Word>> = {}) => {
  const inLanguage = (language: 'en' | 'ja'): string => {
    const spoken = Object.entries(words).map(([name, message]) => [name, wordIn(language, message)] as const);
    return wordIn(language, key, { ...values, ...Object.fromEntries(spoken) });
  };
  return { en: inLanguage('en'), ja: inLanguage('ja') };
};
