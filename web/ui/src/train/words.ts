/** Text of the training pages in the selected language. The functions are reactive, since they read the settings. */
import type { Reason } from '../api/analyses';
import { signed } from '../i18n/t';
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { colorName } from '../board/words';
import { daysBetween, type Day } from './day';
import type { Flaw } from './deckfile';
import { wordIn, type Word } from './text';
import type { Line, Mistake, Puzzle } from './types';

export type { Word };

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** Formats a score in discs with its sign and up to one decimal. */
export const score = (value: number): string => signed(Math.round(value * 10) / 10 || 0).replace('-', '−');

/** Formats a change of a rating with its sign. */
export const change = (value: number): string => signed(value).replace('-', '−');

export const discs = (value: number): string => word('discs', { n: Math.round(value * 10) / 10 });

export const spoken = (reason: Reason): string => reason[settings.language];

/** Returns the name of an opening in the selected language, else in the other one, else its moves. */
export function lineName({ name, moves }: Pick<Line, 'name' | 'moves'>): string {
  const [own, other] = settings.language === 'ja' ? [name.ja, name.en] : [name.en, name.ja];
  return own || other || moves;
}

/** Returns the source of a mistake's value. */
export function knownWords({ source, depth, confidence }: Pick<Mistake, 'source' | 'depth' | 'confidence'>): string {
  if (source === 'exact') return word('source.exact');
  if (source === 'book') return word('source.book');
  if (source === 'selective') return word('source.selective', { percent: confidence });
  return confidence < 100 ? word('source.at', { depth, percent: confidence }) : word('source.depth', { depth });
}

/** Returns "today", "tomorrow" or "in 5 days". */
export function whenDue(due: Day, today: Day): string {
  const days = daysBetween(today, due);
  if (days <= 0) return word('when.today');
  return days === 1 ? word('when.tomorrow') : word('when.days', { n: days });
}

const DAY_FORM = { month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const;

export const dayText = (day: Day): string =>
  new Intl.DateTimeFormat(settings.language, DAY_FORM).format(new Date(`${day}T12:00:00Z`));

export const percentOf = (part: number, whole: number): string =>
  new Intl.NumberFormat(settings.language, { style: 'percent' }).format(whole > 0 ? part / whole : 0);

export function flawWords(flaw: Flaw): string {
  switch (flaw.what) {
    case 'json':
      return word('file.notJSON');
    case 'schema':
      return word('file.notDeck');
    case 'card':
      return word('file.card', { n: flaw.place });
    case 'answer':
      return word('file.answer', { n: flaw.place });
  }
}

/** Returns the players of the game of a mistake. */
export const playersWords = (mistake: Pick<Mistake, 'black' | 'white'>, name: (spec: string) => string): string =>
  word('mistake.players', {
    black: mistake.black ? name(mistake.black) : colorName('black'),
    white: mistake.white ? name(mistake.white) : colorName('white'),
  });

const OWN_PLAYER = /kaeshi:[\w=,+-]+/g;

/** Returns where a puzzle is from: games of this program, which are named as such, or games of people. */
export function originWords({ from }: Pick<Puzzle, 'from'>, players: { shortName: (spec: string) => string }): string {
  const own = from.search(OWN_PLAYER) >= 0;
  const game = from.replace(OWN_PLAYER, (spec) => players.shortName(spec));
  return word(own ? 'puzzle.ours' : 'puzzle.from', { game });
}
