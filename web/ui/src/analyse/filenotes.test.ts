import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpPage } from '../api/fake';
import type { OpenedGame } from '../api/analyses';
import { damagedText, extras, factsOf, foundWords, noteEntry, resultText } from './filedwords';
import { keepNotes, keptNotes, notesOf, type FileNotes } from './filenotes';
import { placeOfOpened } from './opening';
import { addAll, newTree, ROOT } from './tree';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

beforeEach(() => setUpPage('#analyse'));
afterEach(() => vi.unstubAllGlobals());

const plain: OpenedGame = { size: 8, start: 'usual', moves: 'f5d6', black: '', white: '', name: '', result: '+2' };
const INTACT = { damaged: 0 };

describe('the notes of a file', () => {
  it.each<[string, Partial<OpenedGame>, { damaged: number; problem?: string }]>([
    ['a comment', { comment: 'x' }, INTACT],
    ['a reason', { reason: 'resign' }, INTACT],
    ['variations', { tree: 'f5d6(f6)' }, INTACT],
    ['notes', { notes: [{ moves: 'f5', note: { mark: '!' } }] }, INTACT],
    ['remarks', { remarks: [{ en: 'x', ja: 'y' }] }, INTACT],
    ['fields', { details: [{ name: 'Place', value: 'Oslo' }] }, INTACT],
    ['damaged games', {}, { damaged: 1, problem: 'x' }],
  ])('are kept if there are %s', (_, more, file) => {
    const notes = notesOf({ ...plain, ...more }, file);
    expect(notes).toMatchObject({ main: 'f5d6', result: '+2', damaged: file.damaged });
    const { file: id = '' } = placeOfOpened({ ...plain, ...more }, file);
    expect(keptNotes(id)).toEqual(notes);
  });

  it('are absent if there are only moves', () => {
    expect(notesOf(plain, INTACT)).toBeNull();
    expect(placeOfOpened(plain, INTACT).file).toBeUndefined();
  });

  it('join lines of the same moves', () => {
    const notes = [
      { moves: 'f5', note: { comment: 'a', mark: '!' as const, tags: [{ name: 'GB', value: '1' }] } },
      { moves: 'f5', note: { comment: 'b', score: { value: 1 }, tags: [{ name: 'N', value: 'x' }] } },
    ];
    const tags = [
      { name: 'GB', value: '1' },
      { name: 'N', value: 'x' },
    ];
    expect(notesOf({ ...plain, notes }, INTACT)?.moves).toEqual({
      f5: { comment: 'a\nb', mark: '!', score: { value: 1 }, tags },
    });
  });

  it('survive a reload, and the oldest are dropped', async () => {
    const notes = notesOf({ ...plain, comment: 'kept' }, INTACT) as FileNotes;
    const first = keepNotes(notes);
    for (let i = 0; i < 11; i++) keepNotes(notes);
    vi.resetModules();
    const reloaded = await import('./filenotes');
    expect(reloaded.keptNotes(first)).toEqual(notes);
    reloaded.keepNotes(notes);
    vi.resetModules();
    expect((await import('./filenotes')).keptNotes(first)).toBeNull();
  });

  it('are available without storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    });
    const notes = notesOf({ ...plain, comment: 'here' }, INTACT) as FileNotes;
    expect(keptNotes(keepNotes(notes))).toEqual(notes);
  });
});

describe('the texts about a file', () => {
  const ply = (move: string) => ({ turn: 'black', move, flips: [] }) as const;
  const tree = addAll(addAll(newTree(), ROOT, [ply('f5'), ply('d6')]).tree, ROOT, [ply('f5'), ply('f6')]).tree;
  const game: OpenedGame = {
    ...plain,
    tree: 'f5d6(f6)',
    notes: [{ moves: 'f5', note: { comment: 'x' } }],
    remarks: [{ en: 'mirrored', ja: '反転' }],
  };
  const file = { damaged: 2, problem: 'line 3' };

  it('count what was found and what could not be read', () => {
    expect(foundWords(tree, notesOf(game, file) as FileNotes)).toBe(
      'Opened with 1 variation, 1 note on moves, 1 remark on how the file was read. ' +
        '2 games of the file could not be read. The first: line 3',
    );
    expect(extras(game)).toEqual(['1 variation', '1 note on moves', '1 remark on how the file was read']);
    expect([extras(plain), damagedText(INTACT)]).toEqual([[], '']);
  });

  it('describe a move', () => {
    const note = { comment: 'why', mark: '?!', score: { value: -1.5, depth: 9, by: 'Ntest' }, seconds: 3 } as const;
    expect(factsOf(note, 'black')).toEqual(['marked ?!: inaccuracy', 'the file gives −1.5 at depth 9 (Ntest)', '3 s']);
    expect(noteEntry(note, 'black')).toMatchObject({ mark: '?!', value: '−1.5', comment: true });
    expect(noteEntry(note, 'white')).toMatchObject({ value: '+1.5' });
    expect(noteEntry({ seconds: 3 }, 'black')).toBeNull();
    expect(factsOf({ seconds: 3, tags: [{ name: 'GB', value: '1' }] }, 'black')).toEqual(['3 s', 'GB: 1']);
  });

  it('state the recorded result with its reason', () => {
    expect(resultText({ result: '1-0', reason: 'time' })).toBe('1-0, out of time');
    expect(resultText({ result: '+2', reason: '' })).toBe('+2');
  });
});
