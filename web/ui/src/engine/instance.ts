/** A web worker with one engine. It accepts concurrent requests and returns responses like `fetch`. */
import type { WorkerRequest } from './worker';

/** A message from the worker: it is ready, it has crashed, or a part of a response. */
type WorkerMessage =
  | { ready: true }
  | { crashed: string }
  | { id: number; status: number; headers: Record<string, string> }
  | { id: number; chunk: Uint8Array<ArrayBuffer> }
  | { id: number; end: true };

/** A response in progress. */
interface PendingResponse {
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
  private readonly pending = new Map<number, PendingResponse>();
  private readonly stopping = new Map<number, ReturnType<typeof setTimeout>>();
  private readonly queue: WorkerRequest[] = [];
  private ready = false;
  private last = 0;
  /** When the last response was completed. */
  idleSince = Date.now();

  constructor(
    module: WebAssembly.Module,
    /** Called when the worker has ended. */
    private readonly ended: (instance: Instance) => void,
  ) {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'kaeshi' });
    this.worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.receive(data);
    this.worker.onerror = (event) => this.end(new TypeError(event.message || 'the worker failed'));
    this.worker.postMessage({ module } satisfies WorkerRequest);
  }

  /** The number of incomplete responses. */
  get busy(): number {
    return this.pending.size;
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
      this.pending.set(id, { head: resolve, fail: reject, body: controller, stream });
      signal?.addEventListener('abort', () => stop(), { once: true });
      this.send({ id, method, address, body });
    });
  }

  /** Terminates the worker; its pending requests fail with the given reason. */
  end(reason: unknown): void {
    this.worker.terminate();
    for (const timer of this.stopping.values()) clearTimeout(timer);
    this.stopping.clear();
    for (const id of [...this.pending.keys()]) this.fail(id, reason);
    this.ended(this);
  }

  private send(request: WorkerRequest): void {
    if (this.ready) this.worker.postMessage(request);
    else this.queue.push(request);
  }

  private receive(message: WorkerMessage): void {
    if ('ready' in message) {
      this.ready = true;
      for (const request of this.queue.splice(0)) this.worker.postMessage(request);
    } else if ('crashed' in message) this.end(new TypeError(message.crashed));
    else if ('end' in message) this.finish(message.id);
    else if ('chunk' in message) this.pending.get(message.id)?.body.enqueue(message.chunk);
    else {
      const response = this.pending.get(message.id);
      const { status, headers } = message;
      response?.head(new Response(NO_BODY.includes(status) ? null : response.stream, { status, headers }));
    }
  }

  private finish(id: number): void {
    clearTimeout(this.stopping.get(id));
    this.stopping.delete(id);
    const response = this.pending.get(id);
    this.pending.delete(id);
    try {
      response?.body.close();
    } catch {
      // The stream was already cancelled.
    }
    this.idleSince = Date.now();
  }

  /** Rejects an aborted request immediately, and requests the engine to stop the search within STOP_MS. */
  private stop(id: number, reason: unknown, keep: boolean): void {
    if (!this.pending.has(id)) return;
    this.fail(id, reason);
    this.send({ id, cancel: true });
    if (!keep)
      this.stopping.set(
        id,
        setTimeout(() => this.end(new TypeError('the engine did not stop')), STOP_MS),
      );
  }

  private fail(id: number, reason: unknown): void {
    const response = this.pending.get(id);
    this.pending.delete(id);
    response?.fail(reason);
    try {
      response?.body.error(reason);
    } catch {
      // The stream was already cancelled.
    }
  }
}
