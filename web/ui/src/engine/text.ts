/** The message catalogue of the engine selection. */
import { catalogueOf, type Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import en from './i18n/en.json';
import ja from './i18n/ja.json';

export type Word = keyof typeof en;

const wordIn = catalogueOf(en, ja);

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);
