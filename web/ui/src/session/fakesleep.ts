/**
 * Sleep without waiting, for unit tests: `vi.mock('../session/sleep', () => import('../session/fakesleep'))`. Less than
 * a second passes at once; longer sleeps end when the test calls `wake`.
 */
let sleepers: (() => void)[] = [];

export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms >= 1000) await new Promise<void>((resolve) => sleepers.push(resolve));
  await Promise.resolve();
  signal.throwIfAborted();
}

/** Ends all sleeps under way. */
export function wake(): void {
  const woken = sleepers;
  sleepers = [];
  for (const end of woken) end();
}
