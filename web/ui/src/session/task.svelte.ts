/** Work that waits for the server: one piece at a time, and what went wrong with it. */
import { Trouble } from '../api/client';
import { sleep } from './sleep';

export class Task {
  /** Why the last work failed; null while nothing is wrong. */
  trouble = $state.raw<Trouble | null>(null);
  private leave = new AbortController();

  /** Aborts when the current work is over. */
  get signal(): AbortSignal {
    return this.leave.signal;
  }

  /** Ends the current work and forgets its trouble; the signal is for the work that begins. */
  begin(): AbortSignal {
    this.leave.abort();
    this.leave = new AbortController();
    this.trouble = null;
    return this.leave.signal;
  }

  /** Ends the current work. */
  end(): void {
    this.leave.abort();
  }

  /** Does some work in place of the current one and keeps its trouble. */
  async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const signal = this.begin();
    try {
      await work(signal);
    } catch (error) {
      this.fail(error, signal);
    }
  }

  /**
   * Keeps the trouble of the work with this signal and reports whether it did: the errors of work that was ended are
   * dropped. Throws what is not a `Trouble`. When the server is busy, `again` is called as soon as it may be asked
   * again.
   */
  fail(error: unknown, signal: AbortSignal = this.signal, again?: () => void): boolean {
    if (signal.aborted) return false;
    if (!(error instanceof Trouble)) throw error;
    this.trouble = error;
    if (again && error.kind === 'busy') sleep(error.retryAfter * 1000, signal).then(again, () => undefined);
    return true;
  }
}
