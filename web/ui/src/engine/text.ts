/** The words about which engine answers. words.test.ts checks that none is missing or unused. */
import { filled, type Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import en from './i18n/en.json';
import ja from './i18n/ja.json';

export type Word = keyof typeof en;

const CATALOGUES = { en, ja };

export const word = (key: Word, values: Values = {}): string => filled(CATALOGUES[settings.language][key], values);
