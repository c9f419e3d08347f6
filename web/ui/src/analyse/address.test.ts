import { describe, expect, it } from 'vitest';
import { analysisOf } from '../board/game/address';
import { formatPlace, NAMELESS, parsePlace } from './address';
import { addAll, newTree, ROOT, USUAL } from './tree';

const ply = (move: string) => ({ turn: 'black', move, flips: [] }) as const;
const main = addAll(newTree(), ROOT, [ply('f5'), ply('d6')]);
const forked = addAll(main.tree, ROOT, [ply('f5'), ply('f6')]);

describe('the address of an analysis', () => {
  it('omits empty fields', () => {
    expect(formatPlace(main.tree, main.id, NAMELESS)).toBe('#analyse/8/usual/f5d6');
    expect(formatPlace(newTree(), ROOT, NAMELESS)).toBe('#analyse/8/usual/');
  });

  it('includes the variations, the position in the tree and the names', () => {
    const hash = formatPlace(forked.tree, forked.id, { ...NAMELESS, black: '滝沢 & co' });
    expect(hash).toBe(`#analyse/8/usual/f5d6(f6)?at=3&black=${encodeURIComponent('滝沢 & co')}`);
    expect(parsePlace(hash)).toEqual({
      origin: USUAL,
      lines: [
        ['f5', 'd6'],
        ['f5', 'f6'],
      ],
      at: 3,
      names: { ...NAMELESS, black: '滝沢 & co' },
    });
  });

  it('includes the id of the notes of a file', () => {
    const hash = formatPlace(main.tree, main.id, NAMELESS, '0123abcd');
    expect(hash).toBe('#analyse/8/usual/f5d6?file=0123abcd');
    expect(parsePlace(hash)?.file).toBe('0123abcd');
    expect(parsePlace('#analyse/8/usual/f5d6?file=../x')?.file).toBeUndefined();
  });

  it('includes a set-up board', () => {
    const position = '-----OX--XO----- O';
    const hash = formatPlace(newTree({ size: 4, start: 'usual', position }), ROOT, NAMELESS);
    expect(hash).toBe('#analyse/set-up/-----OX--XO-----O/');
    expect(parsePlace(hash)?.origin).toEqual({ size: 4, start: 'usual', position });
  });

  it('accepts the analysis links of the play page', () => {
    expect(parsePlace(analysisOf({ size: 6, start: 'parallel', plies: [], cursor: 0 }))?.origin).toEqual({
      size: 6,
      start: 'parallel',
      position: '',
    });
    expect(parsePlace('#analyse')).toEqual({ origin: USUAL, lines: [[]], at: null, names: NAMELESS });
  });

  it.each([
    '#8/usual/f5',
    '#analyse/5/usual/',
    '#analyse/8/odd/',
    '#analyse/8/usual/z9',
    '#analyse/set-up/XO/',
    `#analyse/8/usual/f5d6${'(f6)'.repeat(400)}`,
  ])('cannot be parsed from %j', (hash) => expect(parsePlace(hash)).toBeNull());
});
