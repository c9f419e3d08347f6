import { describe, expect, it, vi } from 'vitest';
import { eloColumns, meanDiscs, pairWords, scoreText, stateOf } from './words';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const played = { games: 4, points: 3, mean_discs: 0, elo: 120, elo_low: 20, elo_high: 220 };
const unplayed = { ...played, games: 0, points: 0, elo: 0 };
const cells = (row: typeof played) => [scoreText(row), meanDiscs(row), ...eloColumns().map(({ value }) => value(row))];

describe('the row of a player', () => {
  it('shows means, including 0', () => {
    expect(cells(played)).toEqual(['75.0%', '0.00', '+120', '100']);
  });

  it('shows dashes if no game was played', () => {
    expect(cells(unplayed)).toEqual(['–', '–', '–', '–']);
  });
});

it('reports an unknown probability of a pair as unknown', () => {
  const cell = { wins: 1, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 1], elo: 100, elo_low: 0, elo_high: 200 };
  expect(pairWords('a', 'b', cell)).not.toContain('50');
  expect(pairWords('a', 'b', cell)).toContain('–');
});

it('shows the state of the run by the server until the tournament has finished', () => {
  expect(stateOf({ state: 'quiet' })).toBe('quiet');
  expect(stateOf({ state: 'quiet', run: 'paused' })).toBe('paused');
  expect(stateOf({ state: 'running', run: 'done' })).toBe('running');
  expect(stateOf({ state: 'finished', run: 'cancelled' })).toBe('finished');
});
