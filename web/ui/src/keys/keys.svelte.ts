/** The keys as a person has set them: call `handleKey` from a page's window keydown. */
import { settings } from '../session/settings.svelte';
import { commandById, commandFor, keysOf, type CommandId, type Scope } from './commands';
import { isCharacter, isFree, pressOf } from './press';

export type Actions = Readonly<Partial<Record<CommandId, () => void>>>;

/**
 * Runs what the pressed key calls on this page, if `actions` has it. Dialogs, text fields and whoever prevented the
 * default come first. An action that has nothing to do may return without effect; the key is taken all the same.
 */
export function handleKey(event: KeyboardEvent, scope: Scope, actions: Actions): void {
  if (event.defaultPrevented || event.altKey || event.isComposing || document.querySelector('dialog[open]')) return;
  const press = pressOf(event);
  if (!isFree(press) || (!settings.letterKeys && isCharacter(press.combo))) return;
  if (press.combo === 'Ctrl+c' && getSelection()?.isCollapsed === false) return; // Copying selected words.
  const id = commandFor(press.combo, scope, settings.keys);
  const action = id && actions[id];
  if (!action) return;
  event.preventDefault();
  action();
}

/** The keys of a command as they are now, without those that are switched off: for tooltips and `aria-keyshortcuts`. */
export const keysNow = (id: CommandId): readonly string[] =>
  keysOf(commandById(id), settings.keys).filter((key) => settings.letterKeys || !isCharacter(key));

/** For `aria-keyshortcuts`: "Control+z". */
export const keyShortcuts = (id: CommandId): string | undefined =>
  keysNow(id)
    .map((key) => key.replace('Ctrl+', 'Control+'))
    .join(' ') || undefined;
