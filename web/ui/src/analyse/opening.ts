/** What was opened, as a place in the page of analyses. */
import { parseAddress } from '../board/game/address';
import { PASS } from '../board/game/game';
import { NAMELESS, parsePlace, type Place } from './address';
import { parseMoves, type Origin } from './tree';
import type { OpenedGame } from '../api/analyses';

/** A game that the server made out, at its end. */
export function placeOfOpened({ size, start, position = '', moves, black, white, name }: OpenedGame): Place {
  const origin: Origin = { size, start: start || 'usual', position };
  return {
    origin,
    lines: parseMoves(moves.replaceAll(PASS, '--')) ?? [[]],
    at: null,
    names: { black, white, event: name },
  };
}

/**
 * The place that an address of the app itself names, of this page or of the one where games are played; null for any
 * other text.
 */
export function placeOfText(text: string): Place | null {
  const hash = /^\s*(?:https?:\/\/\S*?)?(#\S+)\s*$/.exec(text)?.[1];
  if (!hash) return null;
  const game = parseAddress(hash);
  if (!game) return /^#analyse(\/|$)/.test(hash) ? parsePlace(hash) : null;
  const { size, start, position, moves, at } = game;
  return { origin: { size, start, position: position ?? '' }, lines: parseMoves(moves) ?? [[]], at, names: NAMELESS };
}
