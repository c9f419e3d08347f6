/**
 * Where every request of the page goes out: to the server, or, when it cannot be reached or when the person wants it
 * so, to the engine on this device, which runs the same handlers. What only a server has, such as stored games, is
 * asked of the server alone. A long analysis stays with whoever began it: what is asked about one that this device
 * began is asked here, also when the server is back.
 */
import { engine } from './engine.svelte';
import { deliver, post } from './outbox';

/** How long a server that was away is left in peace before it is asked again. */
const AWAY_MS = 5_000;
/**
 * A server that does not begin to answer within this time is asked whether it is there at all, and has as long to say
 * so.
 */
const SLOW_MS = 3_000;
/** What stands before a server when there is none behind it. */
const NO_SERVER: readonly number[] = [502, 504];
const NOT_LET_IN = 401;
/** What the device says of a path that it does not have. */
const NOT_HERE: readonly number[] = [404, 405];

let awaySince = -Infinity;

/** The long analyses that this device began, by their names. */
const held = new Set<string>();

export const isHeldHere = (job: string): boolean => held.has(job);

export async function request(url: URL, init: RequestInit = {}): Promise<Response> {
  const job = /\/jobs\/([^/]+)/.exec(url.pathname)?.[1];
  if (job && held.has(job)) {
    const answer = await onDevice(url, init);
    if (answer) return answer;
    held.delete(job); // It went with its worker.
  }
  const resting = engine.away && performance.now() - awaySince < AWAY_MS;
  if (resting || engine.choice === 'device') {
    const answer = (resting && post(url, init)) || (await onDevice(url, init));
    if (answer) return answer;
  }
  try {
    const answer = await fromServer(url, init);
    held.delete(begun(url, init));
    return answer;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const answer = post(url, init) ?? (await onDevice(url, init));
    if (!answer) throw error;
    return answer;
  }
}

/** This device's own answer, beside another's, about all long analyses; null when it holds none. */
export const alsoHere = async (url: URL, init: RequestInit = {}): Promise<Response | null> =>
  held.size > 0 ? onDevice(url, init) : null;

/** The name of the long analysis that a request begins; '' for any other request. */
const begun = (url: URL, { method, body }: RequestInit): string =>
  method === 'POST' && typeof body === 'string' && url.pathname.endsWith('/jobs')
    ? (JSON.parse(body) as { id: string }).id
    : '';

/** The server's answer; a TypeError, and the server counts as away, when there is none. */
async function fromServer(url: URL, init: RequestInit): Promise<Response> {
  const silent = new AbortController();
  const signal = init.signal ? AbortSignal.any([init.signal, silent.signal]) : silent.signal;
  const timer = setTimeout(() => void isThere(url).then((there) => there || silent.abort()), SLOW_MS);
  try {
    const response = await fetch(url, { ...init, signal });
    if (NO_SERVER.includes(response.status) && !isProblem(response)) throw new TypeError(`HTTP ${response.status}`);
    if (response.status === NOT_LET_IN) location.reload(); // The server asks for its token in place of the page.
    isBack(url);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    engine.away = true;
    awaySince = performance.now();
    throw new TypeError('the server cannot be reached', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function isBack(url: URL): void {
  engine.away = false;
  void deliver(new URL(url.pathname.replace(/\/api\/v1\/.*$/, '/api/v1/'), url));
}

/** Looks whether a server that was away is there again. */
export async function lookForServer(): Promise<void> {
  const url = new URL('api/v1/', document.baseURI);
  if (engine.away && (await isThere(url))) isBack(url);
}

/** Problems are told by Kaeshi itself. */
const isProblem = (response: Response): boolean =>
  response.headers.get('Content-Type')?.startsWith('application/problem+json') ?? false;

async function isThere(url: URL): Promise<boolean> {
  const health = new URL(url.pathname.replace(/\/api\/v1\/.*$/, '/healthz'), url);
  const answer = await fetch(health, { signal: AbortSignal.timeout(SLOW_MS), cache: 'no-store' }).catch(() => null);
  return answer?.ok ?? false;
}

/** The device's answer; null when it does not have what is asked for, or no engine. */
async function onDevice(url: URL, init: RequestInit): Promise<Response | null> {
  try {
    engine.loading = true;
    const { device } = await import('./device');
    await device.prepare();
    engine.fault = '';
    engine.loading = false;
    const answer = await device.request(url, init);
    const job = begun(url, init);
    if (job && answer.ok) held.add(job);
    return NOT_HERE.includes(answer.status) ? null : answer;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    engine.fault = String(error);
    return null;
  } finally {
    engine.loading = false;
  }
}
