/** This device in place of a server: workers that answer requests, started when they are needed. */
import { Instance } from './instance';
import { answerSplit, splittable } from './split';
import wasm from '../../../engine/kaeshi.wasmgz?url';

/** Searches at the same time; each takes a worker, some memory, and a processor. */
const MOST_WORKERS = 4;
/** A worker that nobody asks for so long is ended; the first one stays. */
const IDLE_MS = 60_000;

/** What thinks for long: it gets a worker of its own, where there is one. */
const isSearch = (path: string): boolean => /\/(think|move|analyse|learn\/[a-z0-9]+|why|device\/bench)$/.test(path);

/** What is about long analyses, which live in the worker that was asked to begin the first one. */
const isJob = (path: string): boolean => /\/jobs(\/|$)/.test(path);
/** A worker may work on a long analysis that nobody watches: it is the last to be asked for something else. */
const PERHAPS_BUSY = 0.5;

/** Where a browser does not say how much memory there is, it is taken for a phone's: gigabytes. */
const USUAL_MEMORY = 4;

/**
 * How many search at once, with so many processors and gigabytes: one processor is left to the page, and a search takes
 * half a gigabyte at worst.
 */
export const workersAtMost = (processors: number, memory: number = USUAL_MEMORY): number =>
  Math.max(1, Math.min(MOST_WORKERS, processors - 1, Math.floor(memory / 2)));

class Device {
  private module: Promise<WebAssembly.Module> | null = null;
  private readonly instances: Instance[] = [];
  /** Holds the long analyses, which end with it: it is not ended for having nothing to do. */
  private clerk: Instance | null = null;
  private readonly most = workersAtMost(
    navigator.hardwareConcurrency || 2,
    (navigator as { deviceMemory?: number }).deviceMemory,
  );

  /** Fetches and compiles the engine, unless that has been done. Rejects with a TypeError when it cannot be fetched. */
  prepare(): Promise<WebAssembly.Module> {
    this.module ??= this.load().catch((error: unknown) => {
      this.module = null;
      throw error;
    });
    return this.module;
  }

  /** Like `fetch`, but without a server. */
  async request(url: URL, init: RequestInit = {}): Promise<Response> {
    const module = await this.prepare();
    init.signal?.throwIfAborted();
    if (this.most > 1 && splittable(url)) return answerSplit(url, this.most, (part) => this.hand(module, part, init));
    return this.hand(module, url, init);
  }

  private hand(module: WebAssembly.Module, url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : '';
    const job = isJob(url.pathname); // It goes on when nobody watches.
    const instance = job ? this.holder(module, method === 'POST') : this.instance(module, isSearch(url.pathname));
    return instance.request(method, rooted(url), body, init.signal, job);
  }

  /** The worker that holds the long analyses; before one has begun, any can say that there are none. */
  private holder(module: WebAssembly.Module, begins: boolean): Instance {
    if (this.clerk) return this.clerk;
    const one = this.instance(module, begins);
    if (begins) this.clerk = one;
    return one;
  }

  private burden(instance: Instance): number {
    return instance.busy + (instance === this.clerk ? PERHAPS_BUSY : 0);
  }

  /** The first one for what is quick; for a search the one with the least to do. */
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
    else instance.end(new TypeError('the worker rests'));
  }

  private forget(instance: Instance): void {
    const at = this.instances.indexOf(instance);
    if (at >= 0) this.instances.splice(at, 1);
    if (this.clerk === instance) this.clerk = null;
  }

  private async load(): Promise<WebAssembly.Module> {
    const response = await fetch(wasm);
    if (!response.ok) throw new TypeError(`${wasm}: HTTP ${response.status}`);
    return WebAssembly.compileStreaming(response);
  }
}

/** The address as the engine's handlers know it, wherever the page lies. */
function rooted(url: URL): string {
  const at = url.pathname.search(/\/(api|device)\//);
  return url.pathname.slice(Math.max(at, 0)) + url.search;
}

export const device = new Device();
export const engineFile = new URL(wasm, document.baseURI).href;
