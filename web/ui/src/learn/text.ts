/** The message catalogue of the learn pages, loaded with them. */
import { catalogueOf, type Values } from '../i18n/text';
import en from './i18n/en.json';
import ja from './i18n/ja.json';

export type Word = keyof typeof en;
export type { Values };

export const wordIn = catalogueOf(en, ja);
