/** Opens games of the database on the analysis page. */
import { keepNotes, notesOf } from '../analyse/filenotes';
import { PASS } from '../board/game/game';
import { fetchGame } from './api';
import type { ExploredGame } from './types';

/** Returns the address of a game on the analysis page, without its comments and variations. */
export const addressOfGame = (game: ExploredGame): string => addressWith(game, game.transcript, '');

/** Loads the comments and variations of a game, keeps them, and returns its address with them. */
export async function annotatedAddress(game: ExploredGame, caller?: AbortSignal): Promise<string> {
  const opened = await fetchGame(game.number, caller);
  const [whole] = opened.games;
  if (!whole) return addressOfGame(game);
  const notes = notesOf(whole, opened);
  const moves = (whole.tree || whole.moves).replaceAll(PASS, '--');
  return addressWith(game, moves, notes ? keepNotes(notes) : '');
}

function addressWith(game: ExploredGame, moves: string, file: string): string {
  const { size, start, position, black = '', white = '', event = '', year } = game;
  const from = position ? `set-up/${position.replace(' ', '')}` : `${size}/${start ?? 'usual'}`;
  const fields = { black, white, event: [event, year].filter(Boolean).join(', '), file };
  const query = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
  return `#analyse/${from}/${moves}${query && `?${query}`}`;
}
