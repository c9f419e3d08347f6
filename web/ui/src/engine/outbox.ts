/**
 * Finished games that wait for the server: each has an id of its own, so that sending one twice stores it once. They
 * stay in this browser until the server has taken or refused them.
 */
interface Letter {
  path: string;
  body: string;
}

const KEY = 'kaeshi.outbox';
/** More games than anyone plays between two visits to a server. */
const MOST = 500;
/** Below the address of the API. */
const KEPT = /\/api\/v1\/((learn\/)?games)$/;

/** The path of a question that may wait; '' for all others. */
const waits = (url: URL, init: RequestInit): string =>
  (init.method === 'POST' && typeof init.body === 'string' && KEPT.exec(url.pathname)?.[1]) || '';

export function letters(): Letter[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? (kept as Letter[]).filter(({ path, body }) => typeof path === 'string' && typeof body === 'string')
      : [];
  } catch {
    return []; // Forbidden or broken storage.
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

/** Keeps what may wait and answers in the server's place, 202; null for what may not. */
export function post(url: URL, init: RequestInit): Response | null {
  const path = waits(url, init);
  const body = String(init.body);
  if (!path || !keep([...letters().filter((letter) => letter.body !== body), { path, body }])) return null;
  return new Response(body, { status: 202, headers: { 'Content-Type': 'application/json' } });
}

/** Not let in yet, or too many at once. */
const LATER: readonly number[] = [401, 403, 429];

let sending = false;

/** Sends what waits, the oldest first, until the server does not answer. */
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
    // The server is away again.
  } finally {
    sending = false;
  }
}
