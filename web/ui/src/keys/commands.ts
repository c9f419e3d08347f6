/**
 * The commands of all pages with their keys. A command of several pages is listed once, so that its keys are the same
 * everywhere. Two commands of one page never share a key. The names are in i18n/, by id.
 *
 * Keys are written as returned by `comboOf`: "u", "Shift+n", "Ctrl+z", "ArrowLeft", "Space", "?".
 */

/** The pages on which a command is available. */
export type Scope = 'play' | 'analyse' | 'train' | 'learn' | 'tournaments' | 'record' | 'machines';

export interface Command {
  id: string;
  scopes: readonly Scope[];
  keys: readonly string[];
}

const ALL: readonly Scope[] = ['play', 'analyse', 'train', 'learn', 'tournaments', 'record', 'machines'];
/** Pages with a board. */
const BOARDS: readonly Scope[] = ['play', 'analyse', 'train', 'tournaments'];
const PLAY: readonly Scope[] = ['play'];
const ANALYSE: readonly Scope[] = ['analyse'];

export const COMMANDS = [
  { id: 'keys', scopes: ALL, keys: ['?'] },
  { id: 'settings', scopes: ALL, keys: [','] },

  { id: 'back', scopes: BOARDS, keys: ['ArrowLeft'] },
  { id: 'forward', scopes: BOARDS, keys: ['ArrowRight'] },
  { id: 'first', scopes: BOARDS, keys: ['Home'] },
  { id: 'last', scopes: BOARDS, keys: ['End'] },
  { id: 'coordinates', scopes: BOARDS, keys: ['c'] },
  { id: 'flip', scopes: BOARDS, keys: ['f'] },
  { id: 'speak', scopes: ['play', 'analyse'], keys: ['e'] },
  { id: 'copy', scopes: ['play', 'analyse'], keys: ['Ctrl+c'] },

  { id: 'undo', scopes: ['play', 'analyse', 'train'], keys: ['u', 'Ctrl+z'] },
  { id: 'redo', scopes: ['play', 'analyse'], keys: ['r', 'Ctrl+y', 'Ctrl+Shift+z'] },
  { id: 'hint', scopes: ['play', 'train'], keys: ['h'] },
  { id: 'newGame', scopes: PLAY, keys: ['n'] },
  { id: 'pass', scopes: PLAY, keys: ['p'] },
  { id: 'resign', scopes: PLAY, keys: ['x'] },
  { id: 'computers', scopes: PLAY, keys: ['l'] },
  { id: 'computerMove', scopes: PLAY, keys: ['Enter'] },
  { id: 'playPause', scopes: ['play', 'tournaments'], keys: ['Space'] },
  { id: 'legal', scopes: PLAY, keys: ['d'] },
  { id: 'analyseGame', scopes: PLAY, keys: ['a'] },

  { id: 'engine', scopes: ANALYSE, keys: ['l'] },
  { id: 'best', scopes: ANALYSE, keys: ['Space'] },
  { id: 'variationUp', scopes: ANALYSE, keys: ['ArrowUp'] },
  { id: 'variationDown', scopes: ANALYSE, keys: ['ArrowDown'] },
  { id: 'nextMistake', scopes: ANALYSE, keys: ['n'] },
  { id: 'previousMistake', scopes: ANALYSE, keys: ['Shift+n'] },
  { id: 'values', scopes: ANALYSE, keys: ['h'] },
  { id: 'command', scopes: ANALYSE, keys: ['/'] },
  { id: 'line1', scopes: ANALYSE, keys: ['1'] },
  { id: 'line2', scopes: ANALYSE, keys: ['2'] },
  { id: 'line3', scopes: ANALYSE, keys: ['3'] },
  { id: 'line4', scopes: ANALYSE, keys: ['4'] },
  { id: 'line5', scopes: ANALYSE, keys: ['5'] },
  { id: 'line6', scopes: ANALYSE, keys: ['6'] },
  { id: 'line7', scopes: ANALYSE, keys: ['7'] },
  { id: 'line8', scopes: ANALYSE, keys: ['8'] },
  { id: 'line9', scopes: ANALYSE, keys: ['9'] },

  { id: 'nextPuzzle', scopes: ['train'], keys: ['n'] },
  { id: 'solution', scopes: ['train'], keys: ['s'] },
] as const satisfies readonly Command[];

export type CommandId = (typeof COMMANDS)[number]['id'];

export const commandsOf = (scope: Scope): readonly (Command & { id: CommandId })[] =>
  COMMANDS.filter((command) => (command.scopes as readonly Scope[]).includes(scope));

/** The user's key bindings, which replace the defaults. */
export type Remapped = Readonly<Partial<Record<CommandId, readonly string[]>>>;

export const keysOf = (command: Command & { id: CommandId }, remapped: Remapped): readonly string[] =>
  remapped[command.id] ?? command.keys;

const byId = new Map<string, Command & { id: CommandId }>(COMMANDS.map((command) => [command.id, command]));

export const commandById = (id: CommandId): Command & { id: CommandId } => {
  const command = byId.get(id);
  if (!command) throw new Error(`unknown command ${id}`);
  return command;
};

/** Returns the command of a key on a page, or null. */
export function commandFor(key: string, scope: Scope, remapped: Remapped): CommandId | null {
  return commandsOf(scope).find((command) => keysOf(command, remapped).includes(key))?.id ?? null;
}

/** Returns another command with the same key on a page of this command, or null. */
export function conflictOf(id: CommandId, key: string, remapped: Remapped): CommandId | null {
  const mine = commandById(id).scopes;
  const conflict = COMMANDS.find((other) => {
    const shared = (other.scopes as readonly Scope[]).some((scope) => mine.includes(scope));
    return other.id !== id && shared && keysOf(other, remapped).includes(key);
  });
  return conflict?.id ?? null;
}
