/** An answer of the server on its way: the newest question wins, older answers are dropped. */
import type { Trouble } from '../api/client';
import { Task } from './task.svelte';

export class Answer<T> {
  value = $state.raw<T | null>(null);
  waiting = $state(false);
  private readonly task = new Task();
  private again: () => void = () => undefined;

  /** Why the last question failed; null while nothing is wrong. */
  get trouble(): Trouble | null {
    return this.task.trouble;
  }

  /** Asks; what stood there before stays until the answer is there. */
  async ask(question: (caller: AbortSignal) => Promise<T>): Promise<void> {
    this.again = () => void this.ask(question);
    const signal = this.task.begin();
    this.waiting = true;
    try {
      const value = await question(signal);
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
