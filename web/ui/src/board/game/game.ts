/**
 * A game as an immutable value, and pure functions that return the next value. The rules are not implemented here:
 * legal squares and flipped discs come from the server.
 */
import type { Control } from './clock';
import { HUMAN, type Color, type Ended, type Ply, type Sides, type Size, type Spec, type Start } from './types';

/** A ply with the player who chose it; '' if unknown, as in a game opened from a link. */
export interface PlayedPly extends Ply {
  by: Spec;
  /** Milliseconds spent on the move, in a game with clocks. */
  took?: number;
}

export interface Game {
  /** A new id for every game, so that the server stores a finished game only once. */
  id: string;
  size: Size;
  start: Start;
  /** The one-line set-up position, which takes precedence over `start`; '' for a standard start. */
  position: string;
  control: Control | null;
  /** The number of plies of the opening that were on the board at the start. */
  given: number;
  /** How the game ended early; null otherwise. */
  ended: Ended | null;
  /** All plies, passes included; those from `cursor` on can be redone. */
  plies: readonly PlayedPly[];
  /** The number of plies on the board. */
  cursor: number;
  /** A ply was replaced by another, so the game does not count in the record. */
  takenBack: boolean;
  /** The server has stored this game. */
  stored: boolean;
}

export interface Session {
  game: Game;
  sides: Sides;
  /** The computers are paused. */
  paused: boolean;
  /** The board is shown from the other side than the settings say. */
  turned?: boolean;
}

export const PASS = 'pass';

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** Optional properties of a new game besides its start. */
export type GameOptions = Partial<Pick<Game, 'position' | 'control'>>;

export function newGame(
  size: Size,
  start: Start,
  id: string = newId(),
  { position = '', control = null }: GameOptions = {},
): Game {
  return {
    id,
    size,
    start,
    position,
    control,
    given: 0,
    ended: null,
    plies: [],
    cursor: 0,
    takenBack: false,
    stored: false,
  };
}

/** Adds missing fields to a game that another version of the page stored. */
export const completed = (game: Game): Game => ({ ...newGame(game.size, game.start, game.id), ...game });

/** Returns a game with the plies of the server's history, all on the board; their players are unknown. */
export function fromHistory(
  size: Size,
  start: Start,
  history: readonly Ply[],
  id: string = newId(),
  options: GameOptions = {},
): Game {
  const plies = history.map((ply) => ({ ...ply, by: '' }));
  return { ...newGame(size, start, id, options), plies, cursor: plies.length };
}

/** Returns a new game after an opening, whose plies belong to no player. */
export function fromOpening(size: Size, start: Start, history: readonly Ply[], options: GameOptions = {}): Game {
  const game = fromHistory(size, start, history, newId(), options);
  return { ...game, given: game.plies.length };
}

export const sizeOf = (position: string): Size => {
  const cells = position.indexOf(' ');
  return cells === 16 ? 4 : cells === 36 ? 6 : 8;
};

/** Reports whether the board is at the end of the game. Only there do computers move automatically. */
export const isLive = (game: Pick<Game, 'cursor' | 'plies'>): boolean => game.cursor === game.plies.length;

export const lastPly = (game: Game): PlayedPly | undefined => game.plies[game.cursor - 1];

/** Plays at the cursor. Plies that could be redone are discarded, in which case the game gets a new id. */
export function play(game: Game, ply: Ply & { took?: number }, by: Spec): Game {
  const plies = [...game.plies.slice(0, game.cursor), { ...ply, by }];
  const next = { ...game, plies, cursor: plies.length };
  return isLive(game) ? next : diverged(next);
}

/** Returns the game after a change of its past: with a new id, and excluded from the record. */
const diverged = (game: Game): Game => ({
  ...game,
  id: newId(),
  given: Math.min(game.given, game.plies.length),
  ended: null,
  takenBack: true,
  stored: false,
});

/** Discards everything after the cursor. */
export function cutHere(game: Game): Game {
  if (isLive(game)) return game;
  return diverged({ ...game, plies: game.plies.slice(0, game.cursor) });
}

export function stepTo(game: Game, cursor: number): Game {
  const within = Math.max(0, Math.min(game.plies.length, cursor));
  return within === game.cursor ? game : { ...game, cursor: within };
}

const isPersonsTurn = (ply: PlayedPly, sides: Sides): boolean => ply.move !== PASS && sides[ply.turn] === HUMAN;

const hasPerson = (sides: Sides): boolean => sides.black === HUMAN || sides.white === HUMAN;

/**
 * Returns the cursor after an undo: the last turn of a person, or one ply back if only computers play. Null if there is
 * nothing to undo.
 */
export function undoTarget(game: Game, sides: Sides): number | null {
  if (!hasPerson(sides)) return game.cursor > 0 ? game.cursor - 1 : null;
  for (let at = game.cursor - 1; at >= game.given; at--) {
    const ply = game.plies[at];
    if (ply && isPersonsTurn(ply, sides)) return at;
  }
  return null;
}

/** Returns the cursor after a redo: a person's next turn, or the end. Null if there is nothing to redo. */
export function redoTarget(game: Game, sides: Sides): number | null {
  if (isLive(game)) return null;
  if (!hasPerson(sides)) return game.cursor + 1;
  for (let at = game.cursor + 1; at < game.plies.length; at++) {
    const ply = game.plies[at];
    if (ply && isPersonsTurn(ply, sides)) return at;
  }
  return game.plies.length;
}

/** Reports whether players changed or moves were taken back, in which case the result does not compare two players. */
export function isMixed(game: Game, sides: Sides): boolean {
  return game.takenBack || game.plies.slice(game.given).some((ply) => ply.move !== PASS && ply.by !== sides[ply.turn]);
}

/** Reports whether any ply was played here, as opposed to an opened game. */
export const wasPlayedHere = (game: Game): boolean => game.plies.some((ply) => ply.by !== '');

/**
 * Returns the plies as a transcript of two characters each. Passes are omitted, except for one at the end ("--"), which
 * could not be inferred.
 */
export function transcript(plies: readonly Ply[]): string {
  const moves = plies.map((ply) => (ply.move === PASS ? '--' : ply.move)).join('');
  return moves.replace(/--(?=.)/g, '');
}

export const withSide = (sides: Sides, color: Color, spec: Spec): Sides => ({ ...sides, [color]: spec });

export const swapped = (sides: Sides): Sides => ({ black: sides.white, white: sides.black });

export const computersOnly = (sides: Sides): boolean => !hasPerson(sides);
