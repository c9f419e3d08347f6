/** A response being loaded from the server: the newest request wins, and responses to older ones are dropped. */
import type { ApiError } from '../api/client';
import { Task } from './task.svelte';

export class Answer<T> {
  value = $state.raw<T | null>(null);
  waiting = $state(false);
  private readonly task = new Task();
  private again: () => void = () => undefined;

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  /** Starts a request; the previous value is kept until the response arrives. */
  async load(request: (caller: AbortSignal) => Promise<T>): Promise<void> {
    this.again = () => void this.load(request);
    const signal = this.task.begin();
    this.waiting = true;
    try {
      const value = await request(signal);
      if (!signal.aborted) this.value = value;
    } catch (error) {
      if (this.task.fail(error, signal)) this.value = null;
    } finally {
      if (!signal.aborted) this.waiting = false;
    }
  }

  retry = (): void => this.again();

  close(): void {
    this.task.end();
  }
}
