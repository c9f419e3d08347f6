import { describe, expect, it } from 'vitest';
import { actionFor, gridTarget, type KeyPress } from './keys';

const press = (key: string, at: KeyPress['at'] = 'page', change: Partial<KeyPress> = {}): KeyPress => ({
  key, at, ctrl: false, shift: false, ...change,
});

describe('actionFor', () => {
  it('steps through the game from the page, never from a control', () => {
    expect(actionFor(press('ArrowLeft'), true)).toBe('back');
    expect(actionFor(press('ArrowLeft', 'control'), true)).toBeNull();
    expect(actionFor(press('Enter', 'board'), true)).toBeNull();
  });

  it('takes single letters anywhere but in text, unless they are switched off', () => {
    expect(actionFor(press('u', 'board'), true)).toBe('undo');
    expect(actionFor(press('U', 'control'), true)).toBe('undo');
    expect(actionFor(press('?'), true)).toBe('keys');
    expect(actionFor(press('u', 'text'), true)).toBeNull();
    expect(actionFor(press('u'), false)).toBeNull();
    expect(actionFor(press('ArrowLeft'), false)).toBe('back');
  });

  it('undoes and redoes by chord', () => {
    expect(actionFor(press('z', 'page', { ctrl: true }), false)).toBe('undo');
    expect(actionFor(press('Z', 'page', { ctrl: true, shift: true }), false)).toBe('redo');
    expect(actionFor(press('y', 'page', { ctrl: true }), false)).toBe('redo');
    expect(actionFor(press('n', 'page', { ctrl: true }), true)).toBeNull();
  });
});

describe('gridTarget', () => {
  it('moves by one and stops at the edges', () => {
    expect(gridTarget('ArrowRight', false, 0, 4)).toBe(1);
    expect(gridTarget('ArrowRight', false, 3, 4)).toBe(3);
    expect(gridTarget('ArrowDown', false, 0, 4)).toBe(4);
    expect(gridTarget('ArrowUp', false, 2, 4)).toBe(2);
    expect(gridTarget('ArrowDown', false, 14, 4)).toBe(14);
  });

  it('goes to the ends of the row, and with Ctrl of the board', () => {
    expect(gridTarget('Home', false, 6, 4)).toBe(4);
    expect(gridTarget('End', false, 6, 4)).toBe(7);
    expect(gridTarget('Home', true, 6, 4)).toBe(0);
    expect(gridTarget('End', true, 6, 4)).toBe(15);
  });

  it('leaves other keys alone', () => {
    expect(gridTarget('Tab', false, 0, 4)).toBeNull();
  });
});
