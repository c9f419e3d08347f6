import { describe, expect, it } from 'vitest';
import { addressOf, formatAddress, parseAddress } from './address';
import { newGame, play, stepTo, type Session } from './game';

const game = play(newGame(8, 'usual'), { turn: 'black', move: 'f5', flips: ['e5'] }, 'human');
const session: Session = { game, sides: { black: 'human', white: 'kaeshi:skill=3' }, paused: false };

describe('formatAddress', () => {
  it('is readable', () => {
    expect(formatAddress(session)).toBe('#8/usual/f5?black=human&white=kaeshi:skill=3');
  });

  it('names the ply only if the board is not at the end', () => {
    expect(formatAddress({ ...session, game: stepTo(game, 0) })).toMatch(/&at=0$/);
  });
});

describe('parseAddress', () => {
  it('returns how a game ended early', () => {
    const ended = { how: 'resigned', loser: 'black' } as const;
    expect(parseAddress(formatAddress({ ...session, game: { ...game, ended } }))?.ended).toEqual(ended);
  });

  it.each(['', 'time', 'time:', 'time:red', 'crashed:black', 'time:black:white'])('finds no end in %j', (text) =>
    expect(parseAddress(`#8/usual/f5?ended=${text}`)?.ended).toBeNull(),
  );

  it('reads what formatAddress writes', () => {
    const back = parseAddress(formatAddress({ ...session, game: stepTo(game, 0) }));
    expect(back).toEqual({
      size: 8,
      start: 'usual',
      position: '',
      moves: 'f5',
      sides: session.sides,
      control: null,
      at: 0,
      ended: null,
    });
  });

  it.each(['kaeshi:level=6', 'alphabeta:depth=4,eval=discs', 'exec/a b&c=d'])('keeps the player %s', (spec) => {
    const back = parseAddress(formatAddress({ ...session, sides: { black: spec, white: 'human' } }));
    expect(back?.sides.black).toBe(spec);
  });

  it('keeps a set-up board and the clock', () => {
    const position = '-----OX--XO----- X';
    const setUp = newGame(4, 'usual', 'id', { position, control: { base: 300_000, increment: 3_000, period: 0 } });
    const text = formatAddress({ ...session, game: setUp });
    expect(text).toBe(`#set-up/${position.replace(' ', '')}/?black=human&white=kaeshi:skill=3&clock=5m+3s`);
    expect(parseAddress(text)).toMatchObject({ size: 4, position, control: setUp.control, moves: '' });
  });

  it.each(['#set-up/', '#set-up/XXOOX/', '#set-up/abc/f5'])('finds no board in %j', (hash) =>
    expect(parseAddress(hash)).toBeNull(),
  );

  it('fills in the usual start and no moves', () => {
    expect(parseAddress('#6')).toEqual({
      size: 6,
      start: 'usual',
      position: '',
      moves: '',
      sides: {},
      control: null,
      at: null,
      ended: null,
    });
  });

  it('accepts upper case and written passes', () => {
    expect(parseAddress('#4/parallel/A1--')?.moves).toBe('a1--');
  });

  it.each(['', '#', '#record', '#5/usual/', '#8/odd/', '#8/usual/f5d', '#8/usual/z9', '#8/usual/f5 d6'])(
    'finds no game in %j',
    (hash) => expect(parseAddress(hash)).toBeNull(),
  );

  it('tolerates a stray percent sign and an out-of-range ply', () => {
    const address = parseAddress('#8/usual/f5?white=%zz&at=99999');
    expect([address?.sides.white, address?.at]).toEqual(['%zz', null]);
  });
});

describe('addressOf', () => {
  const stored = { size: 6, start: 'parallel', moves: 'c2', black: 'human', white: 'random', winner: 'white' } as const;

  it.each([
    ['time', 'white', 'black'],
    ['resigned', 'black', 'white'],
  ] as const)('includes an early end: %s', (ended, winner, loser) => {
    const address = addressOf({ ...stored, ended, winner });
    expect(address).toBe(`#6/parallel/c2?black=human&white=random&ended=${ended}:${loser}`);
    expect(parseAddress(address)?.ended).toEqual({ how: ended, loser });
  });

  it('includes the players of a stored game', () => {
    expect(addressOf(stored)).toBe('#6/parallel/c2?black=human&white=random');
  });
});
