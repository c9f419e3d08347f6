/** Selects the engine that answers requests: the server's or the one on this device. */

/** auto: the server, or this device while the server is unreachable. */
export type Choice = 'auto' | 'device';

const KEY = 'kaeshi.engine';

function kept(): Choice {
  try {
    return localStorage.getItem(KEY) === 'device' ? 'device' : 'auto';
  } catch {
    return 'auto'; // With disabled storage, only the saved choice is lost.
  }
}

class Engine {
  private chosen = $state<Choice>(kept());
  /** The last request to the server failed. */
  away = $state(false);
  /** The engine of this device is being loaded. */
  loading = $state(false);
  /** Why the engine of this device cannot be used; '' if it can. */
  fault = $state('');

  answering = $derived<'server' | 'device'>(this.chosen === 'device' || this.away ? 'device' : 'server');

  /**
   * The engine in use and the reason: the server; this device because the server is away or because it was chosen;
   * none.
   */
  state = $derived<'server' | 'away' | 'chosen' | 'none'>(
    this.answering === 'server' ? 'server' : this.fault ? 'none' : this.chosen === 'device' ? 'chosen' : 'away',
  );

  get choice(): Choice {
    return this.chosen;
  }

  set choice(choice: Choice) {
    this.chosen = choice;
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
  }
}

export const engine = new Engine();
