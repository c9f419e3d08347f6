import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, ok, refused, requests, setUpPage, settled, snapshotAfter, type Reply } from '../api/fake';
import { OnlineTable } from './table.svelte';
import type { OnlineGame } from './types';
import { clockWords, presenceWords, requestWords } from './words';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const ID = 'ABCDEFGHIJKLMNOP';
const EVENTS = `online/${ID}/events`;
const ACTIONS = `online/${ID}/actions`;

/** Returns the state after some moves, seen by Black. */
const stateAfter = (moves: string, more: Partial<OnlineGame> = {}): OnlineGame => ({
  id: ID,
  events: 1 + moves.length / 2,
  phase: 'playing',
  role: 'creator',
  you: 'black',
  creator: 'black',
  round: 1,
  names: { black: 'Anna', white: 'Ben' },
  points: { black: 0, white: 0 },
  here: { black: true, white: true },
  viewers: 0,
  clock: 'none',
  given: 0,
  took: Array.from({ length: moves.length / 2 }, () => 1000),
  spent: 0,
  running: false,
  mixed: false,
  game: snapshotAfter(moves),
  ...more,
});

let table: OnlineTable;
const offline = (): Reply => {
  throw new TypeError('no network');
};

/** Opens a table whose stream sends these states and then stays open. */
async function open(...states: OnlineGame[]): Promise<void> {
  answer(EVENTS, () => ({ events: states.map((state) => ['state', state]) }));
  table = new OnlineTable(ID, 'KEY');
  table.open();
  await settled();
}

beforeEach(() => {
  setUpPage();
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
});
afterEach(() => table?.close());

const sent = (init: RequestInit) => JSON.parse(String(init.body)) as object;
const headers = (init: RequestInit) => init.headers as Record<string, string>;

describe('a table', () => {
  it('shows the state of the server', async () => {
    await open(stateAfter('f5d6'));
    expect(table.game.plies.map(({ move }) => move)).toEqual(['f5', 'd6']);
    expect([table.turn, table.mine, table.sides]).toEqual(['black', true, { black: 'human', white: 'white' }]);
    expect([table.people.name('human'), table.people.name('white')]).toEqual(['Anna', 'Ben']);
  });

  it('sends the key with each request', async () => {
    const keys: (string | undefined)[] = [];
    answer(EVENTS, (_, init) => {
      keys.push(headers(init)['Kaeshi-Key']);
      return { events: [['state', stateAfter('')]] };
    });
    answer(ACTIONS, (_, init) => {
      keys.push(headers(init)['Kaeshi-Key']);
      return ok(stateAfter('a1'));
    });
    table = new OnlineTable(ID, 'KEY');
    table.open();
    await settled();
    table.playAt('a1');
    await settled();
    expect(keys).toEqual(['KEY', 'KEY']);
  });

  it('shows a move before the server has accepted it', async () => {
    await open(stateAfter(''));
    let moved = {};
    answer(ACTIONS, (_, init) => {
      moved = sent(init);
      return { events: [] }; // The answer does not arrive.
    });
    table.playAt('a1');
    expect([table.game.plies.length, table.turn, table.snapshot?.legal]).toEqual([1, 'white', []]);
    await settled();
    expect(moved).toEqual({ action: 'move', ply: 0, move: 'a1' });
    table.receive(stateAfter('a1'));
    expect([table.pending, table.game.plies.length, table.mine]).toEqual([null, 1, false]);
  });

  it('keeps a move without a connection and sends it again', async () => {
    vi.useFakeTimers();
    try {
      answer(EVENTS, () => ({ events: [['state', stateAfter('')]] }));
      table = new OnlineTable(ID, 'KEY');
      table.open();
      await vi.advanceTimersByTimeAsync(100);
      answer(ACTIONS, offline);
      table.playAt('a1');
      await vi.advanceTimersByTimeAsync(10_000);
      expect([table.pending?.ply, table.broken, table.game.plies.length]).toEqual([0, true, 1]);
      answer(ACTIONS, () => ok(stateAfter('a1')));
      await vi.advanceTimersByTimeAsync(3000);
      expect([table.pending, table.game.plies.length]).toEqual([null, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('drops a move that the server refuses', async () => {
    await open(stateAfter(''));
    answer(ACTIONS, () => refused('the game has changed'));
    table.playAt('a1');
    await settled();
    expect([table.pending, table.trouble, table.game.plies.length]).toEqual([null, 'refused', 0]);
  });

  it('opens a broken connection again', async () => {
    vi.useFakeTimers();
    try {
      answer(EVENTS, offline);
      table = new OnlineTable(ID, 'KEY');
      table.open();
      await vi.advanceTimersByTimeAsync(5000);
      expect([table.broken, table.missing, table.state]).toEqual([true, false, null]);
      answer(EVENTS, () => ({ events: [['state', stateAfter('f5')]] }));
      await vi.advanceTimersByTimeAsync(5000);
      expect([table.broken, table.game.plies.length]).toEqual([false, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('closes its stream when the device loses its network', async () => {
    const listeners = new Map<string, () => void>();
    vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
    await open(stateAfter('f5'));
    expect(table.broken).toBe(false);
    listeners.get('offline')?.();
    await settled();
    expect(table.broken).toBe(true);
  });

  it('reports a game that does not exist', async () => {
    answer(EVENTS, () => refused('there is no such game'));
    table = new OnlineTable(ID, '');
    table.open();
    await settled();
    const before = requests.length;
    await settled();
    expect([table.missing, requests.length]).toEqual([true, before]);
  });

  it('ignores older states', async () => {
    await open(stateAfter('f5d6'), stateAfter('f5'));
    expect(table.game.plies).toHaveLength(2);
  });

  it.each([
    ['the other side is to move', stateAfter('f5')],
    ['a spectator', { ...stateAfter(''), role: 'viewer' as const, you: undefined } as unknown as OnlineGame],
    ['the game has not begun', stateAfter('', { phase: 'waiting' })],
    ['the game is over', stateAfter('', { phase: 'over', ended: 'resigned', loser: 'white' })],
  ])('plays no move when %s', async (_, state) => {
    await open(state);
    table.playAt('a1');
    await settled();
    expect([table.pending, requests.includes(ACTIONS)]).toEqual([null, false]);
  });

  it('says why a square cannot be played', async () => {
    await open(stateAfter(''));
    table.playAt('h8');
    expect(table.refused?.kind).toBe('turnsNothing');
  });

  it('shows the result of the server', async () => {
    await open(stateAfter('f5', { phase: 'over', ended: 'time', loser: 'white' }));
    expect([table.snapshot?.over, table.snapshot?.winner, table.snapshot?.score_black]).toEqual([true, 'black', 64]);
  });

  it('runs the clock of the side to move', async () => {
    await open(stateAfter('f5d6', { clock: '1m', running: true, spent: 5000, took: [0, 2000] }));
    const { running, face } = table.clocks;
    expect([running, face(table.game, 'white')?.main]).toEqual(['black', 58_000]);
    expect(face(table.game, 'black')?.main).toBeLessThanOrEqual(55_000);
  });

  it('steps through the moves and returns to the game with a new one', async () => {
    await open(stateAfter('f5d6'));
    table.step(1);
    expect([table.game.cursor, table.turn, table.snapshot?.legal]).toEqual([1, 'white', []]);
    table.receive(stateAfter('f5d6c3'));
    expect(table.game.cursor).toBe(3);
  });

  it('reports actions that failed', async () => {
    await open(stateAfter('f5d6'));
    expect(table.canTakeBack).toBe(true);
    answer(ACTIONS, offline);
    await table.do({ action: 'resign' });
    expect(table.trouble).toBe('failed');
    answer(ACTIONS, () => refused('there is no request to answer'));
    await table.do({ action: 'agree' });
    expect(table.trouble).toBe('refused');
    answer(ACTIONS, () => ok(stateAfter('f5d6', { request: { kind: 'take-back', by: 'black' } })));
    await table.do({ action: 'take-back' });
    expect([table.trouble, table.canTakeBack]).toEqual([null, false]);
  });
});

describe('words', () => {
  it.each([
    ['none', 'No clocks'],
    ['5m', '5 min for the game'],
    ['3m+2s', '3 min + 2 s per move'],
    ['5m+30s/move', '5 min, then 30 s per move'],
    ['30s/move', '30 s per move'],
  ])('of the clock %s', (text, words) => expect(clockWords(text)).toBe(words));

  it('describe requests from each point of view', () => {
    const request = { kind: 'take-back', by: 'white' } as const;
    expect(requestWords(stateAfter('', { request }))).toBe('Ben would like to take back a move.');
    expect(requestWords(stateAfter('', { request, you: 'white' }))).toBe('You have asked to take back your move.');
    expect(requestWords(stateAfter(''))).toBe('');
  });

  it('describe the presence of the opponent', () => {
    expect(presenceWords(stateAfter(''))).toBe('Ben is connected.');
    expect(presenceWords(stateAfter('', { here: { black: true, white: false } }))).toBe('Ben is not connected.');
    expect(presenceWords(stateAfter('', { phase: 'waiting' }))).toBe('');
  });
});
