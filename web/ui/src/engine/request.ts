/**
 * Routes all requests of the page. They go to the server, or, if it is unreachable or the user chose so, to the engine
 * on this device, which runs the same handlers. Requests for data that only the server has, such as stored games,
 * always go to the server. Requests about a job go where the job was started, even after the server is back.
 */
import { engine } from './engine.svelte';
import { sendQueued, enqueue } from './outbox';

/** Delay before an unreachable server is tried again. */
const RETRY_MS = 5_000;
/**
 * If a response does not start within this time, the server's health is checked, with the same time limit. The request
 * is aborted if the check fails.
 */
const SLOW_MS = 3_000;
/** Statuses of a proxy without a server behind it. */
const GATEWAY_ERRORS: readonly number[] = [502, 504];
const UNAUTHORIZED = 401;
/** Paths that only a server can have: games of two people, the codes of their links, and the database of games. */
const SERVER_ONLY = /\/api\/v1\/(online|qr|database)(\/|$)/;
/** The path of links to games, where the server sends no login page. */
const LINK_PATH = /\/online$/;
/** Statuses of the device's engine for an unsupported path. */
const UNSUPPORTED: readonly number[] = [404, 405];

let awaySince = -Infinity;

/** The ids of the jobs that run on this device. */
const localJobs = new Set<string>();

export const isLocalJob = (job: string): boolean => localJobs.has(job);

export async function request(url: URL, init: RequestInit = {}): Promise<Response> {
  if (SERVER_ONLY.test(url.pathname)) return fromServer(url, init);
  const job = /\/jobs\/([^/]+)/.exec(url.pathname)?.[1];
  if (job && localJobs.has(job)) {
    const answer = await onDevice(url, init);
    if (answer) return answer;
    localJobs.delete(job); // Its worker has ended.
  }
  const backingOff = engine.away && performance.now() - awaySince < RETRY_MS;
  if (backingOff || engine.choice === 'device') {
    const answer = (backingOff && enqueue(url, init)) || (await onDevice(url, init));
    if (answer) return answer;
  }
  try {
    const answer = await fromServer(url, init);
    localJobs.delete(startedJob(url, init));
    return answer;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const answer = enqueue(url, init) ?? (await onDevice(url, init));
    if (!answer) throw error;
    return answer;
  }
}

/**
 * Returns the device's own response to a request about all jobs, which is combined with the server's; null without jobs
 * here.
 */
export const localResponse = async (url: URL, init: RequestInit = {}): Promise<Response | null> =>
  localJobs.size > 0 ? onDevice(url, init) : null;

/** Returns the id of the job that a request starts; '' for any other request. */
const startedJob = (url: URL, { method, body }: RequestInit): string =>
  method === 'POST' && typeof body === 'string' && url.pathname.endsWith('/jobs')
    ? (JSON.parse(body) as { id: string }).id
    : '';

/** Sends a request to the server. If it fails, marks the server as away and rejects with a TypeError. */
async function fromServer(url: URL, init: RequestInit): Promise<Response> {
  const unhealthy = new AbortController();
  const signal = init.signal ? AbortSignal.any([init.signal, unhealthy.signal]) : unhealthy.signal;
  const timer = setTimeout(() => void isHealthy(url).then((healthy) => healthy || unhealthy.abort()), SLOW_MS);
  try {
    const response = await fetch(url, { ...init, signal });
    if (GATEWAY_ERRORS.includes(response.status) && !isProblem(response))
      throw new TypeError(`HTTP ${response.status}`);
    if (response.status === UNAUTHORIZED) showLogin();
    markReachable(url);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    engine.away = true;
    awaySince = performance.now();
    throw new TypeError('the server is unreachable', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Loads the page again, for which the server then sends its login page. */
function showLogin(): void {
  if (LINK_PATH.test(location.pathname)) location.replace(new URL(`./${location.hash}`, document.baseURI));
  else location.reload();
}

function markReachable(url: URL): void {
  engine.away = false;
  void sendQueued(new URL(url.pathname.replace(/\/api\/v1\/.*$/, '/api/v1/'), url));
}

/** Checks whether an unreachable server is back. */
export async function lookForServer(): Promise<void> {
  const url = new URL('api/v1/', document.baseURI);
  if (engine.away && (await isHealthy(url))) markReachable(url);
}

/** Reports whether a response is a problem document, which only a Kaeshi server sends. */
const isProblem = (response: Response): boolean =>
  response.headers.get('Content-Type')?.startsWith('application/problem+json') ?? false;

async function isHealthy(url: URL): Promise<boolean> {
  const health = new URL(url.pathname.replace(/\/api\/v1\/.*$/, '/healthz'), url);
  const answer = await fetch(health, { signal: AbortSignal.timeout(SLOW_MS), cache: 'no-store' }).catch(() => null);
  return answer?.ok ?? false;
}

/** Returns the device's response; null if it does not support the path or has no engine. */
async function onDevice(url: URL, init: RequestInit): Promise<Response | null> {
  try {
    engine.loading = true;
    const { device } = await import('./device');
    await device.prepare();
    engine.fault = '';
    engine.loading = false;
    const answer = await device.request(url, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      return device.request(url, init); // A worker that ends with another request may have ended this one.
    });
    const job = startedJob(url, init);
    if (job && answer.ok) localJobs.add(job);
    return UNSUPPORTED.includes(answer.status) ? null : answer;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    engine.fault = String(error);
    return null;
  } finally {
    engine.loading = false;
  }
}
