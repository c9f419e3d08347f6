/** Text and numbers of the tournament pages in the selected language; reactive, since they read the settings. */
import type { Values } from '../i18n/text';
import { number, UNKNOWN } from '../i18n/t';
import { settings } from '../session/settings.svelte';
import { wordIn, type Word } from './text';
import { briefName } from './names.svelte';
import { discsOf, eloText } from './numbers';
import type { Bounds, Cell, Listed, LiveBoard, Run, Standing, State, Tournament, TournamentGame } from './types';

export type { Word };

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** Formats a number with its sign and a fixed number of decimals. */
export const signedTo = (value: number, digits: number): string =>
  new Intl.NumberFormat(settings.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  })
    .format(Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value)
    .replace('-', '−');

export const fixed = (value: number, digits: number): string =>
  new Intl.NumberFormat(settings.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );

export const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(settings.language, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);

/** Returns the tournament's name, or its players. */
export function titleOf({ id, name, players }: Pick<Listed, 'id' | 'name' | 'players'>): string {
  if (name) return name;
  const [first = '', second = ''] = players;
  if (players.length === 2) return word('game.players', { black: briefName(first), white: briefName(second) });
  return players.length === 0
    ? word('title', { id })
    : word('title.players', { first: briefName(first), n: players.length - 1 });
}

export const nameOf = (tournament: Tournament): string =>
  titleOf({ id: tournament.id, name: tournament.name ?? '', players: tournament.names });

/** The shown state: that of the server's run until the tournament has finished. */
export const stateOf = ({ state, run }: { state: State; run?: Run | undefined }): State | Exclude<Run, 'done'> =>
  state === 'finished' || run === undefined || run === 'done' ? state : run;

export const stateWord = (state: ReturnType<typeof stateOf>): string => word(`state.${state}`);

/** Returns "+120 ± 35". */
export const ratingWords = ({ elo, elo_low, elo_high }: Bounds): string =>
  `${signedTo(elo, 0)} ± ${fixed((elo_high - elo_low) / 2, 0)}`;

/** Returns the progress of a tournament; a statistical test may end it early. */
export const progressWords = (played: number, total: number, state: Listed['state']): string =>
  state === 'finished'
    ? word('games.n', { n: played === 1 ? 1 : number(played) })
    : word('progress', { played: number(played), total: number(total) });

/** Returns "Black 38–26", and the reason if the game ended early. */
export function resultWords({
  score,
  position,
  reason,
}: Pick<TournamentGame | LiveBoard, 'score' | 'position' | 'reason'>): string {
  const [black, white] = discsOf(score, position);
  if (reason === 'fault' || reason === 'time')
    return word(score > 0 ? `result.${reason}.white` : `result.${reason}.black`);
  const words = word(score > 0 ? 'result.black' : score < 0 ? 'result.white' : 'result.draw', { black, white });
  return reason === 'adjudicated' ? word('result.adjudicated', { result: words }) : words;
}

/** Describes the results of two players against each other, from the view of the first. */
export function pairWords(row: string, column: string, cell: Cell): string {
  const digits = (value: number): string => signedTo(value, 0);
  const elo = eloText(cell.elo, cell.pairs, 'mean', digits);
  const results = word('cross.cell', {
    row: briefName(row),
    column: briefName(column),
    wins: cell.wins,
    draws: cell.draws,
    losses: cell.losses,
  });
  if (!elo) return results;
  const low = eloText(cell.elo_low, cell.pairs, 'low', digits);
  const high = eloText(cell.elo_high, cell.pairs, 'high', digits);
  const los = cell.los === undefined ? UNKNOWN : percent(cell.los, 1);
  return `${results} ${word('cross.elo', { elo, low, high, los })}`;
}

/** A player's totals. Means are undefined without games. */
type Played = Pick<Standing, 'games' | 'points' | 'mean_discs' | 'elo' | 'elo_low' | 'elo_high'>;

export const scoreText = ({ games, points }: Pick<Played, 'games' | 'points'>): string =>
  games > 0 ? percent(points / games, 1) : UNKNOWN;

export const meanDiscs = ({ games, mean_discs: mean }: Pick<Played, 'games' | 'mean_discs'>): string =>
  games > 0 ? signedTo(mean, 2) : UNKNOWN;

/** Returns the first columns of a player table: the rating and its error. */
export const eloColumns = () => [
  { head: 'Elo', value: ({ games, elo }: Played) => (games > 0 ? signedTo(elo, 0) : UNKNOWN), strong: true },
  {
    head: '±',
    long: word('table.error'),
    value: ({ games, elo_low: low, elo_high: high }: Played) => (games > 0 ? fixed((high - low) / 2, 0) : UNKNOWN),
  },
];

/** Formats a thinking time: "0.4 ms", "1.23 s". */
export const durationOf = (seconds: number): string =>
  seconds < 0.000_05
    ? word('time.less')
    : seconds < 1
      ? word('time.ms', { n: fixed(seconds * 1000, seconds < 0.1 ? 1 : 0) })
      : word('time.s', { n: fixed(seconds, 2) });
