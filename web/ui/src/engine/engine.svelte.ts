/** Which engine answers: the server's, or the one on this device. */

/** auto: the server, and this device while it cannot be reached. */
export type Choice = 'auto' | 'device';

const KEY = 'kaeshi.engine';

function kept(): Choice {
  try {
    return localStorage.getItem(KEY) === 'device' ? 'device' : 'auto';
  } catch {
    return 'auto'; // A forbidden storage only costs the remembered choice.
  }
}

class Engine {
  private chosen = $state<Choice>(kept());
  /** The server could not be reached when it was last asked. */
  away = $state(false);
  /** The engine of this device is being fetched and made ready. */
  loading = $state(false);
  /** Why the engine of this device cannot be used; '' while nothing is wrong. */
  fault = $state('');

  answering = $derived<'server' | 'device'>(this.chosen === 'device' || this.away ? 'device' : 'server');

  /** Who answers, and why: the server; this device since the server is away, or since it was chosen; nobody. */
  state = $derived<'server' | 'away' | 'chosen' | 'nobody'>(
    this.answering === 'server' ? 'server' : this.fault ? 'nobody' : this.chosen === 'device' ? 'chosen' : 'away',
  );

  get choice(): Choice {
    return this.chosen;
  }

  set choice(choice: Choice) {
    this.chosen = choice;
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // As above.
    }
  }
}

export const engine = new Engine();
