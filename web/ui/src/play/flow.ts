/**
 * Changes of the table. Each goes through `setSession`, which keeps the session, writes the address, and calls
 * `settle`. `settle` fetches the position and then waits for a person, announces a pass, starts the computer, or
 * stores the finished game. A new change cancels work in progress.
 */
import { ApiError } from '../api/client';
import { storeGame, think, type FinishedGame } from '../api/games';
import type { Address } from '../board/game/address';
import { queryOf, timesOf } from '../board/game/clock';
import { writeAddress } from '../session/address';
import {
  computersOnly,
  fromHistory,
  isMixed,
  lastPly,
  newGame,
  PASS,
  play,
  stepTo,
  wasPlayedHere,
  type Game,
  type PlayedPly,
  type Session,
} from '../board/game/game';
import type { Report } from '../api/events';
import { HUMAN, type Color, type Snapshot, type Spec } from '../board/game/types';
import { positionQueryOf } from '../session/positions';
import { paceMs, settings } from '../session/settings.svelte';
import { Sounds, type Ending } from '../session/sounds';
import { findKept, keep, type Kept } from './keptgames';
import { sleep } from '../session/sleep';
import { onlyPerson } from './newgame';
import { DEFAULT_SIDES, nextTurn, type During, type Table } from './table.svelte';
import { afterMove } from '../board/words';
import { lessonWords } from './words';

interface Change {
  /** Adds an entry to the browser's history, so that Back returns to the previous game. */
  pushed?: boolean;
  /** This computer plays one move for the side to move, even if paused. */
  order?: Spec | undefined;
  /** Returns the announcement once the position is known. */
  speak?: (game: Game, snapshot: Snapshot) => string;
}

/** A pass is shown this long before play continues. */
const PASS_MS = 1200;
/** Minimum delay before a computer's answer, so that the flip animation of the person's move has ended. */
const ANSWER_MS = 450;
const SPOKEN_PACE_MS = 400;
/** Sounds of moves that follow faster would run together. */
const HEARD_PACE_MS = 150;
/** Extra time before a computer loses on time, as its move may be in transit. */
const GRACE_MS = 400;

const sounds = new Sounds(() => settings);

export async function open(table: Table, address: Address): Promise<void> {
  const kept = findKept(address);
  if (kept) return resume(table, kept, address);
  const { size, start, position, moves, control, ended } = address;
  const sides = { ...DEFAULT_SIDES, ...address.sides };
  const blank: Session = {
    game: newGame(size, start, undefined, { position, control }),
    sides,
    paused: computersOnly(sides),
  };
  const signal = interrupt(table);
  try {
    const { history, initial } = await table.positions.load({ ...positionQueryOf(blank.game), moves }, signal);
    const game = {
      ...fromHistory(size, start, history, undefined, { position, control }),
      ended,
      stored: ended !== null,
    };
    table.initial = initial;
    setSession(table, { ...blank, game: stepTo(game, address.at ?? game.cursor) });
  } catch (error) {
    if (signal.aborted) return;
    table.failedAddress = address;
    if (error instanceof ApiError && error.kind === 'refused') setSession(table, blank);
    else table.session = blank; // Not saved: the address keeps the game until the server responds.
    handleError(table, error, 'address');
  }
}

/** Continues a kept game; an address may name another cursor and other players. */
export function resume(table: Table, { session, initial, spent }: Kept, address?: Address): void {
  const { game } = session;
  const cursor = address ? (address.at ?? game.plies.length) : game.cursor;
  const sides = { ...session.sides, ...address?.sides };
  table.initial = initial;
  if (spent) table.clocks.restore(game, nextTurn(stepTo(game, game.plies.length)), spent);
  setSession(table, { ...session, game: stepTo(game, cursor), sides, paused: session.paused || computersOnly(sides) });
}

export function pass(table: Table): void {
  const { game, sides, snapshot } = table;
  if (!snapshot?.pass || !table.live) return;
  played(table, play(game, { turn: snapshot.turn, move: PASS, flips: [] }, sides[snapshot.turn]));
}

export function lose(table: Table, loser: Color, how: 'time' | 'resigned'): void {
  setSession(table, { ...table.session, game: { ...table.game, ended: { how, loser } } }, { speak: afterMove });
}

export function retry(table: Table): void {
  const during = table.incident?.during;
  if (during === 'address' && table.failedAddress) void open(table, table.failedAddress);
  else void settle(table, { order: table.order });
}

export function setSession(table: Table, session: Session, change: Change = {}): void {
  table.session = session;
  table.served = table.positions.peek(positionQueryOf(session.game));
  table.refused = null;
  table.picked = null;
  remember(table, change.pushed);
  void settle(table, change);
}

export function played(table: Table, game: Game): void {
  table.shownAt = performance.now();
  if (!table.watching || paceMs() >= HEARD_PACE_MS) hear(lastPly(game), true);
  setSession(table, { ...table.session, game }, { speak: afterMove });
}

/** Makes the sound of a move. A person's own move vibrates when it is played. */
export function hear(ply: PlayedPly | undefined, isPlayed = false): void {
  if (ply && ply.move !== PASS) sounds.move(ply.flips.length, isPlayed && ply.by === HUMAN);
}

/** Keeps the game in this browser, with the time spent on this turn. */
export function remember(table: Table, pushed = false): void {
  keep({ session: table.session, initial: table.initial, spent: table.game.control ? table.clocks.spent() : 0 });
  if (!table.suspended) writeAddress(table.address, pushed);
}

/** Cancels work in progress and returns the signal for what comes next. */
export function interrupt(table: Table): AbortSignal {
  table.clocks.stop();
  table.coach.lesson = null;
  table.thinking = null;
  return table.task.begin();
}

export async function settle(table: Table, { order, speak }: Change): Promise<void> {
  const signal = interrupt(table);
  table.order = order;
  try {
    const snapshot = await table.positions.load(positionQueryOf(table.game), signal);
    table.take(snapshot);
    advise(table);
    const now = table.snapshot ?? snapshot;
    if (speak && !tooFastToAnnounce(table, now)) table.announcer.say(speak(table.game, now));
    if (speak === afterMove && table.live && now.over) sounds.end(endingOf(table, now));
    if (!table.suspended) await proceed(table, now, signal, order);
  } catch (error) {
    handleError(table, error, table.thinking ? 'thinking' : 'position', signal);
  }
}

async function proceed(table: Table, snapshot: Snapshot, signal: AbortSignal, order?: Spec): Promise<void> {
  if (!table.live) return replay(table, signal);
  if (await isMistake(table, signal)) return;
  if (snapshot.over) return store(table);
  if (snapshot.pass) return passSoon(table, signal);
  const spec = order ?? (table.session.paused ? HUMAN : table.sides[snapshot.turn]);
  if (spec !== HUMAN) return computerThinks(table, snapshot, spec, order !== undefined, signal);
  if (!table.session.paused) startClock(table, snapshot.turn);
}

function startClock(table: Table, turn: Color, grace = 0): void {
  const low = () => table.sides[turn] === HUMAN && sounds.lowTime();
  table.clocks.start(table.game, turn, { expired: () => lose(table, turn, 'time'), low }, grace);
}

/** The time that the move being played took, in a game with clocks. */
export function moveTime(table: Table): { took?: number } {
  return table.game.control ? { took: table.clocks.spent() } : {};
}

/** Updates the position that the coach analyses; call it when the need for advice may have changed. */
export function advise(table: Table): void {
  const { snapshot } = table;
  const needed =
    snapshot && !snapshot.over && !snapshot.pass && !table.suspended && table.sides[snapshot.turn] === HUMAN;
  table.coach.follow(needed ? positionQueryOf(table.game) : null);
}

/** Stops play at a person's mistake if teaching is on. */
async function isMistake(table: Table, signal: AbortSignal): Promise<boolean> {
  const { game } = table;
  const ply = lastPly(game);
  if (!settings.teach || !ply || ply.by !== HUMAN || ply.move === PASS || table.accepted === game.plies.length)
    return false;
  const lesson = await table.coach.judge(positionQueryOf(stepTo(game, game.cursor - 1)), ply.move, signal);
  if (signal.aborted) return true;
  table.coach.lesson = lesson;
  if (lesson) table.announcer.say(lessonWords(lesson));
  return lesson !== null;
}

/** Two computers that are not paused replay the known moves before they search for new ones. */
async function replay(table: Table, signal: AbortSignal): Promise<void> {
  if (!table.watching || table.session.paused) return;
  await sleep(paceMs(), signal);
  setSession(table, { ...table.session, game: stepTo(table.game, table.game.cursor + 1) }, { speak: afterMove });
}

async function passSoon(table: Table, signal: AbortSignal): Promise<void> {
  if (table.watching && table.session.paused) return;
  await sleep(paceMs() === 0 ? 0 : PASS_MS, signal);
  pass(table);
}

async function computerThinks(
  table: Table,
  snapshot: Snapshot,
  spec: Spec,
  once: boolean,
  signal: AbortSignal,
): Promise<void> {
  table.thinking = { spec, turn: snapshot.turn, report: null, once };
  const progress = (report: Report) => {
    if (table.thinking && !signal.aborted) table.thinking = { ...table.thinking, report };
  };
  const { control, plies } = table.game;
  startClock(table, snapshot.turn, GRACE_MS);
  const report = await think(
    positionQueryOf(table.game),
    spec,
    progress,
    signal,
    control ? queryOf(control, timesOf(plies, snapshot.turn)) : {},
  );
  table.clocks.stop();
  progress(report);
  const pace = table.watching ? paceMs() : Math.min(ANSWER_MS, paceMs());
  await sleep(Math.max(0, table.shownAt + pace - performance.now()), signal);
  computerPlayed(table, report.move, spec);
}

export function computerPlayed(table: Table, square: string, spec: Spec): void {
  const { snapshot } = table;
  const legal = snapshot?.legal.find((l) => l.move === square);
  if (snapshot && legal)
    return played(table, play(table.game, { turn: snapshot.turn, ...legal, ...moveTime(table) }, spec));
  handleError(table, new ApiError('refused', `${spec} chose ${square}, which is not legal here`), 'thinking');
}

/** Stores a finished game once. Players that change after the end belong to the next game. */
async function store(table: Table): Promise<void> {
  const { game } = table;
  if (game.stored || table.storing === game.id || !(game.ended || wasPlayedHere(game))) return;
  if (table.finished?.id !== game.id) table.finished = finishedGame(table);
  table.storing = game.id;
  try {
    await storeGame(table.finished);
    if (table.game.id !== game.id) return;
    table.session = { ...table.session, game: { ...table.game, stored: true } };
    remember(table);
  } catch (error) {
    if (table.game.id === game.id) handleError(table, error, 'storing');
  } finally {
    if (table.storing === game.id) table.storing = '';
  }
}

function finishedGame({ game, sides }: Table): FinishedGame {
  const ended = game.ended ? { ended: game.ended.how, loser: game.ended.loser } : {};
  return { id: game.id, ...positionQueryOf(game), ...sides, mixed: isMixed(game, sides), ...ended };
}

/** Records an error. A busy server is retried automatically; other errors wait for the person. */
export function handleError(table: Table, error: unknown, during: During, signal = table.task.signal): void {
  if (!table.task.fail(error, signal, () => retry(table))) return;
  table.thinking = null;
  table.during = during;
}

/** Returns how a game ended for its only person; between two persons or computers, a decided game counts as won. */
function endingOf({ sides }: Table, { winner }: Snapshot): Ending {
  const person = onlyPerson(sides);
  if (winner === 'draw') return 'drawn';
  return person && winner !== person ? 'lost' : 'won';
}

/** Reports whether two computers play too fast for announcements; the end of the game is always announced. */
function tooFastToAnnounce(table: Table, snapshot: Snapshot): boolean {
  return table.watching && !table.session.paused && !snapshot.over && paceMs() < SPOKEN_PACE_MS;
}
