/** Runs cmd/wasm in a web worker with Go's runtime support, and passes messages to and from it. See instance.ts. */
import './wasm_exec.js';

interface Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** The functions that cmd/wasm defines. */
interface Kaeshi {
  ask(id: number, method: string, address: string, body: string): void;
  cancel(id: number): void;
}

declare const Go: new () => Go;
const here = globalThis as unknown as { kaeshi: Kaeshi };

export type WorkerRequest =
  | { module: WebAssembly.Module }
  | { id: number; method: string; address: string; body: string }
  | { id: number; cancel: true };

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if ('module' in data) void run(data.module);
  else if ('cancel' in data) here.kaeshi.cancel(data.id);
  else here.kaeshi.ask(data.id, data.method, data.address, data.body);
});

/** Runs the program, which should never end. */
async function run(module: WebAssembly.Module): Promise<void> {
  const go = new Go();
  try {
    await go.run(await WebAssembly.instantiate(module, go.importObject));
    postMessage({ crashed: 'the engine exited' });
  } catch (error) {
    postMessage({ crashed: String(error) });
  }
}
