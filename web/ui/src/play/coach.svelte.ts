/** Evaluates the moves while a person plays: for hints, and to point out mistakes. */
import { analyse, fetchWhy } from '../api/analyses';
import { Live } from '../analyse/live.svelte';
import type { Analysis } from '../api/events';
import { ApiError } from '../api/client';
import type { PositionQuery } from '../api/games';
import { mistakeOf, type Lesson } from '../board/game/mistake';
import { settings } from '../session/settings.svelte';

/** Deep enough to be instructive, and fast enough to wait for. */
const LEVEL = 12;
/** A move is judged by the analysis available after this time. */
const JUDGE_MS = 6000;

export class Coach {
  readonly live = new Live();
  hinting = $state(false);
  judging = $state(false);
  lesson = $state.raw<Lesson | null>(null);

  constructor() {
    this.live.level = LEVEL;
  }

  /** Analyses the position if hints or teaching need it; null stops the analysis. */
  follow(query: PositionQuery | null): void {
    this.live.follow(this.hinting || settings.teach ? query : null);
  }

  /** Returns the mistake if the move was one; null if not, or if no evaluation is available. */
  async judge(query: PositionQuery, move: string, signal: AbortSignal): Promise<Lesson | null> {
    this.judging = true;
    try {
      const analysis = await this.evaluate(query, signal);
      const mistake = analysis && mistakeOf(analysis, move, settings.teachLimit);
      if (!mistake) return null;
      const reasons = await fetchWhy(query, move, mistake.best.move, signal).catch(() => []);
      signal.throwIfAborted();
      return { ...mistake, reasons };
    } finally {
      this.judging = false;
    }
  }

  private async evaluate(query: PositionQuery, signal: AbortSignal): Promise<Analysis | null> {
    let last: Analysis | null = null;
    const timeout = AbortSignal.timeout(JUDGE_MS);
    try {
      await analyse(
        query,
        { level: LEVEL, player: '' },
        (analysis) => (last = analysis),
        AbortSignal.any([signal, timeout]),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) && !timeout.aborted) throw error;
    }
    return last;
  }
}
