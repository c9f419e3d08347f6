/** A supply of puzzles that match the user's filters. */
import { Announcer } from '../session/announcer.svelte';
import { Task } from '../session/task.svelte';
import type { Trouble } from '../api/client';
import { fetchPuzzles, type Empties } from './api';
import { challengeOfPuzzle } from './challenge';
import type { Deck } from './deck.svelte';
import { Exercise } from './exercise.svelte';
import { isClean, suitable } from './progress';
import type { Difficulty, Puzzle, Source } from './types';

/** suitable: the difficulty adapts to the answers. */
export interface Wish {
  difficulty: Difficulty | 'suitable';
  empties: Empties;
  source: Source;
}

const BATCH = 12;
/** Batch size for puzzles that are generated on request. */
const FEW = 4;
/** The number of recent answers whose puzzles are not repeated. */
const FRESH_IN_MIND = 400;

export class Box {
  puzzle = $state.raw<Puzzle | null>(null);
  exercise = $state.raw<Exercise | null>(null);
  /** There are no unseen puzzles that match the filters. */
  empty = $state(false);
  solved = $state(0);
  tried = $state(0);
  readonly announcer = new Announcer();

  private stock: readonly Puzzle[] = [];
  private readonly task = new Task();
  private readonly shown = new Set<string>();

  constructor(
    private readonly deck: Deck,
    public wish: Wish,
  ) {}

  /** Why the last request failed; null if it did not. */
  get trouble(): Trouble | null {
    return this.task.trouble;
  }

  difficulty = $derived.by<Difficulty>(() => suitable(this.deck.answers));

  /** Changes the filters. */
  want(wish: Wish): void {
    this.wish = wish;
    this.stock = [];
    void this.next();
  }

  next = async (): Promise<void> => {
    const signal = this.task.begin();
    this.exercise?.close();
    this.empty = false;
    const difficulty = this.wish.difficulty === 'suitable' ? this.difficulty : this.wish.difficulty;
    try {
      const puzzle = this.fromStock(difficulty) ?? (await this.fetched(difficulty, signal));
      this.take(puzzle);
    } catch (error) {
      if (this.task.fail(error, signal)) this.take(null);
    }
  };

  close(): void {
    this.task.end();
    this.exercise?.close();
  }

  private take(puzzle: Puzzle | null): void {
    this.puzzle = puzzle;
    this.empty = puzzle === null && this.trouble === null;
    this.exercise =
      puzzle && new Exercise(challengeOfPuzzle(puzzle), this.announcer, (exercise) => this.note(puzzle, exercise));
    if (puzzle) this.shown.add(puzzle.id);
    void this.exercise?.begin();
  }

  private note(puzzle: Puzzle, exercise: Exercise): void {
    const { quality, lost } = exercise;
    this.tried++;
    if (isClean({ quality })) this.solved++;
    void this.deck.puzzled(puzzle, quality, lost);
  }

  private fromStock(difficulty: Difficulty): Puzzle | null {
    const at = this.stock.findIndex((puzzle) => puzzle.difficulty === difficulty);
    const found = this.stock[at] ?? null;
    this.stock = this.stock.filter((puzzle) => puzzle !== found);
    return found;
  }

  /** Fetches a puzzle: an unseen one, or, if all have been seen, the one seen longest ago. */
  private async fetched(difficulty: Difficulty, signal: AbortSignal): Promise<Puzzle | null> {
    const told = await fetchPuzzles(
      this.wish.source === 'games' ? FEW : BATCH,
      difficulty,
      this.wish.empties,
      this.wish.source,
      Math.floor(Math.random() * 1e9),
      signal,
    );
    signal.throwIfAborted();
    const seen = new Set(this.deck.answers.slice(-FRESH_IN_MIND).map(({ card }) => card));
    const unseen = told.filter(({ id }) => !this.shown.has(id) && !seen.has(`puzzle:${id}`));
    const usable = unseen.length > 0 ? unseen : told.filter(({ id }) => id !== this.puzzle?.id);
    const [first = null, ...rest] = usable;
    this.stock = rest;
    return first;
  }
}
