/** Sentences about games by link in the selected language; reactive, since they read the settings. */
import { parseControl } from '../board/game/clock';
import { opposite, type Color } from '../board/game/types';
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { wordIn, type Word } from './text';
import type { OnlineGame } from './types';

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** Returns the name of a player; players without a name are called by their colour. */
export const nameOf = ({ names }: Pick<OnlineGame, 'names'>, color: Color): string =>
  names[color] || word(`person.${color}`);

/** Describes a time control. */
export function clockWords(text: string): string {
  const control = parseControl(text);
  if (!control) return word('clock.none');
  const values = {
    minutes: control.base / 60_000,
    seconds: (control.base === 0 || control.period > 0 ? control.period : control.increment) / 1000,
  };
  if (control.base === 0) return word('clock.move', values);
  if (control.period > 0) return word('clock.byoyomi', values);
  return word(control.increment > 0 ? 'clock.increment' : 'clock.game', values);
}

/** Describes an open request; '' without one. */
export function requestWords(game: OnlineGame): string {
  const { request, you } = game;
  if (!request) return '';
  const name = nameOf(game, request.by);
  if (!you) return word(`request.${request.kind}.viewer`, { name });
  return word(`request.${request.kind}.${request.by === you ? 'own' : 'other'}`, { name });
}

/** Reports whether the opponent is connected; '' for spectators. */
export function presenceWords(game: OnlineGame): string {
  if (!game.you || game.phase === 'waiting') return '';
  const other = opposite(game.you);
  return word(game.here[other] ? 'status.here' : 'status.away', { name: nameOf(game, other) });
}
