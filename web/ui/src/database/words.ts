/** Text and numbers of the database page in the selected language; reactive, since they read the settings. */
import { number, UNKNOWN } from '../i18n/t';
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { wordIn, type Word } from './text';
import type { ExploredGame, OpeningNames, PlayerResults } from './types';

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** Returns a count as a value for the plural forms of `word`. */
export const counted = (n: number): string | number => (n === 1 ? 1 : number(n));

export const percent = (part: number, all: number): string =>
  new Intl.NumberFormat(settings.language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(part / Math.max(all, 1));

/** Formats a mean difference of discs with its sign. */
export const meanOf = (mean: number | undefined): string =>
  mean === undefined
    ? UNKNOWN
    : new Intl.NumberFormat(settings.language, {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
        signDisplay: 'exceptZero',
      })
        .format(mean)
        .replace('-', '−');

/** Returns the share of points: a win counts 1, a draw ½. */
export function scoreOf({ won, drawn, lost }: PlayerResults): string {
  const games = won + drawn + lost;
  return games === 0 ? UNKNOWN : percent(won + drawn / 2, games);
}

export const yearsOf = (from = 0, to = 0): string => (from === 0 ? '' : from === to ? `${from}` : `${from}–${to}`);

/** Returns the usual name of an opening in the selected language, or in the other one; '' without a name. */
export function openingName(names: OpeningNames | undefined): string {
  const [first, second] = settings.language === 'ja' ? [names?.ja, names?.en] : [names?.en, names?.ja];
  return (first ?? second)?.names[0] ?? '';
}

/** Returns the discs at the end, with empty squares for the winner, or who won; and why the game ended early. */
export function resultOf({ score_black: score, winner, reason, size }: ExploredGame): string {
  const squares = size * size;
  const discs =
    score !== undefined
      ? `${(squares + score) / 2}–${(squares - score) / 2}`
      : winner
        ? word(`game.won.${winner}`)
        : '';
  const why = reason ? word(`game.reason.${reason}`) : '';
  return [discs, why].filter(Boolean).join(' · ');
}

export const playersOf = ({ black, white }: Pick<ExploredGame, 'black' | 'white'>): string =>
  word('game.players', { black: black || word('game.unknown'), white: white || word('game.unknown') });
