/**
 * The review of a whole game. It runs as a job in the background and is found again by its game. The server keeps
 * reviews permanently, this device only while the page is open.
 */
import type { ApiError } from '../api/client';
import type { PositionQuery } from '../api/games';
import { sleep } from '../session/sleep';
import { Task } from '../session/task.svelte';
import { beginReview, dropJob, fetchJobs, watchJob } from '../api/analyses';
import type { Job, JobEvent, JudgedEvent } from '../api/events';
import { jobId, sameGame } from './jobid';
import { EMPTY, judgedOf, reviewOf } from './judge';
import { childWith, ROOT, type Tree } from './tree';
import type { Judged, Review } from './types';

export const REVIEW_LEVELS: readonly number[] = [8, 12, 16, 20, 24];

/** Delay before a lost server is retried. */
const RETRY_MS = 2000;

export class ReviewJob {
  level = $state(16);
  job = $state.raw<Job | null>(null);
  review = $state.raw<Review>(EMPTY);
  /** The request has been sent and not yet been answered. */
  requesting = $state(false);
  running = $derived(this.job?.state === 'queued' || this.job?.state === 'running');

  private query: PositionQuery | null = null;
  private readonly task = new Task();

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  /**
   * Returns the judged move of each node. A review applies to the line of moves that was judged, wherever it is in the
   * tree.
   */
  judgedIn(tree: Tree): ReadonlyMap<number, Judged> {
    const judged = new Map<number, Judged>();
    const byPly = new Map(this.review.moves.map((move) => [move.ply, move]));
    let at = ROOT;
    for (const [i, move] of this.moves.entries()) {
      const child = childWith(tree, at, move);
      if (!child) break;
      at = child.id;
      const result = byPly.get(i + 1);
      if (result) judged.set(at, result);
    }
    return judged;
  }

  /** The moves of the reviewed game, passes included. */
  private moves: readonly string[] = [];

  /** Looks up an earlier review of this game. Errors are ignored. */
  async lookUp(query: PositionQuery, moves: readonly string[]): Promise<void> {
    if (this.query && sameGame(this.query, query)) return;
    this.forget();
    const signal = this.interrupt();
    this.query = query;
    this.moves = moves;
    const jobs = await fetchJobs(signal).catch(() => []);
    const known = jobs.filter(
      (job) => sameGame(job.game, query) && job.state !== 'failed' && job.state !== 'cancelled',
    );
    const best = known.sort((a, b) => b.level - a.level)[0];
    if (!best || signal.aborted) return;
    this.level = best.level;
    await this.watch(best.id, signal);
  }

  async begin(query: PositionQuery, moves: readonly string[]): Promise<void> {
    const signal = this.interrupt();
    this.query = query;
    this.moves = moves;
    this.review = EMPTY;
    this.requesting = true;
    const id = jobId(query, this.level);
    try {
      let job = await beginReview(id, query, this.level, signal);
      if (job.state === 'cancelled' || job.state === 'failed') {
        await dropJob(id); // The id of an ended job is free once the job is deleted.
        job = await beginReview(id, query, this.level, signal);
      }
      this.job = job;
      this.requesting = false;
      await this.watch(id, signal);
    } catch (error) {
      this.fail(error, signal);
    }
  }

  async cancel(): Promise<void> {
    if (!this.job) return;
    try {
      await dropJob(this.job.id);
    } catch (error) {
      this.fail(error, this.task.signal);
    }
  }

  retry = (): void => {
    if (this.query) void this.begin(this.query, this.moves);
  };

  /** Discards the review, as another game is on the board. */
  forget(): void {
    this.interrupt();
    this.query = null;
    this.moves = [];
    this.job = null;
    this.review = EMPTY;
  }

  close(): void {
    this.task.end();
  }

  private interrupt(): AbortSignal {
    this.requesting = false;
    return this.task.begin();
  }

  /** Follows a job until it ends. A lost server keeps its jobs, so the connection is retried until it succeeds. */
  private async watch(id: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await watchJob(id, { state: (job) => this.setJob(job), move: (move) => this.judged(move) }, signal);
        return;
      } catch (error) {
        this.fail(error, signal);
        if (signal.aborted || this.failure?.kind === 'refused') return;
      }
      await sleep(RETRY_MS, signal).catch(() => undefined);
    }
  }

  private setJob({ result, ...job }: JobEvent): void {
    this.task.failure = null;
    this.job = job;
    if (result) this.review = reviewOf(result);
  }

  private judged(event: JudgedEvent): void {
    this.task.failure = null;
    const move = judgedOf(event, this.review.device);
    const moves = [...this.review.moves.filter(({ ply }) => ply !== move.ply), move].sort((a, b) => a.ply - b.ply);
    this.review = { ...this.review, moves };
    if (this.job) this.job = { ...this.job, done: Math.max(this.job.done, moves.length) };
  }

  private fail(error: unknown, signal: AbortSignal): void {
    if (this.task.fail(error, signal)) this.requesting = false;
  }
}
