/**
 * The table: one session (game, sides, paused), where it begins, and what a person can do at it. Every change goes through `become`; what
 * follows from it is in tableflow, and what is seen of it in tablestate.
 */
import { Trouble } from '../api/client';
import { parseAddress } from '../board/game/address';
import { squareIndex } from '../board/game/cells';
import {
  computersOnly, cutHere, fromOpening, newGame, play, redoTarget, stepTo, swapped, undoTarget, withSide, type Session,
} from '../board/game/game';
import { strongestComputer } from '../board/game/players';
import { HUMAN, opposite, type Color, type Sides, type Spec } from '../board/game/types';
import { refusal } from '../board/game/why';
import { questionOf } from '../session/positions';
import { keptGames } from './shelf';
import { TableFlow } from './tableflow.svelte';
import type { Beginning } from './tablestate.svelte';
import { afterStep, pausedWords, whyNot } from './words';

export type { Beginning, During, Incident, Thinking } from './tablestate.svelte';

export class Table extends TableFlow {
  /** Begins with the game of the address, else the last one of this browser, else a new one; at rest on another page. */
  begin(hash: string, atRest: boolean): void {
    this.atRest = atRest;
    this.seen = hash;
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
    this.seen = hash;
    if (address && hash !== this.address) void this.open(address);
    else if (rested) void this.settle({});
  }

  /** Stops all activity while another page is shown. */
  rest(): void {
    this.atRest = true;
    this.remember();
    this.interrupt();
    this.coach.follow(null);
  }

  // What a person can do.

  playAt(square: string): void {
    const { game, sides, snapshot } = this;
    const legal = snapshot?.legal.find((l) => l.move === square);
    const cell = this.cells[squareIndex(square, game.size)] ?? null;
    this.refused = refusal(square, cell, snapshot, sides[this.turn] !== HUMAN);
    if (this.refused) return this.announcer.say(whyNot(this.refused));
    if (legal && snapshot) this.played(play(game, { turn: snapshot.turn, ...legal, ...this.took() }, HUMAN));
  }

  /** Puts a person or a computer on a side. The computers go on, unless two paused ones only change places. */
  seat(color: Color, spec: Spec): void {
    const sides = withSide(this.sides, color, spec);
    const paused = this.session.paused && this.watching && computersOnly(sides);
    this.become({ ...this.session, sides, paused });
  }

  newGame(sides: Sides = this.sides, beginning: Beginning = this.beginning): void {
    const { size, start, position, control, moves } = beginning;
    const game = newGame(size, start, undefined, { position, control });
    if (size !== this.game.size || start !== this.game.start || position !== this.game.position) this.initial = position;
    if (moves) void this.begins({ ...this.session, game, sides, paused: false }, moves);
    else this.become({ game, sides, paused: false }, { pushed: true });
  }

  /** Begins after an opening, once the server has told its moves. */
  private async begins(blank: Session, moves: string): Promise<void> {
    const signal = this.interrupt();
    const { size, start, position, control } = blank.game;
    try {
      const { history } = await this.positions.ask({ ...questionOf(blank.game), moves }, signal);
      this.become({ ...blank, game: fromOpening(size, start, history, { position, control }) }, { pushed: true });
    } catch (error) {
      this.suffer(error, 'position', signal);
    }
  }

  rematch(): void {
    this.newGame(swapped(this.sides));
  }

  /** Gives up for the person at the board; with two of them, for the one to move. */
  resign(): void {
    if (!this.canResign) return;
    const loser = this.sides[this.turn] === HUMAN ? this.turn : opposite(this.turn);
    this.lose(loser, 'resigned');
  }

  /** Takes the mistake back, to try again. */
  tryAgain(): void {
    this.become({ ...this.session, game: cutHere(stepTo(this.game, this.game.plies.length - 1)) });
  }

  /** Plays on with the mistake. */
  accept(): void {
    this.accepted = this.game.plies.length;
    void this.settle({});
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

  dismiss(): void {
    this.incident = null;
  }
}
