/** An answer of the server on its way: the newest question wins, older answers are dropped. */
import { Trouble } from '../api/client';

export class Answer<T> {
  value = $state.raw<T | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  waiting = $state(false);
  private leave = new AbortController();
  private again: () => void = () => undefined;

  /** Asks; what stood there before stays until the answer is there. */
  async ask(question: (caller: AbortSignal) => Promise<T>): Promise<void> {
    this.again = () => void this.ask(question);
    this.leave.abort();
    const { signal } = (this.leave = new AbortController());
    this.trouble = null;
    this.waiting = true;
    try {
      const value = await question(signal);
      if (!signal.aborted) this.value = value;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      this.value = null;
      this.trouble = error;
    } finally {
      if (!signal.aborted) this.waiting = false;
    }
  }

  retry = (): void => this.again();

  close(): void {
    this.leave.abort();
  }
}
