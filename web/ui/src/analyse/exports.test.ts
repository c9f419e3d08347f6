import { describe, expect, it } from 'vitest';
import { NAMELESS } from './address';
import { documentOf, jsonOf, lostWords, type KnownOf } from './exports';
import { addAll, newTree, ROOT, USUAL, type Origin } from './tree';
import type { FileNotes } from './filenotes';
import type { Judged } from './types';
import type { Analysis } from '../api/events';

const main = addAll(newTree(), ROOT, [
  { turn: 'black', move: 'f5', flips: [] },
  { turn: 'white', move: 'd6', flips: [] },
]);
const forked = addAll(main.tree, ROOT, [
  { turn: 'black', move: 'f5', flips: [] },
  { turn: 'white', move: 'f4', flips: [] },
  { turn: 'black', move: 'pass', flips: [] },
]);

const judged: Judged = {
  ply: 2,
  number: 2,
  pov: 'white',
  move: 'd6',
  choices: 3,
  best: ['f6'],
  score: 1,
  played: -3,
  loss: 4,
  resultLoss: 0,
  mark: '?',
  uncertain: false,
  source: 'selective',
  depth: 20,
  confidence: 73,
  exact: false,
  device: false,
  pv: ['f6'],
  reply: ['c3'],
  why: [{ code: 'corner', en: 'gives [a1]', ja: 'a1を渡す' }],
};
const analysis: Analysis = {
  position: '',
  pov: 'black',
  turn: 'black',
  queue: 0,
  stored: false,
  depth: 30,
  confidence: 100,
  exact: true,
  nodes: 12,
  seconds: 0.1,
  nps: 120,
  moves: [{ move: 'c3', score: 2, pv: ['c3', 'd3'], source: 'exact', depth: 30, confidence: 100, exact: true }],
};
const FILED: FileNotes = {
  comment: '',
  result: '',
  reason: '',
  main: '',
  details: [],
  remarks: [],
  damaged: 0,
  problem: '',
  moves: {},
};
const known: KnownOf = (id) => ({ judged: id === main.id ? judged : null, analysis: id === main.id ? analysis : null });

describe('an export', () => {
  it('as JSON includes the source of each value', () => {
    const document = JSON.parse(jsonOf(forked.tree, { ...NAMELESS, black: 'A' }, known));
    expect([document.schema, document.black, document.white]).toEqual(['kaeshi/analysis-tree/1', 'A', undefined]);
    const [d6, f4] = document.tree.next[0].next;
    expect(d6.judged).toMatchObject({
      mark: '?',
      loss: 4,
      source: 'selective',
      depth: 20,
      confidence: 73,
      pov: 'white',
    });
    expect(d6.analysis.moves[0]).toMatchObject({ move: 'c3', score: 2, source: 'exact' });
    expect(f4.next[0].move).toBe('pass');
  });

  it('begins with the start position of the game', () => {
    const none: KnownOf = () => ({ judged: null, analysis: null });
    const begun = (origin: Origin) => documentOf(newTree(origin), NAMELESS, none);
    expect(begun({ size: 4, start: 'usual', position: '-----OX--XO----- O' })).toEqual({
      schema: 'kaeshi/analysis-tree/1',
      size: 4,
      position: '-----OX--XO----- O',
      tree: { next: [] },
    });
    expect(begun({ ...USUAL, size: 6, start: 'parallel' })).toEqual({
      schema: 'kaeshi/analysis-tree/1',
      size: 6,
      start: 'parallel',
      tree: { next: [] },
    });
  });

  it('marks moves judged by the engine on this device', () => {
    const light: KnownOf = (id) => ({ analysis: null, judged: known(id).judged && { ...judged, device: true } });
    expect(JSON.parse(jsonOf(main.tree, NAMELESS, light)).tree.next[0].next[0].judged.engine).toBe('device');
    expect(JSON.parse(jsonOf(main.tree, NAMELESS, known)).tree.next[0].next[0].judged.engine).toBeUndefined();
  });

  it('includes the notes, the comment and the result of the opened file', () => {
    const note = { comment: 'why', mark: '!', score: { value: 2 } } as const;
    const filed = { ...FILED, comment: 'all', result: '+2', reason: 'resign', main: 'f5d6' };
    const noted: KnownOf = (id) => ({ analysis: null, judged: null, note: id === forked.id ? note : null });
    const document = JSON.parse(jsonOf(forked.tree, NAMELESS, noted, filed));
    expect([document.comment, document.result, document.reason]).toEqual(['all', '+2', 'resign']);
    expect(document.tree.next[0].next[1].next[0].note).toEqual(note);
    // The result belongs to another line.
    expect(JSON.parse(jsonOf(main.tree, NAMELESS, noted, { ...filed, main: 'f5' })).result).toBeUndefined();
  });

  it('includes the other fields of the opened file', () => {
    const none: KnownOf = () => ({ judged: null, analysis: null });
    const place = { name: 'Place', value: 'Oslo' };
    const details = [place, { name: 'Result', value: 'crashed' }];
    const names = { ...NAMELESS, event: 'Cup, 2' };
    const read = (filed: FileNotes) => JSON.parse(jsonOf(forked.tree, names, none, filed));
    const filed = { ...FILED, details, event: 'Cup', round: '2', main: 'f5d6' };
    expect(read(filed)).toMatchObject({ event: 'Cup', round: '2', details });
    expect(read({ ...filed, main: 'f5' }).details).toEqual([place]);
    const dated = read({ ...filed, event: '', round: '', date: '2001' });
    expect([dated.event, dated.round, dated.date]).toEqual([undefined, undefined, '2001']);
    expect(read(FILED)).toMatchObject({ event: 'Cup, 2' });
  });

  it('lists each omission of a format once', () => {
    expect(lostWords([])).toEqual([]);
    expect(lostWords(['variations', 'where scores come from', 'the depth of scores'])).toEqual([
      'omitted.variations',
      'omitted.sources',
    ]);
    expect(lostWords(['the place', 'tags', 'the time spent on moves'])).toEqual(['omitted.other', 'omitted.times']);
  });
});
