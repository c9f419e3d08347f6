/**
 * Finished games waiting to be sent to the server. They are kept in this browser until the server has accepted or
 * refused them. Each has its own id, so that sending it twice stores it once.
 */
interface QueuedRequest {
  path: string;
  body: string;
}

const KEY = 'kaeshi.outbox';
/** More games than are likely to be played between two connections to a server. */
const MAX_ENTRIES = 500;
/** Paths below the API's address whose requests can wait. */
const QUEUEABLE = /\/api\/v1\/((learn\/)?games)$/;

/** Returns the path of a request that can wait; '' for all others. */
const queueablePath = (url: URL, init: RequestInit): string =>
  (init.method === 'POST' && typeof init.body === 'string' && QUEUEABLE.exec(url.pathname)?.[1]) || '';

export function queuedRequests(): QueuedRequest[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? (kept as QueuedRequest[]).filter(({ path, body }) => typeof path === 'string' && typeof body === 'string')
      : [];
  } catch {
    return []; // Storage is disabled or corrupt.
  }
}

function keep(list: readonly QueuedRequest[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(-MAX_ENTRIES)));
    return true;
  } catch {
    return false;
  }
}

/** Queues a request that can wait and responds with status 202; returns null for other requests. */
export function enqueue(url: URL, init: RequestInit): Response | null {
  const path = queueablePath(url, init);
  const body = String(init.body);
  if (!path || !keep([...queuedRequests().filter((queued) => queued.body !== body), { path, body }])) return null;
  return new Response(body, { status: 202, headers: { 'Content-Type': 'application/json' } });
}

/** Statuses after which a request is retried later: no access yet, or too many requests. */
const RETRY_STATUSES: readonly number[] = [401, 403, 429];

let sending = false;

/** Sends the queued requests, oldest first, until the server stops responding. */
export async function sendQueued(base: URL): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (let [first] = queuedRequests(); first; [first] = queuedRequests()) {
      const { path, body } = first;
      const answer = await fetch(new URL(path, base), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      if (answer.status >= 500 || RETRY_STATUSES.includes(answer.status)) return;
      if (!keep(queuedRequests().filter((other) => other.body !== body))) return;
    }
  } catch {
    // The server is unreachable again.
  } finally {
    sending = false;
  }
}
