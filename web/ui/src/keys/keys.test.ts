import { describe, expect, it } from 'vitest';
import { COMMANDS, commandFor, keysOf, conflictOf, type Scope } from './commands';
import en from './i18n/en.json';
import ja from './i18n/ja.json';
import { comboOf, isAssignable, isCharacter, isFree } from './press';

const pressed = (key: string, change: Partial<Parameters<typeof comboOf>[0]> = {}) =>
  comboOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...change });

describe('the commands', () => {
  it('have distinct keys on each page', () => {
    for (const command of COMMANDS)
      for (const key of command.keys) expect(conflictOf(command.id, key, {}), `${command.id} ${key}`).toBeNull();
  });

  it('use only assignable keys, each once', () => {
    for (const { id, keys } of COMMANDS) for (const key of keys) expect(isAssignable(key), `${id} ${key}`).toBe(true);
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  });

  it('have exactly one name each, in both languages', () => {
    const ids = COMMANDS.map(({ id }) => id).sort();
    expect(Object.keys(en).sort()).toEqual(ids);
    expect(Object.keys(ja).sort()).toEqual(ids);
  });
});

describe('commandFor', () => {
  it.each<[string, Scope, string | null]>([
    ['ArrowLeft', 'play', 'back'],
    ['u', 'play', 'undo'],
    ['Ctrl+Shift+z', 'play', 'redo'],
    ['n', 'play', 'newGame'],
    ['n', 'analyse', 'nextMistake'],
    ['Shift+n', 'analyse', 'previousMistake'],
    ['u', 'record', null],
    ['?', 'record', 'keys'],
  ])('%s on %s is %s', (key, scope, id) => expect(commandFor(key, scope, {})).toBe(id));

  it('uses the user’s keys in place of the defaults', () => {
    const remapped = { undo: ['w'], redo: [] };
    expect(commandFor('w', 'play', remapped)).toBe('undo');
    expect(commandFor('u', 'play', remapped)).toBeNull();
    expect(commandFor('r', 'play', remapped)).toBeNull();
  });
});

describe('conflictOf', () => {
  it('returns the command that has the key on a shared page, also after a change', () => {
    expect(conflictOf('resign', 'n', {})).toBe('newGame');
    expect(conflictOf('newGame', 'l', {})).toBe('computers');
    expect(conflictOf('resign', 'n', { newGame: ['m'] })).toBeNull();
    expect(conflictOf('legal', 'w', { computers: ['w'] })).toBe('computers');
  });

  it('allows the same key on pages without common commands', () => {
    expect(conflictOf('newGame', 'n', {})).toBeNull();
    expect(keysOf({ id: 'nextMistake', scopes: ['analyse'], keys: ['n'] }, {})).toEqual(['n']);
  });
});

describe('comboOf', () => {
  it('records Shift with letters and named keys only, treats Command as Ctrl, and ignores caps lock', () => {
    expect(pressed('N', { shiftKey: true })).toBe('Shift+n');
    expect(pressed('N')).toBe('n');
    expect(pressed('?', { shiftKey: true })).toBe('?');
    expect(pressed('Z', { metaKey: true, shiftKey: true })).toBe('Ctrl+Shift+z');
    expect(pressed(' ')).toBe('Space');
    expect(pressed('ArrowLeft', { shiftKey: true })).toBe('Shift+ArrowLeft');
  });
});

describe('isFree', () => {
  it('leaves text fields every key, and controls and buttons their own keys', () => {
    expect(isFree({ combo: 'u', at: 'text' })).toBe(false);
    expect(isFree({ combo: 'Ctrl+z', at: 'text' })).toBe(false);
    expect(isFree({ combo: 'ArrowLeft', at: 'control' })).toBe(false);
    expect(isFree({ combo: 'ArrowLeft', at: 'board' })).toBe(false);
    expect(isFree({ combo: 'ArrowLeft', at: 'button' })).toBe(true);
    expect(isFree({ combo: 'Enter', at: 'button' })).toBe(false);
    expect(isFree({ combo: 'Enter', at: 'page' })).toBe(true);
    expect(isFree({ combo: 'u', at: 'board' })).toBe(true);
    expect(isFree({ combo: 'Ctrl+z', at: 'control' })).toBe(true);
  });
});

describe('isCharacter', () => {
  it('is true for single-character keys without Ctrl (WCAG 2.1.4)', () => {
    expect(['u', 'Shift+n', '?', '1', '+'].every(isCharacter)).toBe(true);
    expect(['Ctrl+z', 'Space', 'Enter', 'Shift+ArrowLeft'].some(isCharacter)).toBe(false);
  });
});

describe('isAssignable', () => {
  it('rejects keys that browsers and screen readers need', () => {
    expect(['Tab', 'Escape', 'F5', 'Ctrl+w', 'Ctrl+1', 'Shift'].some(isAssignable)).toBe(false);
    expect(['a', '?', 'ArrowUp', 'Ctrl+z', 'PageDown', 'Shift+n'].every(isAssignable)).toBe(true);
  });
});
