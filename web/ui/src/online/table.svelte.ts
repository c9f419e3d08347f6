/**
 * A game by link on this device. The server holds the game and its clocks; the table shows the last state that it sent.
 * A lost connection is opened again, and the server then sends the whole state. A move is shown at once and kept until
 * the server has accepted or refused it, so a move made without a connection is sent later.
 */
import { ApiError } from '../api/client';
import { cellsAfter, cellsOf, count, squareIndex } from '../board/game/cells';
import { faceOf, parseControl, timesOf, type Face } from '../board/game/clock';
import { fromHistory, isLive, play, stepTo, type Game, type PlayedPly } from '../board/game/game';
import { endSnapshot } from '../board/game/result';
import { HUMAN, opposite, type Color, type Ended, type Legal, type Sides, type Snapshot } from '../board/game/types';
import { refusal, type Refusal } from '../board/game/why';
import { afterMove, afterStep, whyNot } from '../board/words';
import { Announcer } from '../session/announcer.svelte';
import { sleep } from '../session/sleep';
import { act, watchGame } from './api';
import { gameAddress } from './address';
import type { Action, OnlineGame } from './types';
import { nameOf, requestWords, word } from './words';

/** Delay before a lost connection is opened again, and before a move is sent again. */
const RETRY_MS = 2000;
/** Interval between updates of the displayed time. */
const TICK_MS = 100;

/** A move that the server has not accepted yet. */
interface Pending {
  legal: Legal;
  turn: Color;
  /** The number of plies before the move. */
  ply: number;
  round: number;
}

/** Why an action had no effect. */
export type Trouble = 'refused' | 'failed';

export class OnlineTable {
  /** The last state that the server sent; null until then. */
  state = $state.raw<OnlineGame | null>(null);
  /** The game cannot be shown: it does not exist, or the key is wrong. */
  missing = $state(false);
  /** The connection is being opened again. */
  broken = $state(false);
  trouble = $state<Trouble | null>(null);
  refused = $state.raw<Refusal | null>(null);
  pending = $state.raw<Pending | null>(null);
  readonly announcer = new Announcer();

  /** The ply shown; null for the end of the game. */
  private looking = $state<number | null>(null);
  private now = $state(performance.now());
  private received = 0;
  private controller: AbortController | null = null;

  constructor(
    readonly id: string,
    readonly key: string,
  ) {}

  /** Follows the game until `close` is called. */
  open(): void {
    this.controller = new AbortController();
    const { signal } = this.controller;
    const ticks = setInterval(() => (this.now = performance.now()), TICK_MS);
    signal.addEventListener('abort', () => clearInterval(ticks));
    void this.follow(signal);
  }

  close(): void {
    this.controller?.abort();
    this.controller = null;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.missing) {
      // A stream may stay open for minutes after the device has lost its network.
      const attempt = new AbortController();
      const lose = () => attempt.abort(new ApiError('offline'));
      window.addEventListener('offline', lose);
      try {
        const opened = () => (this.broken = false);
        const either = AbortSignal.any([signal, attempt.signal]);
        await watchGame(this.id, this.key, { opened, state: this.receive }, either);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'refused') this.missing = true;
        else this.broken = true;
      } finally {
        window.removeEventListener('offline', lose);
      }
      await again(signal);
    }
  }

  /** Takes a state of the server unless a newer one is known. */
  receive = (state: OnlineGame): void => {
    const before = this.state;
    if (before && state.events < before.events) return;
    this.received = this.now = performance.now();
    this.state = state;
    const { pending } = this;
    if (pending && (state.round !== pending.round || state.game.history.length > pending.ply)) this.pending = null;
    if (before && state.events > before.events) this.announce(before, state);
  };

  private announce(before: OnlineGame, state: OnlineGame): void {
    const plies = state.game.history.length;
    if (state.round !== before.round || plies !== before.game.history.length || state.phase !== before.phase) {
      this.looking = null;
      this.refused = null;
      this.announcer.say(afterMove(this.game, this.snapshot ?? state.game));
    }
    const request = requestWords(state);
    if (request && request !== requestWords(before)) this.announcer.say(request);
  }

  /** How the round ended early; null otherwise. */
  ended = $derived.by((): Ended | null => {
    const { ended, loser } = this.state ?? {};
    return ended && loser ? { how: ended, loser } : null;
  });

  /** The whole round, with the pending move. */
  private whole = $derived.by((): Game => {
    const { state, pending } = this;
    const { size = 8, start = 'usual', history = [], initial = '' } = state?.game ?? {};
    const position = state && !state.game.start ? initial : '';
    const control = parseControl(state?.clock ?? '');
    const game = fromHistory(size, start, history, `${this.id}-${state?.round ?? 0}`, { position, control });
    const timed = (ply: PlayedPly, i: number): PlayedPly => {
      const took = ply.move === 'pass' ? undefined : state?.took[i - state.given];
      return took === undefined ? ply : { ...ply, took };
    };
    const played = { ...game, given: state?.given ?? 0, ended: this.ended, plies: game.plies.map(timed) };
    return pending ? play(played, { turn: pending.turn, ...pending.legal }, HUMAN) : played;
  });

  game = $derived(this.looking === null ? this.whole : stepTo(this.whole, this.looking));

  cells = $derived.by(() =>
    cellsAfter(cellsOf(this.state?.game.initial ?? ''), this.game.plies.slice(0, this.game.cursor), this.game.size),
  );

  turn = $derived.by((): Color => {
    const { game, state, pending } = this;
    const next = game.plies[game.cursor];
    if (next) return next.turn;
    return pending ? opposite(pending.turn) : (state?.game.turn ?? 'black');
  });

  /** The position shown. Only the position at the end of the game can have legal moves. */
  snapshot = $derived.by((): Snapshot | null => {
    const { state, game, cells } = this;
    if (!state) return null;
    if (isLive(game) && this.ended) return endSnapshot(state.game, this.ended);
    if (isLive(game) && !this.pending) return state.phase === 'playing' ? state.game : { ...state.game, legal: [] };
    const discs = { black: count(cells, 'black'), white: count(cells, 'white') };
    return { ...state.game, ...discs, turn: this.turn, legal: [], pass: false, over: false, winner: '' };
  });

  sides = $derived.by((): Sides => {
    const { you } = this.state ?? {};
    return { black: you === 'black' ? HUMAN : 'black', white: you === 'white' ? HUMAN : 'white' };
  });

  /** The names of the players, in place of the server's list of computers. */
  readonly people = {
    name: (spec: string): string => this.personName(spec),
    shortName: (spec: string): string => this.personName(spec),
  };

  private personName(spec: string): string {
    const { state } = this;
    if (!state) return '';
    if (spec !== HUMAN) return nameOf(state, spec === 'black' ? 'black' : 'white');
    return (state.you && state.names[state.you]) || word('person.you');
  }

  /** The side whose clock runs; null if neither does. */
  private running = $derived.by((): Color | null => {
    const { state } = this;
    return state?.running && state.phase === 'playing' ? state.game.turn : null;
  });

  /** The clocks in the form that the score strip needs. */
  clocks = $derived({ running: this.running, face: (game: Game, color: Color) => this.face(game, color) });

  private face({ control, plies }: Game, color: Color): Face | null {
    if (!control || !this.state) return null;
    const spent = this.running === color ? this.state.spent + Math.max(0, this.now - this.received) : 0;
    // The server decides about losses on time.
    const face = faceOf(control, timesOf(plies, color), spent);
    return { ...face, left: Math.max(0, face.left) };
  }

  get address(): string {
    return gameAddress(this.id);
  }

  mine = $derived.by(() => {
    const { state } = this;
    return state?.phase === 'playing' && state.you === state.game.turn && !this.pending;
  });

  /** The player has a move that can be taken back. */
  canTakeBack = $derived.by(() => {
    const { state } = this;
    if (state?.phase !== 'playing' || state.request || !state.you) return false;
    return state.game.history.slice(state.given).some(({ turn, move }) => turn === state.you && move !== 'pass');
  });

  step = (cursor: number): void => {
    const next = stepTo(this.whole, cursor);
    if (next.cursor === this.game.cursor) return;
    this.looking = isLive(next) ? null : next.cursor;
    if (this.snapshot) this.announcer.say(afterStep(this.game, this.snapshot));
  };

  /** Plays on a square for the person at this device. */
  playAt(square: string): void {
    const { state, snapshot } = this;
    if (!state?.you || state.phase === 'waiting' || this.pending) return;
    this.looking = null;
    const cell = this.cells[squareIndex(square, this.game.size)] ?? null;
    this.refused = refusal(square, cell, snapshot, false);
    if (!this.mine) this.refused = null;
    if (this.refused) return this.announcer.say(whyNot(this.refused));
    const legal = this.mine && state.game.legal.find(({ move }) => move === square);
    if (!legal) return;
    const ply = state.game.history.length;
    this.pending = { legal, turn: state.game.turn, ply, round: state.round };
    void this.deliver({ action: 'move', ply, move: square });
  }

  /** Sends a move until the server answers. Sending it twice has no effect. */
  private async deliver(move: Action): Promise<void> {
    const signal = this.controller?.signal;
    while (signal && !signal.aborted && this.pending) {
      try {
        this.trouble = null;
        this.receive(await act(this.id, this.key, move, signal));
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'refused') {
          this.pending = null;
          this.trouble = 'refused';
          return;
        }
        this.broken = true;
      }
      await again(signal);
    }
  }

  /** Sends any other action. */
  async do(action: Action): Promise<void> {
    const signal = this.controller?.signal;
    this.trouble = null;
    try {
      this.receive(await act(this.id, this.key, action, signal));
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.trouble = error.kind === 'refused' ? 'refused' : 'failed';
    }
  }
}

/** Waits before a repetition, but not longer than until the device has a network again. */
async function again(signal: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const wake = () => woken.abort();
  window.addEventListener('online', wake);
  await sleep(RETRY_MS, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
  window.removeEventListener('online', wake);
}
