/** Converts opened games to places on the analysis page. */
import { parseAddress } from '../board/game/address';
import { PASS } from '../board/game/game';
import { NAMELESS, parsePlace, type Place } from './address';
import { parseMoves, type Origin } from './tree';
import { keepNotes, notesOf } from './filenotes';
import type { Opened, OpenedGame } from '../api/analyses';

/** A file without damaged games. */
const INTACT = { damaged: 0 };

/** Returns the place at the end of a game of a file that the server has read, and keeps the notes of the file. */
export function placeOfOpened(game: OpenedGame, file: Pick<Opened, 'damaged' | 'problem'> = INTACT): Place {
  const { size, start, position = '', moves, tree, black, white, name } = game;
  const notes = notesOf(game, file);
  const origin: Origin = { size, start: start || 'usual', position };
  return {
    origin,
    lines: parseMoves((tree || moves).replaceAll(PASS, '--')) ?? [[]],
    at: null,
    names: { black, white, event: name },
    ...(notes && { file: keepNotes(notes) }),
  };
}

/** Returns the place of an address of the app, of the analysis or the play page; null for any other text. */
export function placeOfText(text: string): Place | null {
  const hash = /^\s*(?:https?:\/\/\S*?)?(#\S+)\s*$/.exec(text)?.[1];
  if (!hash) return null;
  const game = parseAddress(hash);
  if (!game) return /^#analyse(\/|$)/.test(hash) ? parsePlace(hash) : null;
  const { size, start, position, moves, at } = game;
  return { origin: { size, start, position: position ?? '' }, lines: parseMoves(moves) ?? [[]], at, names: NAMELESS };
}
