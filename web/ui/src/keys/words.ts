/** The names of commands and keys, loaded with the dialog instead of the page. */
import { settings } from '../session/settings.svelte';
import { t } from '../i18n/t';
import { catalogueOf } from '../i18n/text';
import type { CommandId } from './commands';
import en from './i18n/en.json';
import ja from './i18n/ja.json';

const nameIn = catalogueOf<CommandId>(en, ja);

export const commandName = (id: CommandId): string => nameIn(settings.language, id);

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};

/** Returns the display form of a key: "Ctrl+Shift+Z", "←", "u". */
export function keyName(combo: string): string {
  const parts = combo.split(/\+(?=.)/);
  const last = parts.pop() ?? '';
  const name = last === 'Space' ? t('keys.space.name') : (SIGNS[last] ?? last);
  return [...parts, parts.length && name.length === 1 ? name.toUpperCase() : name].join('+');
}
