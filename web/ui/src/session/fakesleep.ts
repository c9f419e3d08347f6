/**
 * A fake `sleep` for unit tests: `vi.mock('../session/sleep', () => import('../session/fakesleep'))`. Sleeps of less
 * than a second return at once; longer ones end when the test calls `wake`.
 */
let sleepers: (() => void)[] = [];

export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms >= 1000) await new Promise<void>((resolve) => sleepers.push(resolve));
  await Promise.resolve();
  signal.throwIfAborted();
}

/** Ends all pending sleeps. */
export function wake(): void {
  const ended = sleepers;
  sleepers = [];
  for (const end of ended) end();
}
