/**
 * Finished games waiting to be sent to the server. They are kept in this browser until the server has accepted or
 * refused them. Each has its own id, so that sending it twice stores it once.
 */
interface Letter {
  path: string;
  body: string;
}

const KEY = 'kaeshi.outbox';
/** More games than are likely to be played between two connections to a server. */
const MOST = 500;
/** Paths below the API's address whose requests can wait. */
const KEPT = /\/api\/v1\/((learn\/)?games)$/;

/** Returns the path of a request that can wait; '' for all others. */
const waits = (url: URL, init: RequestInit): string =>
  (init.method === 'POST' && typeof init.body === 'string' && KEPT.exec(url.pathname)?.[1]) || '';

export function letters(): Letter[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? (kept as Letter[]).filter(({ path, body }) => typeof path === 'string' && typeof body === 'string')
      : [];
  } catch {
    return []; // Storage is disabled or corrupt.
  }
}

function keep(list: readonly Letter[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

/** Queues a request that can wait and responds with status 202; returns null for other requests. */
export function post(url: URL, init: RequestInit): Response | null {
  const path = waits(url, init);
  const body = String(init.body);
  if (!path || !keep([...letters().filter((letter) => letter.body !== body), { path, body }])) return null;
  return new Response(body, { status: 202, headers: { 'Content-Type': 'application/json' } });
}

/** Statuses after which a request is retried later: no access yet, or too many requests. */
const LATER: readonly number[] = [401, 403, 429];

let sending = false;

/** Sends the queued requests, oldest first, until the server stops responding. */
export async function deliver(base: URL): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (let [letter] = letters(); letter; [letter] = letters()) {
      const { path, body } = letter;
      const answer = await fetch(new URL(path, base), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      if (answer.status >= 500 || LATER.includes(answer.status)) return;
      if (!keep(letters().filter((other) => other.body !== body))) return;
    }
  } catch {
    // The server is unreachable again.
  } finally {
    sending = false;
  }
}
