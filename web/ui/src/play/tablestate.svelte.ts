/** What there is to know of the table at any moment: the session, what the server says of the position, and what follows from both. */
import { Announcer } from '../session/announcer.svelte';
import type { Trouble } from '../api/client';
import { Clocks } from './clocks.svelte';
import { Coach } from './coach.svelte';
import { formatAddress } from '../board/game/address';
import { cellsAfter, cellsOf, type Cell } from '../board/game/cells';
import type { Control } from '../board/game/clock';
import { computersOnly, isLive, lastPly, newGame, redoTarget, transcript, undoTarget, type Game, type Session } from '../board/game/game';
import { endSnapshot } from '../board/game/result';
import type { Report } from '../api/events';
import { HUMAN, opposite, type Color, type Sides, type Size, type Snapshot, type Spec, type Start } from '../board/game/types';
import type { Refusal } from '../board/game/why';

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

/** How a new game begins. */
export interface Beginning {
  size: Size;
  start: Start;
  position: string;
  /** An opening, already on the board. */
  moves: string;
  control: Control | null;
}

export const DEFAULT_SIDES: Sides = { black: HUMAN, white: 'kaeshi:skill=3' };
/** Whose turn it seems to be until the server has answered. */
export function nextTurn(game: Game): Color {
  const last = lastPly(game);
  return last ? opposite(last.turn) : 'black';
}

export class TableState {
  session = $state.raw<Session>({ game: newGame(8, 'usual'), sides: DEFAULT_SIDES, paused: false });
  /** What the server says about the position at the cursor; null until it has answered. */
  protected told = $state.raw<Snapshot | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  incident = $state.raw<Incident | null>(null);
  /** Why the last click did nothing. */
  refused = $state.raw<Refusal | null>(null);
  readonly announcer = new Announcer();
  readonly clocks = new Clocks();
  readonly coach = new Coach();

  game = $derived(this.session.game);
  sides = $derived(this.session.sides);
  live = $derived(isLive(this.session.game));
  watching = $derived(computersOnly(this.session.sides));
  address = $derived(formatAddress(this.session));
  /** The same, also where the game ended before the board was full. */
  snapshot = $derived(this.told && this.live && this.game.ended ? endSnapshot(this.told, this.game.ended) : this.told);
  turn = $derived(this.snapshot?.turn ?? nextTurn(this.session.game));
  canUndo = $derived(undoTarget(this.session.game, this.session.sides) !== null);
  canRedo = $derived(redoTarget(this.session.game, this.session.sides) !== null);
  over = $derived(this.snapshot?.over ?? false);
  /** A person is to move at the end of the game. */
  personsTurn = $derived(Boolean(this.snapshot && !this.over && this.sides[this.turn] === HUMAN));

  /** A person may give up: not alone against nobody. */
  canResign = $derived(this.live && !this.over && !this.watching && this.game.plies.length > this.game.given);

  /** A computer is to move and does not, because the computers are paused. */
  waiting = $derived(
    this.session.paused && !this.thinking && this.live && !this.over && this.sides[this.turn] !== HUMAN,
  );
  /** The computer can be asked to move for a person. */
  canAsk = $derived(this.personsTurn && !this.thinking && !this.snapshot?.pass);
  /** An earlier position with a computer to move, which waits for somebody to go on from there. */
  canPlayOn = $derived(!this.live && !this.watching && !this.over && this.sides[this.turn] !== HUMAN);

  protected initial = $state.raw('');
  cells = $derived.by<Cell[]>(() => {
    const { size, plies, cursor } = this.game;
    const empty = (): Cell[] => Array.from({ length: size * size }, () => null);
    const initial = this.initial ? cellsOf(this.initial) : empty();
    return cellsAfter(initial.length === size * size ? initial : empty(), plies.slice(0, cursor), size);
  });

  /** How the game on the board began. */
  get beginning(): Beginning {
    const { size, start, position, control, plies, given } = this.game;
    return { size, start, position, control, moves: transcript(plies.slice(0, given)) };
  }
}
