/**
 * The table: one session (game, sides, paused) and what happens around it. Every change goes through `become`, which keeps
 * the session, writes the address and lets the table settle: ask the server about the position, then wait for a person,
 * announce a pass, let a computer think, or store the finished game. A new change ends whatever was under way.
 */
import { Announcer } from './announcer.svelte';
import { storeGame, think, Trouble } from './api';
import { formatAddress, parseAddress, type Address } from './game/address';
import { cellsAfter, cellsOf, squareIndex, type Cell } from './game/cells';
import {
  computersOnly, cutHere, fromHistory, isLive, isMixed, lastPly, newGame, PASS, play, redoTarget, stepTo, swapped,
  undoTarget, wasPlayedHere, withSide, type Game, type Session,
} from './game/game';
import { strongestComputer } from './game/players';
import {
  HUMAN, opposite, type Color, type Report, type Sides, type Size, type Snapshot, type Spec, type Start,
} from './game/types';
import { refusal, type Refusal } from './game/why';
import { Positions, questionOf } from './positions';
import { paceMs } from './settings.svelte';
import { findKept, keep, keptGames, type Kept } from './shelf';
import { sleep } from './sleep';
import { afterMove, afterStep, pausedWords, whyNot } from './words';

export interface Thinking {
  spec: Spec;
  turn: Color;
  /** The last finished depth, if any. */
  report: Report | null;
  /** A person asked for this one move. */
  asked: boolean;
}

/** What the table was doing when something went wrong. */
export type During = 'position' | 'thinking' | 'storing' | 'address';

export interface Incident {
  during: During;
  trouble: Trouble;
}

interface Change {
  /** A new entry in the browser's history, so that Back leads to the game before. */
  pushed?: boolean;
  /** This computer plays one move for the side to move, paused or not. */
  order?: Spec | undefined;
  /** What to announce once the position is known. */
  speak?: (game: Game, snapshot: Snapshot) => string;
}

const DEFAULT_SIDES: Sides = { black: HUMAN, white: 'kaeshi:skill=3' };
/** A pass stays pending this long before play goes on. */
const PASS_MS = 1200;
/** A computer answers a person no sooner than this, so that the person's own discs have turned. */
const ANSWER_MS = 450;
const SPOKEN_PACE_MS = 400;
/** Whose turn it seems to be until the server has answered. */
function nextTurn(game: Game): Color {
  const last = lastPly(game);
  return last ? opposite(last.turn) : 'black';
}

export class Table {
  session = $state.raw<Session>({ game: newGame(8, 'usual'), sides: DEFAULT_SIDES, paused: false });
  /** What the server says about the position at the cursor; null until it has answered. */
  snapshot = $state.raw<Snapshot | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  incident = $state.raw<Incident | null>(null);
  /** Why the last click did nothing. */
  refused = $state.raw<Refusal | null>(null);
  readonly announcer = new Announcer();

  game = $derived(this.session.game);
  sides = $derived(this.session.sides);
  live = $derived(isLive(this.session.game));
  watching = $derived(computersOnly(this.session.sides));
  address = $derived(formatAddress(this.session));
  turn = $derived(this.snapshot?.turn ?? nextTurn(this.session.game));
  canUndo = $derived(undoTarget(this.session.game, this.session.sides) !== null);
  canRedo = $derived(redoTarget(this.session.game, this.session.sides) !== null);
  over = $derived(this.snapshot?.over ?? false);
  /** A person is to move at the end of the game. */
  personsTurn = $derived(Boolean(this.snapshot && !this.over && this.sides[this.turn] === HUMAN));

  /** A computer is to move and does not, because the computers are paused. */
  waiting = $derived(
    this.session.paused && !this.thinking && this.live && !this.over && this.sides[this.turn] !== HUMAN,
  );
  /** The computer can be asked to move for a person. */
  canAsk = $derived(this.personsTurn && !this.thinking && !this.snapshot?.pass);
  /** An earlier position with a computer to move, which waits for somebody to go on from there. */
  canPlayOn = $derived(!this.live && !this.watching && !this.over && this.sides[this.turn] !== HUMAN);

  private initial = $state.raw('');
  cells = $derived.by<Cell[]>(() => {
    const { size, plies, cursor } = this.game;
    const empty = (): Cell[] => Array.from({ length: size * size }, () => null);
    const initial = this.initial ? cellsOf(this.initial) : empty();
    return cellsAfter(initial.length === size * size ? initial : empty(), plies.slice(0, cursor), size);
  });

  private leave = new AbortController();
  private positions = new Positions();
  private shownAt = 0;
  private atRest = false;
  /** The computer that was asked for the one move under way. */
  private order: Spec | undefined;
  /** The address that could not be opened. */
  private wanted: Address | null = null;

  /** Begins with the game of the address, else the last one of this browser, else a new one; at rest on another page. */
  begin(hash: string, atRest: boolean): void {
    this.atRest = atRest;
    const address = parseAddress(hash);
    const [newest] = keptGames();
    if (address) return void this.open(address);
    if (newest) this.resume(newest);
    else this.become(this.session);
    if (hash.length > 1 && !atRest) this.suffer(new Trouble('refused', hash), 'address');
  }

  /** Follows an address that this table did not write itself: a pasted link, Back, Forward. Ends a rest. */
  follow(hash: string): void {
    const address = parseAddress(hash);
    const rested = this.atRest;
    this.atRest = false;
    if (address && hash !== this.address) void this.open(address);
    else if (rested) void this.settle({});
  }

  /** Stops all activity while another page is shown. */
  rest(): void {
    this.atRest = true;
    this.interrupt();
  }

  private async open(address: Address): Promise<void> {
    const kept = findKept(address);
    if (kept) return this.resume(kept, address);
    const { size, start, moves } = address;
    const sides = { ...DEFAULT_SIDES, ...address.sides };
    const blank: Session = { game: newGame(size, start), sides, paused: computersOnly(sides) };
    const signal = this.interrupt();
    try {
      const { history, initial } = await this.positions.ask({ size, start, moves }, signal);
      const game = fromHistory(size, start, history);
      this.initial = initial;
      this.become({ ...blank, game: stepTo(game, address.at ?? game.cursor) });
    } catch (error) {
      if (signal.aborted) return;
      this.wanted = address;
      if (error instanceof Trouble && error.kind === 'refused') this.become(blank);
      else this.session = blank; // Unwritten: the address keeps the game until the server answers.
      this.suffer(error, 'address');
    }
  }

  /** Goes on with a kept game; an address may name another cursor and other players. */
  private resume({ session, initial }: Kept, address?: Address): void {
    const { game } = session;
    const cursor = address ? (address.at ?? game.plies.length) : game.cursor;
    const sides = { ...session.sides, ...address?.sides };
    this.initial = initial;
    this.become({ game: stepTo(game, cursor), sides, paused: session.paused || computersOnly(sides) });
  }

  // What a person can do.

  playAt(square: string): void {
    const { game, sides, snapshot } = this;
    const legal = snapshot?.legal.find((l) => l.move === square);
    const cell = this.cells[squareIndex(square, game.size)] ?? null;
    this.refused = refusal(square, cell, snapshot, sides[this.turn] !== HUMAN);
    if (this.refused) return this.announcer.say(whyNot(this.refused));
    if (legal && snapshot) this.played(play(game, { turn: snapshot.turn, ...legal }, HUMAN));
  }

  pass(): void {
    const { game, sides, snapshot } = this;
    if (!snapshot?.pass || !this.live) return;
    this.played(play(game, { turn: snapshot.turn, move: PASS, flips: [] }, sides[snapshot.turn]));
  }

  /** Puts a person or a computer on a side. The computers go on, unless two paused ones only change places. */
  seat(color: Color, spec: Spec): void {
    const sides = withSide(this.sides, color, spec);
    const paused = this.session.paused && this.watching && computersOnly(sides);
    this.become({ ...this.session, sides, paused });
  }

  newGame(size: Size = this.game.size, start: Start = this.game.start, sides: Sides = this.sides): void {
    if (size !== this.game.size || start !== this.game.start) this.initial = '';
    this.become({ game: newGame(size, start), sides, paused: false }, { pushed: true });
  }

  rematch(): void {
    this.newGame(this.game.size, this.game.start, swapped(this.sides));
  }

  undo(): void {
    const target = undoTarget(this.game, this.sides);
    if (target !== null) this.step(target);
  }

  redo(): void {
    const target = redoTarget(this.game, this.sides);
    if (target !== null) this.step(target);
  }

  /** Looks at the game after `cursor` plies; two computers wait meanwhile. */
  step(cursor: number): void {
    const game = stepTo(this.game, cursor);
    if (game === this.game) return;
    this.become({ ...this.session, game, paused: this.session.paused || this.watching }, { speak: afterStep });
  }

  /** Gives up the moves after the cursor and plays on from there. */
  playOnFromHere(): void {
    this.become({ ...this.session, game: cutHere(this.game), paused: false });
  }

  /** Stops the computer. A computer that was asked for one move just stops; one that has a side waits until `resumePlay`. */
  stop(): void {
    const paused = this.session.paused || !this.thinking?.asked;
    this.become({ ...this.session, paused });
  }

  resumePlay(): void {
    this.become({ ...this.session, paused: false });
  }

  togglePause(): void {
    if (this.session.paused) this.resumePlay();
    else this.stop();
    this.announcer.say(pausedWords(this.session.paused));
  }

  /** One ply further while two computers wait: the next known one, or one move of the computer whose turn it is. */
  stepOnce(): void {
    if (!this.live) return this.step(this.game.cursor + 1);
    if (this.snapshot?.pass) return this.pass();
    this.become({ ...this.session, paused: true }, { order: this.sides[this.turn] });
  }

  /** The computer moves for the person whose turn it is; a computer that is thinking plays the best it has found. */
  computerMove(): void {
    const found = this.thinking?.report?.move;
    if (this.thinking) return found ? this.computerPlayed(found, this.thinking.spec) : undefined;
    if (!this.snapshot || this.over || this.snapshot.pass) return;
    const seated = this.sides[this.turn];
    const spec = seated === HUMAN ? strongestComputer(this.sides) : seated;
    this.become({ ...this.session, game: cutHere(this.game) }, { order: spec });
  }

  retry(): void {
    const during = this.incident?.during;
    if (during === 'address' && this.wanted) void this.open(this.wanted);
    else void this.settle({ order: this.order });
  }

  dismiss(): void {
    this.incident = null;
  }

  // What follows from it.

  private become(session: Session, change: Change = {}): void {
    this.session = session;
    this.snapshot = this.positions.peek(questionOf(session.game));
    this.refused = null;
    this.remember(change.pushed);
    void this.settle(change);
  }

  private played(game: Game): void {
    this.shownAt = performance.now();
    this.become({ ...this.session, game }, { speak: afterMove });
  }

  private remember(pushed = false): void {
    keep({ session: this.session, initial: this.initial });
    if (this.atRest || location.hash === this.address) return;
    if (pushed) history.pushState(null, '', this.address);
    else history.replaceState(null, '', this.address);
  }

  /** Ends what was under way; the new signal is for what comes next. */
  private interrupt(): AbortSignal {
    this.leave.abort();
    this.leave = new AbortController();
    this.thinking = null;
    this.incident = null;
    return this.leave.signal;
  }

  private async settle({ order, speak }: Change): Promise<void> {
    const signal = this.interrupt();
    this.order = order;
    try {
      const snapshot = await this.positions.ask(questionOf(this.game), signal);
      this.snapshot = snapshot;
      this.initial = snapshot.initial;
      if (speak && !this.racing(snapshot)) this.announcer.say(speak(this.game, snapshot));
      if (!this.atRest) await this.proceed(snapshot, signal, order);
    } catch (error) {
      this.suffer(error, this.thinking ? 'thinking' : 'position', signal);
    }
  }

  private async proceed(snapshot: Snapshot, signal: AbortSignal, order?: Spec): Promise<void> {
    if (!this.live) return this.replay(signal);
    if (snapshot.over) return this.store();
    if (snapshot.pass) return this.passSoon(signal);
    const spec = order ?? (this.session.paused ? HUMAN : this.sides[snapshot.turn]);
    if (spec !== HUMAN) await this.computerThinks(snapshot, spec, order !== undefined, signal);
  }

  /** Two computers that are not paused go through the moves already known before they find new ones. */
  private async replay(signal: AbortSignal): Promise<void> {
    if (!this.watching || this.session.paused) return;
    await sleep(paceMs(), signal);
    this.become({ ...this.session, game: stepTo(this.game, this.game.cursor + 1) }, { speak: afterMove });
  }

  private async passSoon(signal: AbortSignal): Promise<void> {
    if (this.watching && this.session.paused) return;
    await sleep(paceMs() === 0 ? 0 : PASS_MS, signal);
    this.pass();
  }

  private async computerThinks(snapshot: Snapshot, spec: Spec, asked: boolean, signal: AbortSignal): Promise<void> {
    this.thinking = { spec, turn: snapshot.turn, report: null, asked };
    const progress = (report: Report) => {
      if (this.thinking && !signal.aborted) this.thinking = { ...this.thinking, report };
    };
    const report = await think(questionOf(this.game), spec, progress, signal);
    progress(report);
    const pace = this.watching ? paceMs() : Math.min(ANSWER_MS, paceMs());
    await sleep(Math.max(0, this.shownAt + pace - performance.now()), signal);
    this.computerPlayed(report.move, spec);
  }

  private computerPlayed(square: string, spec: Spec): void {
    const { snapshot } = this;
    const legal = snapshot?.legal.find((l) => l.move === square);
    if (snapshot && legal) return this.played(play(this.game, { turn: snapshot.turn, ...legal }, spec));
    this.suffer(new Trouble('refused', `${spec} chose ${square}, which is not legal here`), 'thinking');
  }

  private async store(): Promise<void> {
    const { game, sides } = this;
    if (game.stored || !wasPlayedHere(game)) return;
    try {
      await storeGame({ id: game.id, ...questionOf(game), ...sides, mixed: isMixed(game, sides) });
      if (this.game.id !== game.id) return;
      this.session = { ...this.session, game: { ...this.game, stored: true } };
      this.remember();
    } catch (error) {
      if (this.game.id === game.id) this.suffer(error, 'storing');
    }
  }

  /** Says what went wrong. A busy server is asked again when it said; everything else waits for the person. */
  private suffer(error: unknown, during: During, signal: AbortSignal = this.leave.signal): void {
    if (signal.aborted) return;
    if (!(error instanceof Trouble)) throw error;
    this.thinking = null;
    this.incident = { during, trouble: error };
    if (error.kind === 'busy') sleep(error.retryAfter * 1000, signal).then(() => this.retry(), () => undefined);
  }

  /** Two computers play faster than anyone could listen; the end is always told. */
  private racing(snapshot: Snapshot): boolean {
    return this.watching && !this.session.paused && !snapshot.over && paceMs() < SPOKEN_PACE_MS;
  }
}
