import { describe, expect, it } from 'vitest';
import { gridTarget } from './keys';

describe('gridTarget', () => {
  it('moves by one and stops at the edges', () => {
    expect(gridTarget('ArrowRight', false, 0, 4)).toBe(1);
    expect(gridTarget('ArrowRight', false, 3, 4)).toBe(3);
    expect(gridTarget('ArrowDown', false, 0, 4)).toBe(4);
    expect(gridTarget('ArrowUp', false, 2, 4)).toBe(2);
    expect(gridTarget('ArrowDown', false, 14, 4)).toBe(14);
  });

  it('goes to the ends of the row, and with Ctrl to those of the board', () => {
    expect(gridTarget('Home', false, 6, 4)).toBe(4);
    expect(gridTarget('End', false, 6, 4)).toBe(7);
    expect(gridTarget('Home', true, 6, 4)).toBe(0);
    expect(gridTarget('End', true, 6, 4)).toBe(15);
  });

  it('ignores other keys', () => {
    expect(gridTarget('Tab', false, 0, 4)).toBeNull();
  });
});
