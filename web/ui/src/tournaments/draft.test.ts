import { describe, expect, it } from 'vitest';
import { commandOf, newDraft, requestOf, totalGames, type Draft } from './draft';

const LIMITS = { openings: 1000 };
const two = newDraft(['kaeshi:skill=3', 'kaeshi:level=4']);
const requested = (change: Partial<Draft>) => requestOf({ ...two, ...change }, LIMITS);

describe('a new tournament', () => {
  it('is requested with an opening for each pair of games', () => {
    expect(requested({})).toEqual({
      players: ['kaeshi:skill=3', 'kaeshi:level=4'],
      format: 'roundrobin',
      games: 20,
      openings: 'balanced:10',
    });
    expect(requested({ games: 5000, openings: 'random' }).openings).toBe('random:1000');
    expect(requested({ games: null }).openings).toBe('balanced:1');
    expect(requested({ openings: 'names' }).openings).toBe('names');
  });

  it('has one time limit, as kaeshi match --time has it', () => {
    expect(requested({ clock: 'game', minutes: 1.5, increment: 0.5 }).time).toBe('1m30s+0.5s');
    expect(requested({ clock: 'game', minutes: 5 }).time).toBe('5m');
    expect(requested({ clock: 'move', seconds: 0.1 }).time).toBe('0.1s/move');
    expect(requested({ clock: 'depth', depth: 8 }).time).toBe('depth:8');
    expect(requested({ clock: 'nodes', nodes: 5000 }).time).toBe('nodes:5000');
  });

  it('has a test only between two players', () => {
    expect(requested({ test: true }).sprt).toBe('elo0=0,elo1=20,alpha=0.05,beta=0.05');
    expect(requested({ test: true, players: ['random', 'greedy', 'alphabeta:3'] }).sprt).toBeUndefined();
  });

  it('has a number of games that depends on its format', () => {
    const players = ['a', 'b', 'c', 'd', 'e'];
    const total = (format: Draft['format']) => totalGames({ players, format, games: 2 });
    expect([total('roundrobin'), total('gauntlet'), total('swiss'), total('knockout')]).toEqual([20, 8, 12, 8]);
  });
});

describe('the command', () => {
  it('has the players and the flags of the tournament', () => {
    expect(commandOf(requested({ seed: 7, adjudicate: true, name: 'May cup' }))).toBe(
      "kaeshi match kaeshi:skill=3 kaeshi:level=4 --name 'May cup' --games 20 --openings balanced:10 " +
        '--adjudicate empties:10 --seed 7',
    );
  });

  it('quotes what a shell would change', () => {
    expect(commandOf({ players: ['exec/gtp:engine --level 4', "it's"], games: 2 })).toBe(
      "kaeshi match 'exec/gtp:engine --level 4' 'it'\\''s' --games 2",
    );
  });
});
