import { describe, expect, it } from 'vitest';
import { firstOpen, revealing, shownFor } from './folding';
import { rowsOf, rowTarget, windowOf } from './rows';
import { enteredAt, lastStep, nextOf, nodeAt, soFar, stageAt, stagesOf, stepOver } from './stepping';
import { articleTree, fullTree } from './testtree';
import { traceOf } from './trace';
import { seenFrom, signed, valueText, windowText } from './view';

const trace = traceOf(articleTree());
const stages = stagesOf(trace);
const CUT_STEP = 13;

describe('stepping through the article’s tree', () => {
  it('has one step per entry and leave, and one for both cuts', () => {
    expect(lastStep(trace)).toBe(15);
    expect(trace.events.map(({ kind }) => kind).filter((kind) => kind === 'cut')).toHaveLength(1);
  });

  it('returns the stage of each node at each step', () => {
    expect(stageAt(trace, stages, 1, 1)).toBe('unseen');
    expect(stageAt(trace, stages, 1, 2)).toBe('open');
    expect(stageAt(trace, stages, 1, 9)).toBe('done');
    expect(stageAt(trace, stages, 7, CUT_STEP - 1)).toBe('unseen');
    expect(stageAt(trace, stages, 7, CUT_STEP)).toBe('cut');
    expect(stageAt(trace, stages, 0, 0)).toBe('open');
    expect(stageAt(trace, stages, 0, lastStep(trace))).toBe('done');
  });

  it('reaches the same state forward and backward', () => {
    const stateAt = (step: number) => trace.nodes.map((_, node) => stageAt(trace, stages, node, step));
    for (let step = 1; step <= lastStep(trace); step++)
      expect(stateAt(step - 1)).not.toEqual(step === 1 ? null : stateAt(step));
  });

  it('finds the next cut, steps over a node, and counts entries', () => {
    expect(nextOf(trace, 0, 'cut')).toBe(CUT_STEP);
    expect(nextOf(trace, CUT_STEP, 'cut')).toBe(lastStep(trace));
    expect(stepOver(trace, stages, 2)).toBe(9);
    expect(nodeAt(trace, 9)).toBe(1);
    expect(enteredAt(trace, 0)).toBe(0);
    expect(enteredAt(trace, lastStep(trace))).toBe(7);
  });

  it('returns the best value so far of an open node, from the view of its side to move', () => {
    expect(soFar(trace, stages, 0, 2)).toBeNull();
    expect(soFar(trace, stages, 0, 9)).toBe(3);
    expect(soFar(trace, stages, 5, 12)).toBe(-1);
  });

  it('follows the principal variation', () => {
    expect([...trace.line]).toEqual([0, 1, 4]);
  });
});

describe('steps with several events', () => {
  it('keeps a node that is entered and left in the same step', () => {
    const doc = articleTree();
    const tree = doc.tree
      .slice(0, 3)
      .map((node, i) => (i === 0 ? { ...node, leave: 3 } : { ...node, parent: 0, enter: i, leave: i }));
    const odd = traceOf({ ...doc, tree });
    expect(odd.events.map(({ kind, nodes }) => [kind, nodes[0]])).toEqual([
      ['enter', 0],
      ['enter', 1],
      ['leave', 1],
      ['enter', 2],
      ['leave', 2],
      ['leave', 0],
    ]);
  });
});

describe('the point of view', () => {
  const [root, min] = [trace.nodes[0], trace.nodes[5]];
  if (!root || !min) throw new Error('the test tree must have at least six nodes');

  it('converts values, bounds and windows to the root’s view', () => {
    expect(seenFrom(trace.doc, min, 'mover')).toEqual({ value: -1, bound: 'lower', window: { alpha: null, beta: -3 } });
    expect(seenFrom(trace.doc, min, 'root')).toEqual({ value: 1, bound: 'upper', window: { alpha: 3, beta: null } });
    expect(valueText(trace.doc, seenFrom(trace.doc, min, 'root'))).toBe('≤ 1');
    expect(windowText(trace.doc, seenFrom(trace.doc, min, 'root').window)).toBe('3 … +∞');
  });

  it('shows no window for searches without one', () => {
    expect(seenFrom({ ...trace.doc, algorithm: 'minimax' }, min, 'mover').window).toBeNull();
  });

  it('rounds values and shows their sign', () => {
    expect([signed(-1.044), signed(2), signed(0), signed(-0.001)]).toEqual(['−1.04', '+2', '0', '0']);
  });
});

describe('folding and rows', () => {
  it('expands small trees fully and large ones as far as they are readable', () => {
    expect(firstOpen(trace).size).toBe(3);
    const large = traceOf(fullTree(8, 4));
    const open = firstOpen(large);
    expect(open.size).toBeGreaterThan(1);
    expect(open.size).toBeLessThan(40);
    const deep = large.nodes.length - 1;
    expect(shownFor(large, open, deep)).not.toBe(deep);
    expect(shownFor(large, revealing(large, open, deep), deep)).toBe(deep);
  });

  it('lists the visible nodes with levels and positions', () => {
    const rows = rowsOf(trace, stages, firstOpen(trace), CUT_STEP);
    expect(rows.map(({ node, level }) => [node, level])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 3],
      [4, 3],
      [5, 2],
      [6, 3],
      [7, 3],
      [8, 3],
    ]);
    expect(rows[7]).toMatchObject({ place: 2, of: 3, parent: false });
    expect(rowTarget('ArrowLeft', rows, 7, 5)).toBe(5);
    expect(rowTarget('End', rows, 0, 5)).toBe(8);
    expect(rowTarget('ArrowDown', rows, 8, 5)).toBe(8);
    expect(rowTarget('x', rows, 0, 5)).toBeNull();
  });

  it('draws only a window of the rows', () => {
    expect(windowOf(20_000, 4000, 400, 40)).toEqual({ from: 92, to: 118 });
    expect(windowOf(5, 0, 400, 40)).toEqual({ from: 0, to: 5 });
  });
});
