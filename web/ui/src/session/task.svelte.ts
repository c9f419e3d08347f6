/** Work that depends on the server: one operation at a time, with the error of the last one. */
import { ApiError } from '../api/client';
import { sleep } from './sleep';

export class Task {
  /** Why the last operation failed; null if it did not. */
  failure = $state.raw<ApiError | null>(null);
  private controller = new AbortController();

  /** Aborts when the current operation is over. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Cancels the current operation, clears the error, and returns the signal for the next operation. */
  begin(): AbortSignal {
    this.controller.abort();
    this.controller = new AbortController();
    this.failure = null;
    return this.controller.signal;
  }

  /** Cancels the current operation. */
  end(): void {
    this.controller.abort();
  }

  /** Runs an operation in place of the current one and records its error. */
  async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const signal = this.begin();
    try {
      await work(signal);
    } catch (error) {
      this.fail(error, signal);
    }
  }

  /**
   * Records the error of the operation with this signal and reports whether it did; errors of cancelled operations are
   * dropped. Rethrows errors other than `ApiError`. If the server is busy, `again` is called after the requested delay.
   */
  fail(error: unknown, signal: AbortSignal = this.signal, again?: () => void): boolean {
    if (signal.aborted) return false;
    if (!(error instanceof ApiError)) throw error;
    this.failure = error;
    if (again && error.kind === 'busy') sleep(error.retryAfter * 1000, signal).then(again, () => undefined);
    return true;
  }
}
