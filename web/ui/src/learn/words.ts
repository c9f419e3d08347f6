/** Text of the learn pages in the selected language. The functions are reactive, since they read the settings. */
import { settings } from '../session/settings.svelte';
import { wordIn, type Values, type Word } from './text';
import type { Sentence } from './tree/types';

export type { Word };

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** Returns a bilingual sentence of a lesson or the server in the selected language. */
export const spoken = (sentence: Sentence): string => sentence[settings.language];
