import { describe, expect, it } from 'vitest';
import { parseAddress } from '../board/game/address';
import { parseControl } from '../board/game/clock';
import { newGame, play, type Game } from '../board/game/game';
import { findKept, type Kept } from './keptgames';

const kept = (change: Partial<Game>): Kept => ({
  session: {
    game: { ...play(newGame(8, 'usual'), { turn: 'black', move: 'f5', flips: ['e5'] }, 'human'), ...change },
    sides: { black: 'human', white: 'human' },
    paused: false,
  },
  initial: '',
});
const address = (clock: string) => parseAddress(`#8/usual/f5?black=human&white=human${clock}`)!;
const plain = kept({ id: 'plain' });
const timed = kept({ id: 'timed', control: parseControl('5m+3s') });

describe('findKept', () => {
  it.each([
    ['', 'plain'],
    ['&clock=5m+3s', 'timed'],
    ['&clock=300s+3s', 'timed'],
    ['&clock=5m', undefined],
  ])('with the clocks of %j', (clock, id) => {
    for (const games of [
      [plain, timed],
      [timed, plain],
    ])
      expect(findKept(address(clock), games)?.session.game.id).toBe(id);
  });

  it('ignores the clocks of a game that ended early, as the address of a stored game has none', () => {
    const lost = kept({ id: 'lost', control: parseControl('5m'), ended: { how: 'time', loser: 'white' } });
    expect(findKept(address(''), [lost])).toBe(lost);
    expect(findKept(address('&clock=2m'), [lost])).toBeUndefined();
    expect(findKept(address('&ended=time:white'), [plain, lost])).toBe(lost);
    expect(findKept(address('&ended=time:black'), [plain, lost])).toBeUndefined();
  });
});
