/** Converts opened games to places on the analysis page. */
import { parseAddress } from '../board/game/address';
import { PASS } from '../board/game/game';
import { NAMELESS, parsePlace, type Place } from './address';
import { parseMoves, type Origin } from './tree';
import type { OpenedGame } from '../api/analyses';

/** Returns the place at the end of a game that the server has read. */
export function placeOfOpened({ size, start, position = '', moves, black, white, name }: OpenedGame): Place {
  const origin: Origin = { size, start: start || 'usual', position };
  return {
    origin,
    lines: parseMoves(moves.replaceAll(PASS, '--')) ?? [[]],
    at: null,
    names: { black, white, event: name },
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
