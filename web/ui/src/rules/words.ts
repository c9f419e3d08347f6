/** Text about the rules in the selected language. The functions are reactive, since they read the settings. */
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { wordIn, type Word } from './text';

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);
