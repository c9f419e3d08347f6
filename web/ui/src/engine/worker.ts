/** Runs cmd/wasm: Go's own glue, the module, and messages in both directions. See device.ts for what is said. */
import './wasm_exec.js';

interface Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** What cmd/wasm puts here. */
interface Kaeshi {
  ask(id: number, method: string, address: string, body: string): void;
  cancel(id: number): void;
}

declare const Go: new () => Go;
const here = globalThis as unknown as { kaeshi: Kaeshi };

export type Order =
  | { module: WebAssembly.Module }
  | { id: number; method: string; address: string; body: string }
  | { id: number; cancel: true };

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if ('module' in data) void run(data.module);
  else if ('cancel' in data) here.kaeshi.cancel(data.id);
  else here.kaeshi.ask(data.id, data.method, data.address, data.body);
});

/** Ends only when the program does, which it should not. */
async function run(module: WebAssembly.Module): Promise<void> {
  const go = new Go();
  try {
    await go.run(await WebAssembly.instantiate(module, go.importObject));
    postMessage({ crashed: 'the engine has ended' });
  } catch (error) {
    postMessage({ crashed: String(error) });
  }
}
