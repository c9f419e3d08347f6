import { describe, expect, it } from 'vitest';
import type { Ply } from '../board/game/types';
import {
  add,
  addAll,
  below,
  sibling,
  branchOf,
  choices,
  formatMoves,
  isMain,
  lineThrough,
  mainLine,
  movesTo,
  newTree,
  nodeAt,
  nodeOf,
  onLine,
  parseMoves,
  placeOf,
  pliesOf,
  promote,
  remove,
  ROOT,
  variationsAt,
} from './tree';

const plies = (text: string): Ply[] =>
  Array.from(text.match(/../g) ?? [], (move, i) => ({
    turn: i % 2 ? 'white' : 'black',
    move: move === '--' ? 'pass' : move,
    flips: [],
  }));

/** f5 d6 c3 d3, with c4 e3 instead of c3 d3, and f4 instead of e3. */
function forked() {
  const main = addAll(newTree(), ROOT, plies('f5d6c3d3'));
  const other = addAll(main.tree, ROOT, plies('f5d6c4e3'));
  const third = addAll(other.tree, ROOT, plies('f5d6c4f4'));
  return { tree: third.tree, d3: main.id, e3: other.id, f4: third.id };
}

describe('a tree', () => {
  it('reuses an existing ply, and does not modify earlier trees', () => {
    const before = newTree();
    const { tree, id } = addAll(before, ROOT, plies('f5d6'));
    expect(add(tree, ROOT, plies('f5')[0] as Ply)).toEqual({ tree, id: nodeOf(tree, ROOT).children[0] });
    expect(before.nodes.size).toBe(1);
    expect(movesTo(tree, id)).toBe('f5d6');
  });

  it('has a main line, and a line through every node', () => {
    const { tree, e3, d3 } = forked();
    expect(pliesOf(mainLine(tree)).map((ply) => ply.move)).toEqual(['f5', 'd6', 'c3', 'd3']);
    const c4 = nodeOf(tree, e3).parent as number;
    expect(lineThrough(tree, c4).at(-1)?.id).toBe(e3);
    expect([isMain(tree, d3), isMain(tree, c4), isMain(tree, ROOT)]).toEqual([true, false, true]);
    expect(onLine(mainLine(tree), 99)).toBe(d3);
    expect(onLine(mainLine(tree), 0)).toBe(ROOT);
  });

  it('promotes a variation by one fork', () => {
    const { tree, f4 } = forked();
    expect(branchOf(tree, f4)?.id).toBe(f4);
    const once = promote(tree, f4);
    expect(formatMoves(once)).toBe('f5d6c3(c4f4(e3))d3');
    const twice = promote(once, f4);
    expect(formatMoves(twice)).toBe('f5d6c4(c3d3)f4(e3)');
    expect(promote(twice, f4)).toBe(twice);
  });

  it('removes a node with its subtree, but never the root', () => {
    const { tree, e3 } = forked();
    const smaller = remove(tree, nodeOf(tree, e3).parent as number);
    expect(formatMoves(smaller)).toBe('f5d6c3d3');
    expect(smaller.nodes.size).toBe(5);
    expect(remove(tree, ROOT)).toBe(tree);
  });

  it('never reuses an id', () => {
    const { tree, f4 } = forked();
    const again = add(remove(tree, f4), nodeOf(tree, f4).parent as number, plies('d7')[0] as Ply);
    expect(again.id).toBeGreaterThan(f4);
  });

  it('cycles through siblings', () => {
    const { tree, e3, f4 } = forked();
    expect(sibling(tree, e3, 1)).toBe(f4);
    expect(sibling(tree, f4, 1)).toBe(e3);
    expect(sibling(tree, ROOT, 1)).toBe(ROOT);
    expect(choices(tree, ROOT)).toEqual([]);
    expect(variationsAt(tree, e3).map((node) => node.id)).toEqual([f4]);
  });

  it('numbers its nodes in preorder, main line first', () => {
    const { tree, d3, e3 } = forked();
    expect(placeOf(tree, d3)).toBe(4);
    for (const id of below(tree, ROOT)) expect(nodeAt(tree, placeOf(tree, id))).toBe(id);
    expect(nodeAt(tree, 99)).toBe(ROOT);
    expect(placeOf(tree, e3)).toBe(6);
  });
});

describe('the moves as text', () => {
  it('have variations in brackets after the move that they replace', () => {
    expect(formatMoves(forked().tree)).toBe('f5d6c3(c4e3(f4))d3');
  });

  it('omit passes except a final one', () => {
    const passed = addAll(newTree(), ROOT, plies('b1--d4--')).tree;
    expect(formatMoves(passed)).toBe('b1d4--');
  });

  it('are parsed as lines from the start', () => {
    expect(parseMoves('f5d6c3(c4e3(f4))d3')).toEqual([
      ['f5', 'd6', 'c3', 'd3'],
      ['f5', 'd6', 'c4', 'e3'],
      ['f5', 'd6', 'c4', 'f4'],
    ]);
    expect(parseMoves('')).toEqual([[]]);
    expect(parseMoves('F5D6--')).toEqual([['f5', 'd6', '--']]);
  });

  it.each(['(f5)', 'f5)', 'f5(d6', 'z9', 'f', 'f5 d6', 'f5((d6))'])('cannot be parsed from %j', (text) =>
    expect(parseMoves(text)).toBeNull(),
  );

  it('round-trip', () => {
    const text = 'f5d6c3(c4e3(f4)d7)(e6)d3(c5)b4';
    const lines = parseMoves(text) ?? [];
    const tree = lines.reduce((grown, line) => addAll(grown, ROOT, plies(line.join(''))).tree, newTree());
    expect(formatMoves(tree)).toBe(text);
  });
});
