/** A web worker with one engine. It accepts concurrent requests and returns responses like `fetch`. */
import type { Order } from './worker';

/** A message from the worker: it is ready, it has crashed, or a part of a response. */
type Told =
  | { ready: true }
  | { crashed: string }
  | { id: number; status: number; headers: Record<string, string> }
  | { id: number; chunk: Uint8Array<ArrayBuffer> }
  | { id: number; end: true };

/** A response in progress. */
interface Exchange {
  head: (response: Response) => void;
  fail: (error: unknown) => void;
  body: ReadableStreamDefaultController<Uint8Array>;
  stream: ReadableStream<Uint8Array>;
}

/** A cancelled search must end within this time; otherwise its worker is terminated. */
const STOP_MS = 2_000;
const NO_BODY: readonly number[] = [204, 304];

export class Instance {
  private readonly worker: Worker;
  private readonly open = new Map<number, Exchange>();
  private readonly stopping = new Map<number, ReturnType<typeof setTimeout>>();
  private readonly waiting: Order[] = [];
  private ready = false;
  private last = 0;
  /** When the last response was completed. */
  idleSince = Date.now();

  constructor(
    module: WebAssembly.Module,
    /** Called when the worker has ended. */
    private readonly gone: (instance: Instance) => void,
  ) {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'kaeshi' });
    this.worker.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
    this.worker.onerror = (event) => this.end(new TypeError(event.message || 'the worker failed'));
    this.worker.postMessage({ module } satisfies Order);
  }

  /** The number of incomplete responses. */
  get busy(): number {
    return this.open.size;
  }

  /**
   * Like `fetch`: rejects with the signal's reason, or with a TypeError when the worker fails. If an aborted request
   * does not stop in time, the worker is terminated with all its requests, unless `keep` is set.
   */
  request(method: string, address: string, body: string, signal?: AbortSignal | null, keep = false): Promise<Response> {
    signal?.throwIfAborted();
    const id = ++this.last;
    const stop = (reason = signal?.reason) => this.stop(id, reason, keep);
    return new Promise<Response>((resolve, reject) => {
      let controller!: ReadableStreamDefaultController<Uint8Array>;
      const stream = new ReadableStream<Uint8Array>({
        start: (c) => void (controller = c),
        cancel: () => stop(undefined),
      });
      this.open.set(id, { head: resolve, fail: reject, body: controller, stream });
      signal?.addEventListener('abort', () => stop(), { once: true });
      this.tell({ id, method, address, body });
    });
  }

  /** Terminates the worker; its pending requests fail with the given reason. */
  end(reason: unknown): void {
    this.worker.terminate();
    for (const timer of this.stopping.values()) clearTimeout(timer);
    this.stopping.clear();
    for (const id of [...this.open.keys()]) this.fail(id, reason);
    this.gone(this);
  }

  private tell(order: Order): void {
    if (this.ready) this.worker.postMessage(order);
    else this.waiting.push(order);
  }

  private hear(told: Told): void {
    if ('ready' in told) {
      this.ready = true;
      for (const order of this.waiting.splice(0)) this.worker.postMessage(order);
    } else if ('crashed' in told) this.end(new TypeError(told.crashed));
    else if ('end' in told) this.finish(told.id);
    else if ('chunk' in told) this.open.get(told.id)?.body.enqueue(told.chunk);
    else {
      const exchange = this.open.get(told.id);
      const { status, headers } = told;
      exchange?.head(new Response(NO_BODY.includes(status) ? null : exchange.stream, { status, headers }));
    }
  }

  private finish(id: number): void {
    clearTimeout(this.stopping.get(id));
    this.stopping.delete(id);
    const exchange = this.open.get(id);
    this.open.delete(id);
    try {
      exchange?.body.close();
    } catch {
      // The stream was already cancelled.
    }
    this.idleSince = Date.now();
  }

  /** Rejects an aborted request immediately, and asks the engine to stop the search within STOP_MS. */
  private stop(id: number, reason: unknown, keep: boolean): void {
    if (!this.open.has(id)) return;
    this.fail(id, reason);
    this.tell({ id, cancel: true });
    if (!keep)
      this.stopping.set(
        id,
        setTimeout(() => this.end(new TypeError('the engine did not stop')), STOP_MS),
      );
  }

  private fail(id: number, reason: unknown): void {
    const exchange = this.open.get(id);
    this.open.delete(id);
    exchange?.fail(reason);
    try {
      exchange?.body.error(reason);
    } catch {
      // The stream was already cancelled.
    }
  }
}
