import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, busy, ok, refused, requests, setUpPage, settled } from '../api/fake';
import { ALL, formatPlace, isAll, parsePlace } from './address';
import { addressOf } from './api';
import { Archive } from './archive.svelte';
import { batchesOf, lackNames } from './files';
import { Importer } from './importer.svelte';
import { addressOfGame, annotatedAddress } from './open';
import { lineOf, namesIn, textOf } from './openings';
import { byName } from './statistics';
import { OpeningTree } from './tree.svelte';
import type { ExploredGame, PlayerResults } from './types';
import { openingName, playersOf, resultOf, scoreOf, yearsOf } from './words';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));
vi.mock('../session/sleep', () => ({ sleep: () => Promise.resolve() }));

beforeEach(() => setUpPage());

describe('an address', () => {
  it.each([
    '#database',
    '#database?player=Rose&opponent=Ada+Byron&colour=black&result=won&tournament=Paris&from=1995&to=1999&moves=f5d6',
    '#database?page=3',
    '#database/players?from=2001',
    '#database/openings?line=f5d6',
    '#database/player?name=Tastet+Marc',
    '#database?player=%22Rose%22',
  ])('%s is read and written back', (hash) => expect(formatPlace(parsePlace(hash))).toBe(hash));

  it('ignores invalid fields', () => {
    const place = parsePlace('#database/nowhere?result=x&from=19955&moves=z9&page=0&line=f&colour=red&position=a');
    expect(place).toEqual(parsePlace('#database'));
    expect(isAll(place.filter)).toBe(true);
  });
});

it('a filter becomes the fields of a request, without those that need a player', () => {
  const both = addressOf('database/games', { ...ALL, player: 'a', opponent: 'b', colour: 'black', result: 'won' });
  expect(both.search).toBe('?colour=black&result=won&player=a&player=b');
  expect(addressOf('database/games', { ...ALL, colour: 'black', result: 'lost', from: '1995' }).search).toBe(
    '?from=1995',
  );
});

const file = (name: string, size = 10): File => new File([new Uint8Array(size)], name);
const names = (files: readonly File[]) => files.map(({ name }) => name);

describe('the files of an import', () => {
  it('lists of names go with each batch of WTHOR files', () => {
    const bases = Array.from({ length: 10 }, (_, i) => file(`WTH_${1990 + i}.wtb`));
    const batches = batchesOf([...bases, file('WTHOR.JOU'), file('WTHOR.TRN'), file('a.pgn')]);
    expect(batches.map((batch) => batch.length)).toEqual([10, 5]);
    for (const batch of batches) expect(names(batch)).toEqual(expect.arrayContaining(['WTHOR.JOU', 'WTHOR.TRN']));
  });

  it('bases with lists of their own have batches of their own', () => {
    const files = ['a.wtb', 'b.wtb', 'a.jou', 'b.jou'].map((name) => file(name));
    expect(batchesOf(files).map(names)).toEqual([
      ['a.wtb', 'a.jou'],
      ['b.wtb', 'b.jou'],
    ]);
  });

  it('large files are sent alone', () => {
    expect(batchesOf([file('a.pgn', 3 << 20), file('b.pgn', 3 << 20)]).map(names)).toEqual([['a.pgn'], ['b.pgn']]);
    expect(batchesOf([])).toEqual([]);
    expect(batchesOf([file('a.jou')]).map(names)).toEqual([['a.jou']]);
  });

  it('WTHOR files without a list of players lack names', () => {
    expect([lackNames([file('A.WTB')]), lackNames([file('a.wtb'), file('x.JOU')]), lackNames([file('a.pgn')])]).toEqual(
      [true, false, false],
    );
  });
});

const SUM = { schema: '', read: 3, stored: 2, known: 1, refused: 0, left: 0, broken: 0, faults: [] as string[] };
const imported = (more: Partial<typeof SUM> = {}) => ({
  events: [['done', { ...SUM, ...more }]] as [string, unknown][],
});

describe('an import', () => {
  const open = (limit = 1 << 20) => {
    const stored = vi.fn();
    return { importer: new Importer(() => limit, stored), stored };
  };

  it('adds the sums of its batches', async () => {
    answer('database/import', () => imported({ faults: ['x'], refused: 1 }));
    const { importer, stored } = open(8 << 20);
    importer.add([file('a.pgn', 3 << 20), file('b.pgn', 3 << 20)]);
    await settled();
    expect(importer.phase).toBe('done');
    expect(importer.total).toEqual({ read: 6, stored: 4, known: 2, refused: 2, broken: 0, faults: ['x', 'x'] });
    expect([importer.share, stored.mock.calls.length]).toEqual([1, 2]);
  });

  it('asks before it imports WTHOR files without names', async () => {
    answer('database/import', () => imported());
    const { importer } = open();
    importer.add([file('a.wtb')]);
    expect(importer.phase).toBe('asking');
    importer.add([file('x.jou')]);
    await settled();
    expect(importer.phase).toBe('done');
    importer.add([file('a.wtb')]);
    importer.confirm();
    await settled();
    expect(importer.total.stored).toBe(2);
  });

  it('waits while the server is busy', async () => {
    let attempts = 0;
    answer('database/import', () => (++attempts < 3 ? busy(1) : imported()));
    const { importer } = open();
    importer.add([file('a.pgn')]);
    await settled();
    expect([attempts, importer.total.stored]).toEqual([3, 2]);
  });

  it('reports an error and files that are too large', async () => {
    answer('database/import', () => refused('the form has no file'));
    const { importer } = open(15);
    importer.add([file('a.pgn'), file('b.pgn', 20)]);
    await settled();
    expect(importer.large).toEqual(['a.pgn', 'b.pgn']);
    importer.add([file('a.pgn')]);
    await settled();
    expect(importer.failure?.detail).toBe('the form has no file');
  });

  it('can be cancelled', async () => {
    answer('database/import', () => ({ events: [['progress', { read: 7 }]] }));
    const { importer } = open();
    importer.add([file('a.pgn')]);
    await settled();
    expect([importer.phase, importer.read]).toEqual(['running', 7]);
    importer.cancel();
    await settled();
    expect([importer.phase, importer.failure]).toEqual(['done', null]);
  });
});

const GAME: ExploredGame = {
  number: 4,
  size: 8,
  start: 'usual',
  transcript: 'f5d6',
  source: 'a.wtb',
  black: 'Ada Byron',
  white: 'Ben',
  event: 'Cup',
  year: 1999,
};

describe('a game', () => {
  it('opens on the analysis page', () => {
    expect(addressOfGame(GAME)).toBe('#analyse/8/usual/f5d6?black=Ada%20Byron&white=Ben&event=Cup%2C%201999');
    const { start: _, ...set } = GAME;
    expect(addressOfGame({ ...set, position: '-X X', black: '', white: '', event: '', year: 0 })).toBe(
      '#analyse/set-up/-XX/f5d6',
    );
  });

  it('opens with its comments and variations', async () => {
    const opened = { ...GAME, moves: 'f5d6', tree: 'f5d6(f6)', comment: 'a comment', result: '', name: '' };
    answer('database/games/4', () => ok({ format: 'database', games: [opened], more: 0, damaged: 0 }));
    expect(await annotatedAddress(GAME)).toMatch(/^#analyse\/8\/usual\/f5d6\(f6\)\?.*&file=[0-9a-f]{8}$/);
  });

  it('is described', () => {
    expect([
      resultOf({ ...GAME, score_black: 12, winner: 'black' }),
      resultOf({ ...GAME, winner: 'white', reason: 'time' }),
      resultOf(GAME),
      playersOf({ black: 'Ada' }),
    ]).toEqual(['38–26', 'White won · on time', '', 'Ada v unknown']);
  });
});

describe('openings', () => {
  const opening = (moves: string, en: string, ja = '') => ({ moves, name: { en, ja } });
  const LIST = [opening('f5d6', 'Perpendicular', '縦取り'), opening('f5d6c3d3c4', 'Tiger / Stephenson', '虎')];

  it('are found by name and by moves', () => {
    expect(['tiger', ' STEPHENSON', '虎', 'F5 d6', '', 'nothing'].map((text) => lineOf(text, LIST))).toEqual([
      'f5d6c3d3c4',
      'f5d6c3d3c4',
      'f5d6c3d3c4',
      'f5d6',
      '',
      null,
    ]);
    expect([textOf('f5d6', LIST, 'ja'), textOf('f5', LIST, 'en'), textOf('', LIST, 'en')]).toEqual([
      '縦取り',
      'f5',
      '',
    ]);
    expect(namesIn(LIST, 'en')).toEqual(['Perpendicular', 'Tiger / Stephenson']);
  });

  const results = (games: number, won: number, average_score: number): PlayerResults => ({
    games,
    won,
    drawn: 0,
    lost: games - won,
    average_score,
  });
  const named = (name: string, transcript: string) => ({ en: { names: [name], ply: 2, transcript } });

  it('of a player are combined by name', () => {
    const rows = [
      { opening: named('Tiger', 'f5d6'), colour: 'black' as const, ...results(3, 2, 4) },
      { opening: named('Tiger', 'f5d6'), colour: 'black' as const, ...results(1, 0, -8) },
      { opening: named('Tiger', 'f5d6'), colour: 'white' as const, ...results(1, 1, 2) },
    ];
    expect(byName(rows, openingName)).toEqual([
      { name: 'Tiger', colour: 'black', moves: 'f5d6', ...results(4, 2, 1) },
      { name: 'Tiger', colour: 'white', moves: 'f5d6', ...results(1, 1, 2) },
    ]);
    expect([scoreOf(results(4, 1, 0)), scoreOf({ games: 1, won: 0, drawn: 0, lost: 0 })]).toEqual(['25.0%', '–']);
    expect([yearsOf(), yearsOf(1995, 1995), yearsOf(1995, 1999)]).toEqual(['', '1995', '1995–1999']);
  });

  it('form a tree whose moves are loaded once', async () => {
    const move = (name: string) => ({ move: name, games: 1, black_wins: 0, draws: 0, white_wins: 1 });
    const moves = Array.from({ length: 10 }, (_, i) => move(`a${i}`));
    answer('explorer', (query) => ok({ games: 10, moves: query.get('moves') === 'f5' ? moves : [move('f5')] }));
    const tree = new OpeningTree({ ...ALL, from: '1995' });
    tree.reveal('f5');
    await settled();
    tree.toggle('f5');
    tree.toggle('f5');
    expect([tree.isOpen('f5'), requests.length]).toEqual([true, 2]);
    expect([tree.movesOf('').moves.length, tree.movesOf('f5').moves.length, tree.movesOf('f5').more]).toEqual([
      1, 8, 2,
    ]);
    tree.showAll('f5');
    expect(tree.movesOf('f5').more).toBe(0);
    tree.close();
  });
});

describe('the page', () => {
  it('loads the games again after an import', async () => {
    let games = 0;
    answer('database', () => ok({ games, read_only: false, upload_bytes: 100, export_games: 10, formats: [] }));
    answer('database/games', (query) => ok({ games, offset: Number(query.get('offset')), examples: [], moves: [] }));
    answer('database/import', () => imported());
    const archive = new Archive();
    archive.load();
    archive.show({ filter: ALL, page: 2 });
    await settled();
    expect([archive.about?.games, archive.found.value?.offset]).toEqual([0, 50]);
    games = 2;
    archive.importer.add([file('a.pgn')]);
    await settled();
    expect([archive.about?.games, archive.found.value?.games, archive.changes]).toEqual([2, 2, 1]);
    archive.close();
  });

  it('recognises a server without a database', async () => {
    answer('database', () => refused('unknown path'));
    const archive = new Archive();
    archive.load();
    await settled();
    expect(archive.missing).toBe(true);
    archive.close();
  });
});
