import { describe, expect, it } from 'vitest';
import { COMMANDS, commandFor, keysOf, rivalOf, type Scope } from './commands';
import en from './i18n/en.json';
import ja from './i18n/ja.json';
import { comboOf, isAssignable, isCharacter, isFree } from './press';

const pressed = (key: string, change: Partial<Parameters<typeof comboOf>[0]> = {}) =>
  comboOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...change });

describe('the table of keys', () => {
  it('gives no key to two commands of one page', () => {
    for (const command of COMMANDS)
      for (const key of command.keys) expect(rivalOf(command.id, key, {}), `${command.id} ${key}`).toBeNull();
  });

  it('holds only keys that a person could choose, once each', () => {
    for (const { id, keys } of COMMANDS) for (const key of keys) expect(isAssignable(key), `${id} ${key}`).toBe(true);
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  });

  it('has a name for every command in both languages, and no other', () => {
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

  it('follows what a person chose, which replaces the keys of the table', () => {
    const remapped = { undo: ['w'], redo: [] };
    expect(commandFor('w', 'play', remapped)).toBe('undo');
    expect(commandFor('u', 'play', remapped)).toBeNull();
    expect(commandFor('r', 'play', remapped)).toBeNull();
  });
});

describe('rivalOf', () => {
  it('names who has the key on a page of the command, also after a change', () => {
    expect(rivalOf('resign', 'n', {})).toBe('newGame');
    expect(rivalOf('newGame', 'l', {})).toBe('computers');
    expect(rivalOf('resign', 'n', { newGame: ['m'] })).toBeNull();
    expect(rivalOf('legal', 'w', { computers: ['w'] })).toBe('computers');
  });

  it('lets pages that share nothing use one key', () => {
    expect(rivalOf('newGame', 'n', {})).toBeNull();
    expect(keysOf({ id: 'nextMistake', scopes: ['analyse'], keys: ['n'] }, {})).toEqual(['n']);
  });
});

describe('comboOf', () => {
  it('counts Shift with letters and named keys only, Command as Ctrl, and no caps lock', () => {
    expect(pressed('N', { shiftKey: true })).toBe('Shift+n');
    expect(pressed('N')).toBe('n');
    expect(pressed('?', { shiftKey: true })).toBe('?');
    expect(pressed('Z', { metaKey: true, shiftKey: true })).toBe('Ctrl+Shift+z');
    expect(pressed(' ')).toBe('Space');
    expect(pressed('ArrowLeft', { shiftKey: true })).toBe('Shift+ArrowLeft');
  });
});

describe('isFree', () => {
  it('leaves fields every key, controls their own, buttons theirs', () => {
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
  it('is every key of one character without Ctrl (WCAG 2.1.4)', () => {
    expect(['u', 'Shift+n', '?', '1', '+'].every(isCharacter)).toBe(true);
    expect(['Ctrl+z', 'Space', 'Enter', 'Shift+ArrowLeft'].some(isCharacter)).toBe(false);
  });
});

describe('isAssignable', () => {
  it('refuses what browsers and screen readers need', () => {
    expect(['Tab', 'Escape', 'F5', 'Ctrl+w', 'Ctrl+1', 'Shift'].some(isAssignable)).toBe(false);
    expect(['a', '?', 'ArrowUp', 'Ctrl+z', 'PageDown', 'Shift+n'].every(isAssignable)).toBe(true);
  });
});
