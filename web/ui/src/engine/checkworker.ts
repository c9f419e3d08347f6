/** Runs cmd/checker in a web worker with Go's runtime support. See checker.ts. */
import './wasm_exec.js';

interface Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare const Go: new () => Go;
const here = globalThis as unknown as { checkProof: (file: Uint8Array) => void };

export interface CheckRequest {
  module: WebAssembly.Module;
  file: Uint8Array;
}

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => void check(data));

async function check({ module, file }: CheckRequest): Promise<void> {
  const go = new Go();
  try {
    const ended = go.run(await WebAssembly.instantiate(module, go.importObject));
    here.checkProof(file); // The program has defined it before it waits for the first time.
    await ended;
    postMessage({ crashed: 'the checker exited' });
  } catch (error) {
    postMessage({ crashed: String(error) });
  }
}
