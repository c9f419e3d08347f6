/** Opening the game of an address, and the actions of a person at the table. */
import { ApiError } from '../api/client';
import { parseAddress } from '../board/game/address';
import { squareIndex } from '../board/game/cells';
import {
  computersOnly,
  cutHere,
  fromOpening,
  newGame,
  play,
  redoTarget,
  stepTo,
  swapped,
  undoTarget,
  withSide,
  type Session,
} from '../board/game/game';
import { strongestComputer } from '../board/game/players';
import { HUMAN, opposite, type Color, type Sides, type Spec } from '../board/game/types';
import { refusal } from '../board/game/why';
import { positionQueryOf } from '../session/positions';
import { t } from '../i18n/t';
import { settings } from '../session/settings.svelte';
import { keptGames } from './keptgames';
import { facesWhite } from './newgame';
import {
  setSession,
  computerPlayed,
  interrupt,
  lose,
  open,
  pass,
  played,
  remember,
  resume,
  settle,
  handleError,
  hear,
  moveTime,
} from './flow';
import type { Setup, Table } from './table.svelte';
import { afterStep, whyNot } from '../board/words';
import { pausedWords } from './words';

/**
 * Opens the game of the address, else the last game of this browser, else a new one. `suspended` is set if another page
 * is shown.
 */
export function begin(table: Table, hash: string, suspended: boolean): void {
  table.suspended = suspended;
  const address = parseAddress(hash);
  const [newest] = keptGames();
  if (address) return void open(table, address);
  if (newest) resume(table, newest);
  else setSession(table, table.session);
  if (hash.length > 1 && !suspended) handleError(table, new ApiError('refused', hash), 'address');
}

/** Opens an address that this table did not write itself: a pasted link, Back or Forward. Resumes a suspended table. */
export function follow(table: Table, hash: string): void {
  const address = parseAddress(hash);
  const suspended = table.suspended;
  table.suspended = false;
  if (address && hash !== table.address) void open(table, address);
  else if (suspended) void settle(table, {});
}

/** Stops all activity while another page is shown. */
export function suspend(table: Table): void {
  table.suspended = true;
  remember(table);
  interrupt(table);
  table.coach.follow(null);
}

// Actions of a person.

export function playAt(table: Table, square: string): void {
  const { game, sides, snapshot } = table;
  const legal = snapshot?.legal.find((l) => l.move === square);
  const cell = table.cells[squareIndex(square, game.size)] ?? null;
  table.refused = refusal(square, cell, snapshot, sides[table.turn] !== HUMAN);
  if (table.refused) return table.announcer.say(whyNot(table.refused));
  if (settings.confirm && table.picked !== square) {
    table.picked = square;
    return table.announcer.say(t('announce.picked', { square, n: legal?.flips.length ?? 0 }));
  }
  if (legal && snapshot) played(table, play(game, { turn: snapshot.turn, ...legal, ...moveTime(table) }, HUMAN));
}

/**
 * Assigns a person or a computer to a side. A computer against a person resumes. Two computers wait for Play, unless
 * they were playing already.
 */
export function setPlayer(table: Table, color: Color, spec: Spec): void {
  const sides = withSide(table.sides, color, spec);
  const paused = computersOnly(sides) && (table.session.paused || !table.watching);
  setSession(table, { ...table.session, sides, paused });
}

/** Starts a game. The board faces a person who plays White; with the same players it stays as it is. */
export function startGame(table: Table, sides: Sides = table.sides, setup: Setup = table.setup): void {
  const { size, start, position, control, moves } = setup;
  const game = newGame(size, start, undefined, { position, control });
  if (size !== table.game.size || start !== table.game.start || position !== table.game.position)
    table.initial = position;
  const turned = sides === table.sides ? table.session.turned : facesWhite(sides) && !settings.flipped;
  const session: Session = { game, sides, paused: false, ...(turned && { turned }) };
  if (moves) void startFromOpening(table, session, moves);
  else setSession(table, session, { pushed: true });
}

/** Shows the board from the other side. */
export function flip(table: Table): void {
  table.session = { ...table.session, turned: !table.session.turned };
  remember(table);
}

/** Starts a game from an opening, after fetching its position from the server. */
async function startFromOpening(table: Table, blank: Session, moves: string): Promise<void> {
  const signal = interrupt(table);
  const { size, start, position, control } = blank.game;
  try {
    const { history } = await table.positions.load({ ...positionQueryOf(blank.game), moves }, signal);
    setSession(table, { ...blank, game: fromOpening(size, start, history, { position, control }) }, { pushed: true });
  } catch (error) {
    handleError(table, error, 'position', signal);
  }
}

export function rematch(table: Table): void {
  startGame(table, swapped(table.sides));
}

/** Resigns for the person at the board; with two persons, for the side to move. */
export function resign(table: Table): void {
  if (!table.canResign) return;
  const loser = table.sides[table.turn] === HUMAN ? table.turn : opposite(table.turn);
  lose(table, loser, 'resigned');
}

/** Takes back the mistake. */
export function tryAgain(table: Table): void {
  setSession(table, { ...table.session, game: cutHere(stepTo(table.game, table.game.plies.length - 1)) });
}

/** Continues without taking back the mistake. */
export function playOnWithMistake(table: Table): void {
  table.accepted = table.game.plies.length;
  void settle(table, {});
}

export function undo(table: Table): void {
  const target = undoTarget(table.game, table.sides);
  if (target !== null) step(table, target);
}

export function redo(table: Table): void {
  const target = redoTarget(table.game, table.sides);
  if (target !== null) step(table, target);
}

/** Shows the game after `cursor` plies; two computers are paused meanwhile. */
export function step(table: Table, cursor: number): void {
  const game = stepTo(table.game, cursor);
  if (game === table.game) return;
  setSession(table, { ...table.session, game, paused: table.session.paused || table.watching }, { speak: afterStep });
}

/** Shows the game after `cursor` plies as part of a replay, with its sound. */
export function replay(table: Table, cursor: number): void {
  if (cursor === table.game.cursor + 1) hear(table.game.plies[table.game.cursor]);
  step(table, cursor);
}

/** Discards the moves after the cursor and continues from there. */
export function playOnFromHere(table: Table): void {
  setSession(table, { ...table.session, game: cutHere(table.game), paused: false });
}

/**
 * Stops the computer. One that plays a side stays paused until `resumePlay`; one that moves for a person just stops.
 */
export function stop(table: Table): void {
  const paused = table.session.paused || !table.thinking?.once;
  setSession(table, { ...table.session, paused });
}

export function resumePlay(table: Table): void {
  setSession(table, { ...table.session, paused: false });
}

export function togglePause(table: Table): void {
  if (table.session.paused) resumePlay(table);
  else stop(table);
  table.announcer.say(pausedWords(table.session.paused));
}

/** Advances one ply while two computers are paused: the next known ply, or one move of the computer to move. */
export function stepOnce(table: Table): void {
  if (!table.live) return step(table, table.game.cursor + 1);
  if (table.snapshot?.pass) return pass(table);
  setSession(table, { ...table.session, paused: true }, { order: table.sides[table.turn] });
}

/** Lets the computer move for the person to move; a computer that is thinking plays its best move so far. */
export function computerMove(table: Table): void {
  const found = table.thinking?.report?.move;
  if (table.thinking) return found ? computerPlayed(table, found, table.thinking.spec) : undefined;
  if (!table.snapshot || table.over || table.snapshot.pass) return;
  const current = table.sides[table.turn];
  const spec = current === HUMAN ? strongestComputer(table.sides) : current;
  setSession(table, { ...table.session, game: cutHere(table.game) }, { order: spec });
}

export function dismiss(table: Table): void {
  table.task.failure = null;
}
