import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answer,
  answerGames,
  requests,
  busy,
  ok,
  refused,
  setUpPage,
  settled,
  snapshotAfter,
  type Reply,
} from '../api/fake';
import { followAddress } from '../session/address';
import { wake } from '../session/fakesleep';
import { HUMAN } from '../board/game/types';
import { begin, flip, playAt, rematch, resign, setPlayer, startGame, stop, undo } from './actions';
import { settings } from '../session/settings.svelte';
import { pass } from './flow';
import { Table } from './table.svelte';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/sleep', () => import('../session/fakesleep'));
vi.mock('../session/settings.svelte', () => ({
  settings: { language: 'en', teach: false, flipped: false, confirm: false },
  paceMs: () => 0,
}));

const BOTH = { black: HUMAN, white: HUMAN };

beforeEach(() => {
  setUpPage();
  answerGames();
});
afterEach(() => vi.unstubAllGlobals());

async function tableAt(hash: string): Promise<Table> {
  location.hash = hash;
  followAddress();
  const table = new Table();
  begin(table, hash, false);
  await settled();
  return table;
}

describe('a table', () => {
  it('opens the game of the address', async () => {
    const table = await tableAt('#8/usual/a1b1?black=human&white=human');
    expect(table.game.plies.map(({ move }) => move)).toEqual(['a1', 'b1']);
    expect([table.turn, table.personsTurn, table.incident]).toEqual(['black', true, null]);
  });

  it('plays a legal square and writes the address', async () => {
    const table = await tableAt('#8/usual/?black=human&white=human');
    playAt(table, 'a1');
    await settled();
    expect([table.turn, table.address, location.hash]).toEqual([
      'white',
      '#8/usual/a1?black=human&white=human',
      '#8/usual/a1?black=human&white=human',
    ]);
    expect(table.cells[0]).toBe('black');
  });

  it('plays a square that is chosen twice if moves are confirmed', async () => {
    const table = await tableAt('#8/usual/?black=human&white=human');
    settings.confirm = true;
    playAt(table, 'a1');
    playAt(table, 'b1');
    expect([table.picked, table.game.plies]).toEqual(['b1', []]);
    expect(table.announcer.lines.at(-1)?.words).toBe('b1 chosen, flips 1. Choose it again to play it.');
    playAt(table, 'h8');
    expect([table.picked, table.refused?.kind]).toEqual(['b1', 'turnsNothing']);
    playAt(table, 'b1');
    settings.confirm = false;
    await settled();
    expect([table.picked, table.game.plies.map(({ move }) => move)]).toEqual([null, ['b1']]);
  });

  it('reports why a square cannot be played, and leaves the game unchanged', async () => {
    const table = await tableAt('#8/usual/?black=human&white=human');
    playAt(table, 'h8');
    expect([table.refused, table.game.cursor]).toEqual([{ kind: 'turnsNothing', square: 'h8', turn: 'black' }, 0]);
  });

  it('plays the computer’s answer', async () => {
    const move = {
      player: 'kaeshi:level=1',
      move: 'b1',
      pov: 'white',
      position: '',
      exact: false,
      nodes: 1,
      seconds: 0,
    };
    answer('think', () => ({
      events: [
        ['progress', { ...move, move: 'c1' }],
        ['move', move],
      ],
    }));
    const table = await tableAt('#8/usual/?black=human&white=kaeshi:level=1');
    playAt(table, 'a1');
    await expect
      .poll(() => table.game.plies.map(({ move: square, by }) => [square, by]))
      .toEqual([
        ['a1', HUMAN],
        ['b1', 'kaeshi:level=1'],
      ]);
    expect([table.turn, table.thinking]).toEqual(['black', null]);
  });

  it('stops a computer that is thinking', async () => {
    answer('think', () => ({ events: [] }));
    const table = await tableAt('#8/usual/?black=human&white=kaeshi:level=1');
    playAt(table, 'a1');
    await settled();
    expect(table.thinking?.spec).toBe('kaeshi:level=1');
    stop(table);
    await settled();
    expect([table.thinking, table.waiting, table.incident]).toEqual([null, true, null]);
  });

  it('undoes to the last turn of a person', async () => {
    const table = await tableAt('#8/usual/a1b1?black=human&white=human');
    undo(table);
    await settled();
    expect([table.game.cursor, table.turn, table.canRedo]).toEqual([1, 'white', true]);
  });

  it('passes where the rules require it', async () => {
    answerGames({ a1: { legal: [], pass: true } });
    const table = await tableAt('#8/usual/a1?black=human&white=human');
    pass(table);
    await settled();
    expect([table.game.plies.at(-1)?.move, table.turn]).toEqual(['pass', 'black']);
  });

  it('stores a finished game once', async () => {
    answer('games', () => ok({}));
    answerGames({ a1: { legal: [], over: true, winner: 'black', score_black: 64 } });
    const table = await tableAt('#8/usual/?black=human&white=human');
    playAt(table, 'a1');
    await settled();
    expect([table.over, table.game.stored]).toEqual([true, true]);
    expect(requests.filter((path) => path === 'games')).toHaveLength(1);
  });

  const WON = { a1: { legal: [], over: true, winner: 'black', score_black: 64 } } as const;

  it('is stored once with the players of its end if they change meanwhile', async () => {
    let respond: (reply: Reply) => void = () => undefined;
    const reply = new Promise<Reply>((resolve) => (respond = resolve));
    const bodies: unknown[] = [];
    answer('games', (_, { body }) => {
      bodies.push(JSON.parse(String(body)));
      return reply;
    });
    answerGames(WON);
    const table = await tableAt('#8/usual/?black=human&white=human');
    playAt(table, 'a1');
    await settled();
    setPlayer(table, 'white', 'kaeshi:level=1');
    await settled();
    respond(ok({}));
    await settled();
    expect(bodies).toMatchObject([{ id: table.game.id, black: HUMAN, white: HUMAN, mixed: false }]);
    expect([table.game.stored, table.sides.white, table.incident]).toEqual([true, 'kaeshi:level=1', null]);
  });

  it('is stored again with the same players after a failure', async () => {
    const bodies: unknown[] = [];
    answer('games', (_, { body }) => {
      bodies.push(JSON.parse(String(body)));
      return bodies.length === 1 ? { status: 500, body: {} } : ok({});
    });
    answerGames(WON);
    const table = await tableAt('#8/usual/?black=human&white=human');
    playAt(table, 'a1');
    await settled();
    expect(table.incident).toMatchObject({ during: 'storing', failure: { kind: 'offline' } });
    setPlayer(table, 'white', 'kaeshi:level=1');
    await settled();
    expect(bodies[1]).toEqual(bodies[0]);
    expect([bodies.length, table.game.stored, table.incident]).toEqual([2, true, null]);
  });

  it('ends when a person resigns', async () => {
    answer('games', () => ok({}));
    const table = await tableAt('#8/usual/a1?black=human&white=human');
    resign(table);
    await settled();
    expect([table.game.ended, table.snapshot?.winner, table.snapshot?.score_black]).toEqual([
      { how: 'resigned', loser: 'white' },
      'black',
      64,
    ]);
  });

  it('keeps the result while an earlier position is shown, until another move replaces the end', async () => {
    answer('games', () => ok({}));
    const table = await tableAt('#8/usual/a1b1?black=human&white=human');
    expect(table.final).toBeNull();
    resign(table);
    await settled();
    undo(table);
    await settled();
    expect([table.live, table.final?.winner]).toEqual([false, 'white']);
    playAt(table, 'c1');
    await settled();
    expect(table.final).toBeNull();
  });

  it('shows a stored game that ended early as finished, and does not store it again', async () => {
    const table = await tableAt('#8/usual/a1?black=human&white=kaeshi:level=1&ended=time:black');
    await settled();
    expect([table.over, table.snapshot?.winner, requests.filter((path) => path !== 'game')]).toEqual([
      true,
      'white',
      [],
    ]);
    expect(table.address).toMatch(/&ended=time:black$/);
  });

  it('faces a person who plays White, until they turn the board', async () => {
    const table = await tableAt('#8/usual/?black=human&white=human');
    startGame(table, { black: 'kaeshi:level=1', white: HUMAN });
    expect(table.flipped).toBe(true);
    flip(table);
    startGame(table);
    expect(table.flipped).toBe(false);
    rematch(table);
    expect([table.sides.black, table.flipped]).toEqual([HUMAN, false]);
    rematch(table);
    expect([table.sides.white, table.flipped]).toEqual([HUMAN, true]);
    await settled();
  });

  it('lets a second computer wait for Play', async () => {
    const table = await tableAt('#8/usual/?black=human&white=kaeshi:level=1');
    setPlayer(table, 'black', 'kaeshi:level=2');
    await settled();
    expect([table.watching, table.session.paused, requests.includes('think')]).toEqual([true, true, false]);
  });

  it('starts a new game with other players', async () => {
    const table = await tableAt('#8/usual/a1?black=human&white=human');
    const before = table.game.id;
    startGame(table, BOTH, { size: 6, start: 'parallel', position: '', moves: '', control: null });
    await settled();
    expect([table.game.size, table.game.plies, table.game.id === before]).toEqual([6, [], false]);
  });
});

describe('errors at a table', () => {
  it('keeps an address that the server refuses apart from the new game', async () => {
    answer('game', (query) => (query.get('moves') ? refused('no such move') : ok(snapshotAfter(''))));
    const table = await tableAt('#8/usual/h8?black=human&white=human');
    expect(table.incident?.during).toBe('address');
    expect([table.incident?.failure.kind, table.incident?.failure.detail]).toEqual(['refused', 'no such move']);
  });

  it('retries a busy server after its Retry-After time', async () => {
    let times = 0;
    answer('think', () => (times++ === 0 ? busy(7) : { events: [] }));
    const table = await tableAt('#8/usual/?black=kaeshi:level=1&white=human');
    expect(table.incident).toMatchObject({ during: 'thinking', failure: { kind: 'busy', retryAfter: 7 } });
    wake();
    await settled();
    expect([times, table.incident]).toEqual([2, null]);
  });

  it('reports an unreachable server', async () => {
    const table = await tableAt('#8/usual/?black=human&white=human');
    answer('game', () => ({ status: 500, body: {} }));
    playAt(table, 'a1');
    await settled();
    expect(table.incident).toMatchObject({ during: 'position', failure: { kind: 'offline' } });
  });
});
