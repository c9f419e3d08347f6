/** A supply of puzzles that match the user's filters. */
import { Announcer } from '../session/announcer.svelte';
import { Task } from '../session/task.svelte';
import type { ApiError } from '../api/client';
import { fetchMidgame, fetchPuzzles, type Empties } from './api';
import { challengeOfPuzzle } from './challenge';
import type { Deck } from './deck.svelte';
import { Exercise } from './exercise.svelte';
import { isClean, suitable } from './progress';
import type { Difficulty, Part, Puzzle, Source } from './types';

/** suitable: the difficulty adapts to the answers. */
export interface Filter {
  difficulty: Difficulty | 'suitable';
  empties: Empties;
  source: Source;
  part: Part;
  /** The candidates of a middle-game exercise are not shown. */
  open: boolean;
}

const BATCH = 12;
/** Batch size for puzzles that are generated on request. */
const GENERATED_BATCH = 4;
/** There are few middle-game exercises, so that a small batch might have no unseen one. */
const MIDGAME_BATCH = 60;
/** The number of recent answers whose puzzles are not repeated. */
const RECENT_ANSWERS = 400;

export class PuzzleQueue {
  puzzle = $state.raw<Puzzle | null>(null);
  exercise = $state.raw<Exercise | null>(null);
  /** There are no unseen puzzles that match the filters. */
  empty = $state(false);
  solved = $state(0);
  tried = $state(0);
  readonly announcer = new Announcer();

  private fetched: readonly Puzzle[] = [];
  private readonly task = new Task();
  private readonly shown = new Set<string>();

  constructor(
    private readonly deck: Deck,
    public filter: Filter,
  ) {}

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  difficulty = $derived.by<Difficulty>(() => suitable(this.deck.answers));

  /** Changes the filters. */
  setFilter(filter: Filter): void {
    this.filter = filter;
    this.fetched = [];
    void this.next();
  }

  next = async (): Promise<void> => {
    const signal = this.task.begin();
    this.exercise?.close();
    this.empty = false;
    const difficulty = this.filter.difficulty === 'suitable' ? this.difficulty : this.filter.difficulty;
    try {
      const puzzle = this.nextFetched(difficulty) ?? (await this.fetchNext(difficulty, signal));
      this.setPuzzle(puzzle);
    } catch (error) {
      if (this.task.fail(error, signal)) this.setPuzzle(null);
    }
  };

  close(): void {
    this.task.end();
    this.exercise?.close();
  }

  private setPuzzle(puzzle: Puzzle | null): void {
    this.puzzle = puzzle;
    this.empty = puzzle === null && this.failure === null;
    this.exercise =
      puzzle &&
      new Exercise(challengeOfPuzzle(puzzle, this.filter.open), this.announcer, (exercise) =>
        this.note(puzzle, exercise),
      );
    if (puzzle) this.shown.add(puzzle.id);
    void this.exercise?.begin();
  }

  private note(puzzle: Puzzle, exercise: Exercise): void {
    const { quality, lost } = exercise;
    this.tried++;
    if (isClean({ quality })) this.solved++;
    void this.deck.recordPuzzle(puzzle, quality, lost);
  }

  private nextFetched(difficulty: Difficulty): Puzzle | null {
    const at = this.fetched.findIndex((puzzle) => this.filter.part === 'midgame' || puzzle.difficulty === difficulty);
    const found = this.fetched[at] ?? null;
    this.fetched = this.fetched.filter((puzzle) => puzzle !== found);
    return found;
  }

  /** Fetches a puzzle: an unseen one if possible, else any but the current one. */
  private async fetchNext(difficulty: Difficulty, signal: AbortSignal): Promise<Puzzle | null> {
    const { source, empties, part } = this.filter;
    const seed = Math.floor(Math.random() * 1e9);
    const n = source === 'games' ? GENERATED_BATCH : BATCH;
    const puzzles = await (part === 'midgame'
      ? fetchMidgame(MIDGAME_BATCH, seed, signal)
      : fetchPuzzles({ n, difficulty, empties, source, seed }, signal));
    signal.throwIfAborted();
    const seen = new Set(this.deck.answers.slice(-RECENT_ANSWERS).map(({ card }) => card));
    const unseen = puzzles.filter(({ id }) => !this.shown.has(id) && !seen.has(`puzzle:${id}`));
    const usable = unseen.length > 0 ? unseen : puzzles.filter(({ id }) => id !== this.puzzle?.id);
    const [first = null, ...rest] = usable;
    this.fetched = rest;
    return first;
  }
}
