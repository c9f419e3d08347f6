/** The message catalogue of the database page, loaded with it. */
import { catalogueOf } from '../i18n/text';
import en from './i18n/en.json';
import ja from './i18n/ja.json';

export type Word = keyof typeof en;

export const wordIn = catalogueOf(en, ja);
