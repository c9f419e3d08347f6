/** Checks certificates on this device with the Go package `proof`, a WebAssembly program without the engine. */
import wasm from '../../../engine/proof.wasmgz?url';
import type { CheckRequest } from './checkworker';

/** The verdict on a certificate. The claim is empty if the header is not valid. */
export interface Verdict {
  readonly valid: boolean;
  readonly position: string;
  readonly claim: string;
  readonly value: number;
  readonly nodes: number;
  readonly leaves: number;
  /** How often the certificate uses assumptions, which it does not prove. */
  readonly assumed: number;
  /** Why the certificate is not valid, with the place; in English. */
  readonly error?: string;
}

type Message = Verdict | { done: number; all: number } | { crashed: string };

/** The address of the program, which the service worker caches. */
export const checkerFile = new URL(wasm, document.baseURI).href;

let compiled: Promise<WebAssembly.Module> | null = null;

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(wasm);
  if (!response.ok) throw new TypeError(`fetch ${wasm}: HTTP ${response.status}`);
  return WebAssembly.compileStreaming(response);
}

/**
 * Checks a certificate in a worker. `progress` is called with the number of checked nodes and of all nodes. Rejects
 * with a TypeError if the program cannot be loaded or fails, or with the signal's reason.
 */
export async function checkCertificate(
  file: Uint8Array,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<Verdict> {
  compiled ??= load().catch((error: unknown) => {
    compiled = null;
    throw error;
  });
  const module = await compiled;
  signal.throwIfAborted();
  const worker = new Worker(new URL('./checkworker.ts', import.meta.url), { type: 'module', name: 'checker' });
  try {
    return await new Promise<Verdict>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Message>) => {
        if ('crashed' in data) reject(new TypeError(data.crashed));
        else if ('valid' in data) resolve(data);
        else progress(data.done, data.all);
      };
      worker.onerror = (event) => reject(new TypeError(event.message || 'the checker failed'));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.postMessage({ module, file } satisfies CheckRequest);
    });
  } finally {
    worker.terminate();
  }
}
