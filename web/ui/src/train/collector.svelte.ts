/** Collects mistakes from played games: each game is reviewed by a job of the server, and its mistakes become cards. */
import { beginReview, dropJob, watchJob } from '../api/analyses';
import { jobId } from '../analyse/jobid';
import { reviewOf } from '../analyse/judge';
import type { Review } from '../analyse/types';
import type { JobEvent } from '../api/events';
import { ApiError } from '../api/client';
import type { PositionQuery } from '../api/games';
import { COLORS, HUMAN, type Color, type StoredGame } from '../board/game/types';
import { Task } from '../session/task.svelte';
import { mistakeCard, mistakesIn, type Players } from './cards';
import type { Deck } from './deck.svelte';

/** The default level of game reviews, so that existing reviews are reused. */
const LEVEL = 16;

export const positionQueryOf = ({ size, start, position, moves }: StoredGame): PositionQuery => ({
  size,
  start: start ?? 'usual',
  ...(position && { position }),
  moves,
});

/** Returns the sides played by a person. */
export const personsOf = (game: Pick<StoredGame, 'black' | 'white'>): Color[] =>
  COLORS.filter((color) => game[color] === HUMAN);

/** Adds the mistakes of a review to the deck; returns their number and how many were new. */
export async function keepMistakes(
  deck: Deck,
  review: Review,
  game: PositionQuery,
  sides: readonly Color[],
  players: Players,
): Promise<{ found: number; added: number }> {
  const now = new Date();
  const cards = mistakesIn(review, game, sides, players).map((mistake) => mistakeCard(mistake, now, deck.today));
  return { found: cards.length, added: await deck.add(cards) };
}

export interface Collected {
  found: number;
  added: number;
}

export class MistakeCollector {
  /** The id of the game being reviewed; '' if none. */
  game = $state('');
  done = $state(0);
  total = $state(0);
  /** The result of each game, by its id. */
  collected = $state.raw<ReadonlyMap<string, Collected>>(new Map());
  private readonly task = new Task();

  constructor(private readonly deck: Deck) {}

  /** Why the last game could not be reviewed; null if it was. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  /** Reviews the games one after the other. */
  async begin(games: readonly StoredGame[]): Promise<void> {
    await this.task.run(async (signal) => {
      for (const game of games) await this.one(game, signal);
    });
    if (!this.task.signal.aborted) this.game = '';
  }

  stop = (): void => {
    this.task.end();
    this.game = '';
  };

  private async one(game: StoredGame, signal: AbortSignal): Promise<void> {
    this.game = game.id;
    this.done = 0;
    this.total = 0;
    const question = positionQueryOf(game);
    const review = await this.reviewed(question, signal);
    const players = { black: game.black, white: game.white };
    const collected = await keepMistakes(this.deck, review, question, personsOf(game), players);
    this.collected = new Map([...this.collected, [game.id, collected]]);
  }

  private async reviewed(question: PositionQuery, signal: AbortSignal): Promise<Review> {
    const id = jobId(question, LEVEL);
    let job = await beginReview(id, question, LEVEL, signal);
    if (job.state === 'cancelled' || job.state === 'failed') {
      await dropJob(id); // The id of an ended job is free once the job is deleted.
      job = await beginReview(id, question, LEVEL, signal);
    }
    let last = job as JobEvent;
    const state = (job: JobEvent) => (last = this.progress(job));
    await watchJob(id, { state, move: () => this.done++ }, signal);
    if (last.state !== 'done') throw new ApiError('refused', last.problem ?? '');
    return reviewOf(last.result);
  }

  private progress(job: JobEvent): JobEvent {
    this.done = Math.max(this.done, job.done);
    this.total = job.total;
    return job;
  }
}
