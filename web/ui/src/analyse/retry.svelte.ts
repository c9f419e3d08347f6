/** "Retry your mistakes": replays each costly move of a review until a better one is found or shown. */
import type { Color } from '../board/game/types';
import { Task } from '../session/task.svelte';
import { analyse, fetchWhy } from '../api/analyses';
import { GOOD_LOSS, mistakesOf } from './judge';
import type { Study } from './study.svelte';
import type { Judged, Review } from './types';
import type { Reason } from '../api/analyses';
import type { Analysis } from '../api/events';

export type Side = Color | 'both';
export type Phase = 'question' | 'judging' | 'right' | 'wrong' | 'shown' | 'over';

export class Retry {
  active = $state(false);
  phase = $state<Phase>('question');
  list = $state.raw<readonly Judged[]>([]);
  place = $state(0);
  tried = $state('');
  /** The loss of the tried move in discs. */
  loss = $state(0);
  why = $state.raw<readonly Reason[]>([]);
  /** The number solved at the first try. */
  solved = $state(0);
  private clean = true;
  private readonly task = new Task();
  private level = 16;

  constructor(private readonly study: Study) {}

  current = $derived(this.list[this.place] ?? null);
  /** Results must stay hidden, as they would reveal the answer. */
  secret = $derived(this.active && (this.phase === 'question' || this.phase === 'judging' || this.phase === 'wrong'));

  begin(review: Review, side: Side, level: number): void {
    this.list = mistakesOf(review, side)
      .filter(({ uncertain }) => !uncertain)
      .sort((a, b) => a.ply - b.ply);
    this.level = level;
    this.active = this.list.length > 0;
    this.solved = 0;
    this.goTo(0);
  }

  /** Handles a played square; returns true if it was an answer. */
  answers(square: string): boolean {
    if (!this.active || !this.current || this.study.at !== this.node(this.current)) return false;
    if (!this.study.snapshot?.legal.some(({ move }) => move === square)) return false;
    if (this.phase === 'question' || this.phase === 'wrong') void this.judge(this.current, square);
    return this.phase !== 'right' && this.phase !== 'shown';
  }

  show(): void {
    this.clean = false;
    this.phase = 'shown';
  }

  next(): void {
    this.goTo(this.place + 1);
  }

  /** Returns to the position of the question. */
  again(): void {
    this.goTo(this.place, false);
  }

  end(): void {
    this.task.end();
    this.active = false;
  }

  private goTo(place: number, reset = true): void {
    this.task.end();
    this.place = place;
    this.tried = '';
    this.why = [];
    if (reset) this.clean = true;
    this.phase = this.current ? 'question' : 'over';
    if (this.current) this.study.stepMain(this.current.ply - 1);
  }

  private node({ ply }: Judged): number {
    return this.study.main[ply - 2]?.id ?? 0;
  }

  private async judge(judged: Judged, square: string): Promise<void> {
    const signal = this.task.begin();
    this.tried = square;
    this.phase = 'judging';
    try {
      this.loss = await this.lossOf(judged, square, signal);
      if (this.loss <= GOOD_LOSS) return this.right();
      this.clean = false;
      this.phase = 'wrong';
      this.why = square === judged.move ? judged.why : await this.reasons(judged, square, signal);
    } catch (error) {
      // The page reports the error; the person can answer again.
      if (this.task.fail(error, signal)) this.phase = 'question';
    }
  }

  private right(): void {
    if (this.clean) this.solved++;
    this.phase = 'right';
  }

  private async lossOf(judged: Judged, square: string, signal: AbortSignal): Promise<number> {
    if (judged.best.includes(square)) return 0;
    if (square === judged.move) return judged.loss;
    let known: Analysis | null = null;
    await analyse(this.study.query, { level: this.level, player: '' }, (result) => (known = result), signal);
    const moves = (known as Analysis | null)?.moves ?? [];
    const score = moves.find(({ move }) => move === square)?.score;
    return score === undefined ? judged.loss : Math.max(0, (moves[0]?.score ?? score) - score);
  }

  private reasons(judged: Judged, square: string, signal: AbortSignal): Promise<readonly Reason[]> {
    return fetchWhy(this.study.query, square, judged.best[0] ?? square, signal).catch(() => []);
  }
}
