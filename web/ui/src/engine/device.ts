/** The engine on this device: answers requests in web workers, which are started on demand. */
import { Instance } from './instance';
import { answerSplit, splittable } from './split';
import wasm from '../../../engine/kaeshi.wasmgz?url';

/** Maximum number of concurrent searches; each needs a worker, memory and a processor. */
const MOST_WORKERS = 4;
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
const PERHAPS_BUSY = 0.5;

/** Assumed memory in gigabytes if the browser does not report it, as on a phone. */
const USUAL_MEMORY = 4;

/**
 * Returns the number of concurrent searches for a number of processors and gigabytes of memory. One processor is left
 * to the page, and a search takes up to half a gigabyte.
 */
export const workersAtMost = (processors: number, memory: number = USUAL_MEMORY): number =>
  Math.max(1, Math.min(MOST_WORKERS, processors - 1, Math.floor(memory / 2)));

class Device {
  private module: Promise<WebAssembly.Module> | null = null;
  private readonly instances: Instance[] = [];
  /** The worker with the jobs, which are lost when it ends; it is exempt from the idle timeout. */
  private clerk: Instance | null = null;
  private readonly most = workersAtMost(
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
    if (this.most > 1 && splittable(url)) return answerSplit(url, this.most, (part) => this.hand(module, part, init));
    return this.hand(module, url, init);
  }

  private hand(module: WebAssembly.Module, url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : '';
    const job = isJob(url.pathname); // Jobs continue when their event stream is closed.
    const instance = job ? this.holder(module, method === 'POST') : this.instance(module, isSearch(url.pathname));
    return instance.request(method, rooted(url), body, init.signal, job);
  }

  /** Returns the worker with the jobs. Before the first job, any worker can answer that there are none. */
  private holder(module: WebAssembly.Module, begins: boolean): Instance {
    if (this.clerk) return this.clerk;
    const one = this.instance(module, begins);
    if (begins) this.clerk = one;
    return one;
  }

  private burden(instance: Instance): number {
    return instance.busy + (instance === this.clerk ? PERHAPS_BUSY : 0);
  }

  /** Returns the worker for a request: the first one for quick requests, the least busy one for searches. */
  private instance(module: WebAssembly.Module, search: boolean): Instance {
    const [first] = this.instances;
    if (first && !search) return first;
    const rest = this.most > 1 ? this.instances.slice(1) : this.instances;
    const free = rest.toSorted((a, b) => this.burden(a) - this.burden(b))[0];
    if (free && (this.burden(free) === 0 || this.instances.length >= this.most + 1 || this.most === 1)) return free;
    const made = new Instance(module, (gone) => this.forget(gone));
    this.instances.push(made);
    setTimeout(() => this.rest(made), IDLE_MS);
    return this.instances.length === 1 && search && this.most > 1 ? this.instance(module, search) : made;
  }

  private rest(instance: Instance): void {
    const left = instance.busy > 0 ? IDLE_MS : instance.idleSince + IDLE_MS - Date.now();
    if (!this.instances.includes(instance) || this.instances[0] === instance || this.clerk === instance) return;
    if (left > 0) setTimeout(() => this.rest(instance), left);
    else instance.end(new TypeError('the worker was idle and has been terminated'));
  }

  private forget(instance: Instance): void {
    const at = this.instances.indexOf(instance);
    if (at >= 0) this.instances.splice(at, 1);
    if (this.clerk === instance) this.clerk = null;
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
