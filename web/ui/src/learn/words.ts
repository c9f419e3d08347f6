/** The classroom's words in the chosen language: reactive, since it reads the settings. */
import { settings } from '../session/settings.svelte';
import { wordIn, type Values, type Word } from './text';
import type { Sentence } from './tree/types';

export type { Word };

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** A sentence that comes in both languages, from a lesson or from the server. */
export const spoken = (sentence: Sentence): string => sentence[settings.language];
