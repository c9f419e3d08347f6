/**
 * The position on the analysis board: the tree, the current node, and the server's snapshot of it. Every change of node
 * goes through `go`, which writes the address and fetches the position.
 */
import { Announcer } from '../session/announcer.svelte';
import { ApiError } from '../api/client';
import type { PositionQuery } from '../api/games';
import { cellsAfter, cellsOf, squareIndex, type Cell } from '../board/game/cells';
import { newGame, PASS, type Game, type PlayedPly } from '../board/game/game';
import { HUMAN, opposite, type Color, type Ply, type Sides, type Snapshot } from '../board/game/types';
import { refusal, type Refusal } from '../board/game/why';
import { writeAddress } from '../session/address';
import { Positions } from '../session/positions';
import { Task } from '../session/task.svelte';
import { afterMove, afterStep, whyNot } from '../board/words';
import { sleep } from '../session/sleep';
import { formatPlace, NAMELESS, type Names, type Place } from './address';
import { keptNotes, type FileNotes } from './filenotes';
import {
  add,
  addAll,
  below,
  sibling,
  choices,
  isMain,
  lineThrough,
  mainLine,
  moverOf,
  movesTo,
  newTree,
  nodeAt,
  nodeOf,
  onLine,
  path,
  pliesOf,
  promote,
  remove,
  ROOT,
  type Line,
  type Origin,
  type Tree,
  type TreeNode,
} from './tree';
import { filedWords, foundWords } from './filedwords';
import { word } from './words';
import type { MoveNote } from '../api/analyses';

const played = (nodes: readonly TreeNode[]): PlayedPly[] => pliesOf(nodes).map((ply) => ({ ...ply, by: '' }));

const gameOf = ({ size, start, position }: Origin, line: readonly TreeNode[], cursor: number): Game => ({
  ...newGame(size, start, 'analysis', { position }),
  plies: played(line),
  cursor,
});

/** The number of retries while the server limits the rate. */
const MOST_TRIES = 20;

export class Study {
  tree = $state.raw<Tree>(newTree());
  at = $state(ROOT);
  names = $state.raw<Names>(NAMELESS);
  /** The id of the notes of the opened file; '' without notes. */
  file = $state('');
  snapshot = $state.raw<Snapshot | null>(null);
  /** Why the last click was refused. */
  refused = $state.raw<Refusal | null>(null);
  /** A game is being read into the tree. */
  opening = $state(false);
  readonly announcer = new Announcer();
  readonly positions = new Positions();

  /** The line through the current node, and the cursor on it. */
  line = $derived(lineThrough(this.tree, this.at));
  cursor = $derived(path(this.tree, this.at).length);
  main = $derived(mainLine(this.tree));
  aside = $derived(!isMain(this.tree, this.at));
  /** The number of plies on the main line before the current position leaves it. */
  mainCursor = $derived(path(this.tree, this.at).filter((node, i) => this.main[i]?.id === node.id).length);
  game = $derived(gameOf(this.tree.origin, this.line, this.cursor));
  mainGame = $derived(gameOf(this.tree.origin, this.main, this.mainCursor));
  address = $derived(formatPlace(this.tree, this.at, this.names, this.file));
  /** What the opened file contains besides the moves; null if it contains nothing else or this browser lacks it. */
  filed = $derived<FileNotes | null>(this.file ? keptNotes(this.file) : null);
  sides = $derived<Sides>({ black: HUMAN, white: HUMAN });
  query = $derived(this.queryAt(this.at));
  turn = $derived.by((): Color => {
    const last = nodeOf(this.tree, this.at).ply;
    return (
      this.snapshot?.turn ?? (last ? opposite(last.turn) : /O$/.test(this.tree.origin.position) ? 'white' : 'black')
    );
  });
  last = $derived(nodeOf(this.tree, this.at).ply);
  siblings = $derived(choices(this.tree, this.at));

  /** The one-line position at the root; '' until known. */
  initial = $state.raw('');
  cells = $derived.by<Cell[]>(() => this.cellsAt(this.at));
  private readonly task = new Task();
  private failedPlace: Place | null = null;

  constructor(private readonly moved: () => void = () => undefined) {}

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  /** Returns the board at a node. */
  cellsAt(id: number): Cell[] {
    const { size, position } = this.tree.origin;
    const squares = size * size;
    const first = cellsOf(position || this.initial);
    const initial = first.length === squares ? first : Array.from({ length: squares }, () => null);
    return cellsAfter(initial, pliesOf(path(this.tree, id)), size);
  }

  queryAt(id: number, more = ''): PositionQuery {
    const { size, start, position } = this.tree.origin;
    return { size, start, ...(position && { position }), moves: movesTo(this.tree, id) + more };
  }

  // Opening games.

  /** Opens the tree of an address. */
  async open(place: Place): Promise<void> {
    const signal = this.interrupt();
    this.failedPlace = place;
    this.opening = true;
    try {
      const tree = await this.read(place, signal);
      this.tree = tree;
      this.names = place.names;
      this.file = place.file ?? '';
      this.failedPlace = null;
      this.go(place.at === null ? onLine(mainLine(tree), Infinity) : nodeAt(tree, place.at), { pushed: true });
      if (this.filed) this.announcer.say(foundWords(tree, this.filed));
    } catch (error) {
      this.task.fail(error, signal);
    } finally {
      if (this.task.signal === signal) this.opening = false;
    }
  }

  /** Reads the tree of an address; the server provides flips and passes. */
  private async read({ origin, lines }: Place, signal: AbortSignal): Promise<Tree> {
    let tree = newTree(origin);
    for (const line of lines) {
      const moves = line.join('');
      const snapshot = await this.askPatiently({ ...origin, moves }, signal);
      this.initial = snapshot.initial;
      tree = addAll(tree, ROOT, snapshot.history).tree;
    }
    return tree;
  }

  /** Fetches a position. It waits if the server limits the rate, as it may for a file with many variations. */
  private async askPatiently(query: PositionQuery, signal: AbortSignal): Promise<Snapshot> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.positions.load(query, signal);
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'busy' || tries >= MOST_TRIES) throw error;
        await sleep(error.retryAfter * 1000, signal);
      }
    }
  }

  /** Returns what the opened file contains about the move to a node. */
  noteAt = (id: number): MoveNote | null => this.filed?.moves[movesTo(this.tree, id)] ?? null;

  /** Starts a new tree from an empty board of some size or from a position. */
  begin(origin: Origin): void {
    void this.open({ origin, lines: [[] as Line], at: null, names: NAMELESS });
  }

  retry(): void {
    if (this.failedPlace) void this.open(this.failedPlace);
    else this.go(this.at);
  }

  // Navigation.

  go(id: number, change: { pushed?: boolean; speak?: typeof afterStep } = {}): void {
    const signal = this.interrupt();
    this.at = id;
    this.refused = null;
    this.snapshot = this.positions.peek(this.query);
    this.write(change.pushed);
    this.moved();
    void this.settle(signal, change.speak);
  }

  step = (cursor: number): void => {
    if (cursor < 0 || cursor > this.line.length || cursor === this.cursor) return;
    this.go(onLine(this.line, cursor), { speak: afterStep });
  };

  /** Goes to a ply of the main line. */
  stepMain = (cursor: number): void => {
    const id = onLine(this.main, Math.max(0, cursor));
    if (id !== this.at) this.go(id, { speak: afterStep });
  };

  /** Goes to the next or previous variation at this node. */
  sibling(step: 1 | -1): void {
    const id = sibling(this.tree, this.at, step);
    if (id === this.at) return this.announcer.say(word('announce.noVariation'));
    this.go(id);
    const at = this.siblings.findIndex((node) => node.id === id);
    this.announcer.say(
      word('announce.variation', { at: at + 1, of: this.siblings.length, move: nodeOf(this.tree, id).ply?.move ?? '' }),
    );
  }

  playAt = (square: string): void => {
    const { snapshot } = this;
    const cell = this.cells[squareIndex(square, this.tree.origin.size)] ?? null;
    this.refused = refusal(square, cell, snapshot, false);
    if (this.refused) return this.announcer.say(whyNot(this.refused));
    const legal = snapshot?.legal.find((one) => one.move === square);
    if (snapshot && legal) this.play([{ turn: snapshot.turn, ...legal }]);
  };

  /** Plays plies; those that are not in the tree become a variation. */
  play(plies: readonly Ply[]): void {
    const { tree, id } = addAll(this.tree, this.at, plies);
    this.tree = tree;
    this.go(id, { speak: (game, snapshot) => afterMove(game, snapshot) });
  }

  /** Fetches the plies of hypothetical moves from the position on the board. */
  async pliesOf(moves: string, signal: AbortSignal): Promise<readonly Ply[]> {
    const { history } = await this.positions.load(this.queryAt(this.at, moves), signal);
    return history.slice(this.cursor);
  }

  // Changing the tree.

  remove(id: number): void {
    const { parent } = nodeOf(this.tree, id);
    if (parent === null) return;
    const inside = below(this.tree, id).includes(this.at);
    this.tree = remove(this.tree, id);
    this.announcer.say(word('announce.removed'));
    this.go(inside ? parent : this.at);
  }

  promote(id: number): void {
    this.tree = promote(this.tree, id);
    this.announcer.say(word(isMain(this.tree, id) ? 'announce.main' : 'announce.promoted'));
    this.go(this.at);
  }

  close(): void {
    this.task.end();
  }

  private write(pushed = false): void {
    writeAddress(this.address, pushed && location.hash.length > '#analyse'.length);
  }

  private interrupt(): AbortSignal {
    this.opening = false;
    return this.task.begin();
  }

  private async settle(signal: AbortSignal, speak?: typeof afterStep): Promise<void> {
    try {
      const snapshot = await this.positions.load(this.query, signal);
      this.snapshot = snapshot;
      this.initial = snapshot.initial;
      const note = this.noteAt(this.at);
      const filed = note ? filedWords(note, moverOf(nodeOf(this.tree, this.at))) : '';
      if (speak) this.announcer.say(`${speak(this.game, snapshot)} ${filed}`.trim());
      if (snapshot.pass && nodeOf(this.tree, this.at).children.length === 0) this.forcedPass(snapshot);
    } catch (error) {
      this.task.fail(error, signal);
    }
  }

  /** Adds a forced pass to the tree as soon as its position is reached. */
  private forcedPass({ turn }: Snapshot): void {
    const { tree, id } = add(this.tree, this.at, { turn, move: PASS, flips: [] });
    this.tree = tree;
    this.go(id, { speak: afterStep });
  }
}
