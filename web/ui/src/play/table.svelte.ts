/**
 * The state of the table: the session (game, sides, paused), the server's snapshot of the position, and the values
 * derived from them. flow.ts changes it; actions.ts has the actions of a person.
 */
import { Announcer } from '../session/announcer.svelte';
import type { ApiError } from '../api/client';
import type { FinishedGame } from '../api/games';
import { Clocks } from './clocks.svelte';
import { Coach } from './coach.svelte';
import { formatAddress, type Address } from '../board/game/address';
import { cellsAfter, cellsOf, type Cell } from '../board/game/cells';
import type { Control } from '../board/game/clock';
import {
  computersOnly,
  isLive,
  lastPly,
  newGame,
  redoTarget,
  transcript,
  undoTarget,
  type Game,
  type Session,
} from '../board/game/game';
import { endSnapshot } from '../board/game/result';
import type { Report } from '../api/events';
import {
  HUMAN,
  opposite,
  type Color,
  type Sides,
  type Size,
  type Snapshot,
  type Spec,
  type Start,
} from '../board/game/types';
import type { Refusal } from '../board/game/why';
import { Positions } from '../session/positions';
import { settings } from '../session/settings.svelte';
import { Task } from '../session/task.svelte';

export interface Thinking {
  spec: Spec;
  turn: Color;
  /** The last completed depth, if any. */
  report: Report | null;
  /** The computer moves once for a person. */
  once: boolean;
}

/** What the table was doing when an error occurred. */
export type During = 'position' | 'thinking' | 'storing' | 'address';

export interface Incident {
  during: During;
  failure: ApiError;
}

/** The setup of a new game. */
export interface Setup {
  size: Size;
  start: Start;
  position: string;
  /** The moves of an opening, already on the board. */
  moves: string;
  control: Control | null;
}

export const DEFAULT_SIDES: Sides = { black: HUMAN, white: 'kaeshi:skill=3' };
/** The presumed side to move until the server responds. */
export function nextTurn(game: Game): Color {
  const last = lastPly(game);
  return last ? opposite(last.turn) : 'black';
}

export class Table {
  session = $state.raw<Session>({ game: newGame(8, 'usual'), sides: DEFAULT_SIDES, paused: false });
  /** The server's snapshot of the position at the cursor; null until it responds. */
  served = $state.raw<Snapshot | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  /** The last position of the game that ended last. */
  private ending = $state.raw<{ id: string; snapshot: Snapshot } | null>(null);
  /** Why the last click was refused. */
  refused = $state.raw<Refusal | null>(null);
  /** A legal square that was chosen and waits for confirmation. */
  picked = $state.raw<string | null>(null);
  /** What the table was doing when its task failed. */
  during = $state<During>('position');
  readonly task = new Task();
  readonly announcer = new Announcer();
  readonly clocks = new Clocks();
  readonly coach = new Coach();

  readonly positions = new Positions();
  /** When the last move was shown, as performance.now(). */
  shownAt = 0;
  /** The length of the game after a mistake that the person chose to play on with. */
  accepted = -1;
  /** Another page is shown, so play is suspended. */
  suspended = false;
  /** The computer that moves once for a person. */
  order: Spec | undefined;
  /** The address that could not be opened. */
  failedAddress: Address | null = null;
  /** The last finished game sent to the server, which refuses other data with the same id. */
  finished: FinishedGame | null = null;
  /** The id of the game that is being stored; otherwise empty. */
  storing = '';

  incident = $derived<Incident | null>(this.task.failure && { during: this.during, failure: this.task.failure });
  game = $derived(this.session.game);
  sides = $derived(this.session.sides);
  live = $derived(isLive(this.session.game));
  watching = $derived(computersOnly(this.session.sides));
  address = $derived(formatAddress(this.session));
  /** The board is shown from White's side. */
  flipped = $derived(settings.flipped !== (this.session.turned ?? false));
  /** Like `served`, but with the final result if the game ended before the board was full. */
  snapshot = $derived(
    this.served && this.live && this.game.ended ? endSnapshot(this.served, this.game.ended) : this.served,
  );
  /** The last position of this game, also while an earlier one is shown; null before the end. */
  final = $derived(this.ending?.id === this.game.id ? this.ending.snapshot : null);
  turn = $derived(this.snapshot?.turn ?? nextTurn(this.session.game));
  canUndo = $derived(undoTarget(this.session.game, this.session.sides) !== null);
  canRedo = $derived(redoTarget(this.session.game, this.session.sides) !== null);
  over = $derived(this.snapshot?.over ?? false);
  /** A person is to move. */
  personsTurn = $derived(Boolean(this.snapshot && !this.over && this.sides[this.turn] === HUMAN));

  /** A person may resign, once a move has been played. */
  canResign = $derived(this.live && !this.over && !this.watching && this.game.plies.length > this.game.given);

  /** A computer is to move, but the computers are paused. */
  waiting = $derived(
    this.session.paused && !this.thinking && this.live && !this.over && this.sides[this.turn] !== HUMAN,
  );
  /** A computer can move for a person on request. */
  canAsk = $derived(this.personsTurn && !this.thinking && !this.snapshot?.pass);
  /** An earlier position with a computer to move; play resumes from there on request. */
  canPlayOn = $derived(!this.live && !this.watching && !this.over && this.sides[this.turn] !== HUMAN);

  /** The one-line position before the first move; '' until known. */
  initial = $state.raw('');
  cells = $derived.by<Cell[]>(() => {
    const { size, plies, cursor } = this.game;
    const empty = (): Cell[] => Array.from({ length: size * size }, () => null);
    const initial = this.initial ? cellsOf(this.initial) : empty();
    return cellsAfter(initial.length === size * size ? initial : empty(), plies.slice(0, cursor), size);
  });

  /** Takes the server's snapshot of the position at the cursor. */
  take(served: Snapshot): void {
    this.served = served;
    this.initial = served.initial;
    const { snapshot } = this;
    if (this.live && snapshot?.over) this.ending = { id: this.game.id, snapshot };
  }

  /** The setup of the game on the board. */
  get setup(): Setup {
    const { size, start, position, control, plies, given } = this.game;
    return { size, start, position, control, moves: transcript(plies.slice(0, given)) };
  }
}
