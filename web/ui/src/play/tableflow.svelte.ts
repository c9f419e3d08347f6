/**
 * What follows from a change of the table: it keeps the session, writes the address and settles, which is to ask the server about the position and
 * then to wait for a person, announce a pass, let a computer think, or store the finished game. A new change ends whatever was under way.
 */
import { Trouble } from '../api/client';
import { storeGame, think } from '../api/games';
import type { Address } from '../board/game/address';
import { queryOf, timesOf } from '../board/game/clock';
import {
  computersOnly, fromHistory, isMixed, lastPly, newGame, PASS, play, stepTo, wasPlayedHere, type Game, type Session,
} from '../board/game/game';
import type { Report } from '../api/events';
import { HUMAN, type Color, type Snapshot, type Spec } from '../board/game/types';
import { Positions, questionOf } from '../session/positions';
import { paceMs, settings } from '../session/settings.svelte';
import { findKept, keep, type Kept } from './shelf';
import { sleep } from '../session/sleep';
import { DEFAULT_SIDES, nextTurn, TableState, type During } from './tablestate.svelte';
import { afterMove, lessonWords } from './words';

interface Change {
  /** A new entry in the browser's history, so that Back leads to the game before. */
  pushed?: boolean;
  /** This computer plays one move for the side to move, paused or not. */
  order?: Spec | undefined;
  /** What to announce once the position is known. */
  speak?: (game: Game, snapshot: Snapshot) => string;
}

/** A pass stays pending this long before play goes on. */
const PASS_MS = 1200;
/** A computer answers a person no sooner than this, so that the person's own discs have turned. */
const ANSWER_MS = 450;
const SPOKEN_PACE_MS = 400;
/** A computer's answer may be on its way when its flag falls. */
const GRACE_MS = 400;

export abstract class TableFlow extends TableState {
  protected leave = new AbortController();
  protected positions = new Positions();
  protected shownAt = 0;
  /** The length of the game after a mistake that was let stand. */
  protected accepted = -1;
  protected atRest = false;
  /** The computer that was asked for the one move under way. */
  protected order: Spec | undefined;
  /** The address that could not be opened. */
  protected wanted: Address | null = null;
  /** The address as the table last wrote or followed it: another one is where the person is going, and stays. */
  protected seen = '';

  protected async open(address: Address): Promise<void> {
    const kept = findKept(address);
    if (kept) return this.resume(kept, address);
    const { size, start, position, moves, control } = address;
    const sides = { ...DEFAULT_SIDES, ...address.sides };
    const blank: Session = { game: newGame(size, start, undefined, { position, control }), sides, paused: computersOnly(sides) };
    const signal = this.interrupt();
    try {
      const { history, initial } = await this.positions.ask({ ...questionOf(blank.game), moves }, signal);
      const game = fromHistory(size, start, history, undefined, { position, control });
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
  protected resume({ session, initial, spent }: Kept, address?: Address): void {
    const { game } = session;
    const cursor = address ? (address.at ?? game.plies.length) : game.cursor;
    const sides = { ...session.sides, ...address?.sides };
    this.initial = initial;
    if (spent) this.clocks.restore(game, nextTurn(stepTo(game, game.plies.length)), spent);
    this.become({ game: stepTo(game, cursor), sides, paused: session.paused || computersOnly(sides) });
  }

  pass(): void {
    const { game, sides, snapshot } = this;
    if (!snapshot?.pass || !this.live) return;
    this.played(play(game, { turn: snapshot.turn, move: PASS, flips: [] }, sides[snapshot.turn]));
  }

  protected lose(loser: Color, how: 'time' | 'resigned'): void {
    this.become({ ...this.session, game: { ...this.game, ended: { how, loser } } }, { speak: afterMove });
  }

  retry(): void {
    const during = this.incident?.during;
    if (during === 'address' && this.wanted) void this.open(this.wanted);
    else void this.settle({ order: this.order });
  }

  protected become(session: Session, change: Change = {}): void {
    this.session = session;
    this.told = this.positions.peek(questionOf(session.game));
    this.refused = null;
    this.remember(change.pushed);
    void this.settle(change);
  }

  protected played(game: Game): void {
    this.shownAt = performance.now();
    this.become({ ...this.session, game }, { speak: afterMove });
  }

  /** Keeps the game in this browser, with what this turn has cost so far. */
  remember(pushed = false): void {
    keep({ session: this.session, initial: this.initial, spent: this.game.control ? this.clocks.spent() : 0 });
    if (this.atRest || location.hash === this.address || location.hash !== this.seen) return;
    if (pushed) history.pushState(null, '', this.address);
    else history.replaceState(null, '', this.address);
    this.seen = location.hash;
  }

  /** Ends what was under way; the new signal is for what comes next. */
  protected interrupt(): AbortSignal {
    this.leave.abort();
    this.leave = new AbortController();
    this.clocks.hold();
    this.coach.lesson = null;
    this.thinking = null;
    this.incident = null;
    return this.leave.signal;
  }

  protected async settle({ order, speak }: Change): Promise<void> {
    const signal = this.interrupt();
    this.order = order;
    try {
      const snapshot = await this.positions.ask(questionOf(this.game), signal);
      this.told = snapshot;
      this.initial = snapshot.initial;
      this.advise();
      const now = this.snapshot ?? snapshot;
      if (speak && !this.racing(now)) this.announcer.say(speak(this.game, now));
      if (!this.atRest) await this.proceed(now, signal, order);
    } catch (error) {
      this.suffer(error, this.thinking ? 'thinking' : 'position', signal);
    }
  }

  protected async proceed(snapshot: Snapshot, signal: AbortSignal, order?: Spec): Promise<void> {
    if (!this.live) return this.replay(signal);
    if (await this.isMistake(signal)) return;
    if (snapshot.over) return this.store();
    if (snapshot.pass) return this.passSoon(signal);
    const spec = order ?? (this.session.paused ? HUMAN : this.sides[snapshot.turn]);
    if (spec !== HUMAN) return this.computerThinks(snapshot, spec, order !== undefined, signal);
    if (!this.session.paused) this.startClock(snapshot.turn);
  }

  protected startClock(turn: Color, grace = 0): void {
    this.clocks.start(this.game, turn, () => this.lose(turn, 'time'), grace);
  }

  /** What the move now played has cost, in a game with clocks. */
  protected took(): { took?: number } {
    return this.game.control ? { took: this.clocks.spent() } : {};
  }

  /** Lets the coach look at the position where somebody may want to know; call it when that has changed. */
  advise(): void {
    const { snapshot } = this;
    const wanted = snapshot && !snapshot.over && !snapshot.pass && !this.atRest && this.sides[snapshot.turn] === HUMAN;
    this.coach.follow(wanted ? questionOf(this.game) : null);
  }

  /** Stops play at a person's mistake, when the person wants to be taught. */
  protected async isMistake(signal: AbortSignal): Promise<boolean> {
    const { game } = this;
    const ply = lastPly(game);
    if (!settings.teach || !ply || ply.by !== HUMAN || ply.move === PASS || this.accepted === game.plies.length) return false;
    const lesson = await this.coach.judge(questionOf(stepTo(game, game.cursor - 1)), ply.move, signal);
    if (signal.aborted) return true;
    this.coach.lesson = lesson;
    if (lesson) this.announcer.say(lessonWords(lesson));
    return lesson !== null;
  }

  /** Two computers that are not paused go through the moves already known before they find new ones. */
  protected async replay(signal: AbortSignal): Promise<void> {
    if (!this.watching || this.session.paused) return;
    await sleep(paceMs(), signal);
    this.become({ ...this.session, game: stepTo(this.game, this.game.cursor + 1) }, { speak: afterMove });
  }

  protected async passSoon(signal: AbortSignal): Promise<void> {
    if (this.watching && this.session.paused) return;
    await sleep(paceMs() === 0 ? 0 : PASS_MS, signal);
    this.pass();
  }

  protected async computerThinks(snapshot: Snapshot, spec: Spec, asked: boolean, signal: AbortSignal): Promise<void> {
    this.thinking = { spec, turn: snapshot.turn, report: null, asked };
    const progress = (report: Report) => {
      if (this.thinking && !signal.aborted) this.thinking = { ...this.thinking, report };
    };
    const { control, plies } = this.game;
    this.startClock(snapshot.turn, GRACE_MS);
    const report = await think(questionOf(this.game), spec, progress, signal, control ? queryOf(control, timesOf(plies, snapshot.turn)) : {});
    this.clocks.hold();
    progress(report);
    const pace = this.watching ? paceMs() : Math.min(ANSWER_MS, paceMs());
    await sleep(Math.max(0, this.shownAt + pace - performance.now()), signal);
    this.computerPlayed(report.move, spec);
  }

  protected computerPlayed(square: string, spec: Spec): void {
    const { snapshot } = this;
    const legal = snapshot?.legal.find((l) => l.move === square);
    if (snapshot && legal) return this.played(play(this.game, { turn: snapshot.turn, ...legal, ...this.took() }, spec));
    this.suffer(new Trouble('refused', `${spec} chose ${square}, which is not legal here`), 'thinking');
  }

  protected async store(): Promise<void> {
    const { game, sides } = this;
    if (game.stored || !(game.ended || wasPlayedHere(game))) return;
    try {
      const ended = game.ended ? { ended: game.ended.how, loser: game.ended.loser } : {};
      await storeGame({ id: game.id, ...questionOf(game), ...sides, mixed: isMixed(game, sides), ...ended });
      if (this.game.id !== game.id) return;
      this.session = { ...this.session, game: { ...this.game, stored: true } };
      this.remember();
    } catch (error) {
      if (this.game.id === game.id) this.suffer(error, 'storing');
    }
  }

  /** Says what went wrong. A busy server is asked again when it said; everything else waits for the person. */
  protected suffer(error: unknown, during: During, signal: AbortSignal = this.leave.signal): void {
    if (signal.aborted) return;
    if (!(error instanceof Trouble)) throw error;
    this.thinking = null;
    this.incident = { during, trouble: error };
    if (error.kind === 'busy') sleep(error.retryAfter * 1000, signal).then(() => this.retry(), () => undefined);
  }

  /** Two computers play faster than anyone could listen; the end is always told. */
  protected racing(snapshot: Snapshot): boolean {
    return this.watching && !this.session.paused && !snapshot.over && paceMs() < SPOKEN_PACE_MS;
  }
}
