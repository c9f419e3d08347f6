/**
 * A game as one value, and the pure functions that make the next value. Nothing here knows the rules:
 * which squares are legal and which discs turn over is always the server's answer.
 */
import type { Control } from './clock';
import { HUMAN, type Color, type Ended, type Ply, type Sides, type Size, type Spec, type Start } from './types';

/** A ply and who chose it; '' when that is not known, as in a game opened from a link. */
export interface PlayedPly extends Ply {
  by: Spec;
  /** Milliseconds on the player's clock, in a game with clocks. */
  took?: number;
}

export interface Game {
  /** Made anew for every game, so that the server stores a finished game once. */
  id: string;
  size: Size;
  start: Start;
  /** The one-line set-up position before the first move, which comes before `start`; '' for the start. */
  position: string;
  control: Control | null;
  /** So many plies stood on the board at the beginning: an opening. */
  given: number;
  /** It ended before the board was full. */
  ended: Ended | null;
  /** All plies, passes included; those from `cursor` on can be redone. */
  plies: readonly PlayedPly[];
  /** How many plies are on the board. */
  cursor: number;
  /** A ply was replaced by another one: such a game does not count in the record. */
  takenBack: boolean;
  /** The server has this game. */
  stored: boolean;
}

export interface Session {
  game: Game;
  sides: Sides;
  /** The computers wait. */
  paused: boolean;
}

export const PASS = 'pass';

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** What may be said of a new game beside its start. */
export type Beside = Partial<Pick<Game, 'position' | 'control'>>;

export function newGame(
  size: Size,
  start: Start,
  id: string = newId(),
  { position = '', control = null }: Beside = {},
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

/** A game that another version of the page kept has fewer fields. */
export const completed = (game: Game): Game => ({ ...newGame(game.size, game.start, game.id), ...game });

/** The game that the server's history tells, standing at its end; nobody knows who chose the plies. */
export function fromHistory(
  size: Size,
  start: Start,
  history: readonly Ply[],
  id: string = newId(),
  beside: Beside = {},
): Game {
  const plies = history.map((ply) => ({ ...ply, by: '' }));
  return { ...newGame(size, start, id, beside), plies, cursor: plies.length };
}

/** A new game after an opening, whose plies are nobody's. */
export function fromOpening(size: Size, start: Start, history: readonly Ply[], beside: Beside = {}): Game {
  const game = fromHistory(size, start, history, newId(), beside);
  return { ...game, given: game.plies.length };
}

export const sizeOf = (position: string): Size => {
  const cells = position.indexOf(' ');
  return cells === 16 ? 4 : cells === 36 ? 6 : 8;
};

/** Standing at the end of what was played: only there does a computer move by itself. */
export const isLive = (game: Pick<Game, 'cursor' | 'plies'>): boolean => game.cursor === game.plies.length;

export const lastPly = (game: Game): PlayedPly | undefined => game.plies[game.cursor - 1];

/** Plays at the cursor. What could still be redone is given up, and the game is another one from here. */
export function play(game: Game, ply: Ply & { took?: number }, by: Spec): Game {
  const plies = [...game.plies.slice(0, game.cursor), { ...ply, by }];
  const next = { ...game, plies, cursor: plies.length };
  return isLive(game) ? next : another(next);
}

/** The game with another past than it had: it counts no more. */
const another = (game: Game): Game => ({
  ...game,
  id: newId(),
  given: Math.min(game.given, game.plies.length),
  ended: null,
  takenBack: true,
  stored: false,
});

/** Gives up everything after the cursor, to play on from there. */
export function cutHere(game: Game): Game {
  if (isLive(game)) return game;
  return another({ ...game, plies: game.plies.slice(0, game.cursor) });
}

export function stepTo(game: Game, cursor: number): Game {
  const within = Math.max(0, Math.min(game.plies.length, cursor));
  return within === game.cursor ? game : { ...game, cursor: within };
}

const isPersonsTurn = (ply: PlayedPly, sides: Sides): boolean => ply.move !== PASS && sides[ply.turn] === HUMAN;

const hasPerson = (sides: Sides): boolean => sides.black === HUMAN || sides.white === HUMAN;

/**
 * Where taking back leads: the last turn of a person, or one ply back when only computers play. Null: nothing to take
 * back.
 */
export function undoTarget(game: Game, sides: Sides): number | null {
  if (!hasPerson(sides)) return game.cursor > 0 ? game.cursor - 1 : null;
  for (let at = game.cursor - 1; at >= game.given; at--) {
    const ply = game.plies[at];
    if (ply && isPersonsTurn(ply, sides)) return at;
  }
  return null;
}

/** Where redoing leads: a person's next turn, or the end. Null: nothing to redo. */
export function redoTarget(game: Game, sides: Sides): number | null {
  if (isLive(game)) return null;
  if (!hasPerson(sides)) return game.cursor + 1;
  for (let at = game.cursor + 1; at < game.plies.length; at++) {
    const ply = game.plies[at];
    if (ply && isPersonsTurn(ply, sides)) return at;
  }
  return game.plies.length;
}

/** Whether the game changed hands or was taken back: then it says nothing about one player against another. */
export function isMixed(game: Game, sides: Sides): boolean {
  return game.takenBack || game.plies.slice(game.given).some((ply) => ply.move !== PASS && ply.by !== sides[ply.turn]);
}

/** Whether any ply was played here rather than opened from elsewhere. */
export const wasPlayedHere = (game: Game): boolean => game.plies.some((ply) => ply.by !== '');

/**
 * The plies as a transcript: two characters each, passes left out, except a last one ("--"), which nothing else would
 * tell.
 */
export function transcript(plies: readonly Ply[]): string {
  const moves = plies.map((ply) => (ply.move === PASS ? '--' : ply.move)).join('');
  return moves.replace(/--(?=.)/g, '');
}

export const withSide = (sides: Sides, color: Color, spec: Spec): Sides => ({ ...sides, [color]: spec });

export const swapped = (sides: Sides): Sides => ({ black: sides.white, white: sides.black });

export const computersOnly = (sides: Sides): boolean => !hasPerson(sides);
