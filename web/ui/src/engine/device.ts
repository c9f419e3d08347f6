/** The engine on this device: answers requests in web workers, which are started on demand. */
import { Instance } from './instance';
import { answerSplit, splittable } from './split';
import wasm from '../../../engine/kaeshi.wasmgz?url';

/** Maximum number of concurrent searches; each needs a worker, memory and a processor. */
const MAX_WORKERS = 4;
/** A worker is terminated after this idle time, except the first one. */
const IDLE_MS = 60_000;

/** Requests that search for long. They run in a separate worker if possible. */
const isSearch = (path: string): boolean => /\/(think|move|analyse|learn\/[a-z0-9]+|why|device\/bench)$/.test(path);

/** Requests about jobs. All of them go to the worker that started the first job. */
const isJob = (path: string): boolean => /\/jobs(\/|$)/.test(path);
/**
 * The load assumed for the worker with jobs, which may be running in the background. Other requests prefer other
 * workers.
 */
const JOB_LOAD = 0.5;

/** Assumed memory in gigabytes if the browser does not report it, as on a phone. */
const DEFAULT_MEMORY = 4;

/**
 * Returns the number of concurrent searches for a number of processors and gigabytes of memory. One processor is left
 * to the page, and a search takes up to half a gigabyte.
 */
export const maxWorkers = (processors: number, memory: number = DEFAULT_MEMORY): number =>
  Math.max(1, Math.min(MAX_WORKERS, processors - 1, Math.floor(memory / 2)));

class Device {
  private module: Promise<WebAssembly.Module> | null = null;
  private readonly instances: Instance[] = [];
  /** The worker with the jobs, which are lost when it ends; it is exempt from the idle timeout. */
  private jobWorker: Instance | null = null;
  private readonly limit = maxWorkers(
    navigator.hardwareConcurrency || 2,
    (navigator as { deviceMemory?: number }).deviceMemory,
  );

  /** Fetches and compiles the engine once. Rejects with a TypeError if it cannot be fetched. */
  prepare(): Promise<WebAssembly.Module> {
    this.module ??= this.load().catch((error: unknown) => {
      this.module = null;
      throw error;
    });
    return this.module;
  }

  /** Like `fetch`, but answered by the engine on this device. */
  async request(url: URL, init: RequestInit = {}): Promise<Response> {
    const module = await this.prepare();
    init.signal?.throwIfAborted();
    if (this.limit > 1 && splittable(url))
      return answerSplit(url, this.limit, (part) => this.dispatch(module, part, init));
    return this.dispatch(module, url, init);
  }

  private dispatch(module: WebAssembly.Module, url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : '';
    const job = isJob(url.pathname); // Jobs continue when their event stream is closed.
    const instance = job ? this.jobInstance(module, method === 'POST') : this.instance(module, isSearch(url.pathname));
    return instance.request(method, rooted(url), body, init.signal, job);
  }

  /** Returns the worker with the jobs. Before the first job, any worker can answer that there are none. */
  private jobInstance(module: WebAssembly.Module, starts: boolean): Instance {
    if (this.jobWorker) return this.jobWorker;
    const one = this.instance(module, starts);
    if (starts) this.jobWorker = one;
    return one;
  }

  private loadOf(instance: Instance): number {
    return instance.busy + (instance === this.jobWorker ? JOB_LOAD : 0);
  }

  /** Returns the worker for a request: the first one for quick requests, the least busy one for searches. */
  private instance(module: WebAssembly.Module, search: boolean): Instance {
    const [first] = this.instances;
    if (first && !search) return first;
    const searchers = this.limit > 1 ? this.instances.slice(1) : this.instances;
    const free = searchers.toSorted((a, b) => this.loadOf(a) - this.loadOf(b))[0];
    if (free && (this.loadOf(free) === 0 || this.instances.length >= this.limit + 1 || this.limit === 1)) return free;
    const created = new Instance(module, (ended) => this.remove(ended));
    this.instances.push(created);
    setTimeout(() => this.endIfIdle(created), IDLE_MS);
    return this.instances.length === 1 && search && this.limit > 1 ? this.instance(module, search) : created;
  }

  private endIfIdle(instance: Instance): void {
    const left = instance.busy > 0 ? IDLE_MS : instance.idleSince + IDLE_MS - Date.now();
    if (!this.instances.includes(instance) || this.instances[0] === instance || this.jobWorker === instance) return;
    if (left > 0) setTimeout(() => this.endIfIdle(instance), left);
    else instance.end(new TypeError('the worker was idle and has been terminated'));
  }

  private remove(instance: Instance): void {
    const at = this.instances.indexOf(instance);
    if (at >= 0) this.instances.splice(at, 1);
    if (this.jobWorker === instance) this.jobWorker = null;
  }

  private async load(): Promise<WebAssembly.Module> {
    const response = await fetch(wasm);
    if (!response.ok) throw new TypeError(`fetch ${wasm}: HTTP ${response.status}`);
    return WebAssembly.compileStreaming(response);
  }
}

/** Returns the path for the engine's handlers, without the base path of the page. */
function rooted(url: URL): string {
  const at = url.pathname.search(/\/(api|device)\//);
  return url.pathname.slice(Math.max(at, 0)) + url.search;
}

export const device = new Device();
export const engineFile = new URL(wasm, document.baseURI).href;
