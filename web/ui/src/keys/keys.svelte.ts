/** Keyboard handling with the user's key bindings: call `handleKey` from a page's window keydown handler. */
import { settings } from '../session/settings.svelte';
import { commandById, commandFor, keysOf, type CommandId, type Scope } from './commands';
import { isCharacter, isFree, pressOf } from './press';

export type Actions = Readonly<Partial<Record<CommandId, () => void>>>;

/**
 * Runs the action for the pressed key, if the page has one. Dialogs, text fields, and handlers that called
 * preventDefault take precedence. The default is prevented even if the action has no effect.
 */
export function handleKey(event: KeyboardEvent, scope: Scope, actions: Actions): void {
  if (event.defaultPrevented || event.altKey || event.isComposing || document.querySelector('dialog[open]')) return;
  const press = pressOf(event);
  if (!isFree(press) || (!settings.letterKeys && isCharacter(press.combo))) return;
  if (press.combo === 'Ctrl+c' && getSelection()?.isCollapsed === false) return; // Copies the selected text.
  const id = commandFor(press.combo, scope, settings.keys);
  const action = id && actions[id];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Returns the current keys of a command except disabled ones, for tooltips and `aria-keyshortcuts`. */
export const keysNow = (id: CommandId): readonly string[] =>
  keysOf(commandById(id), settings.keys).filter((key) => settings.letterKeys || !isCharacter(key));

/** Returns the keys in the format of `aria-keyshortcuts`: "Control+z". */
export const keyShortcuts = (id: CommandId): string | undefined =>
  keysNow(id)
    .map((key) => key.replace('Ctrl+', 'Control+'))
    .join(' ') || undefined;
