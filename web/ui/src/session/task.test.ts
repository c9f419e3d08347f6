import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client';
import { settled } from '../api/fake';
import { wake } from './fakesleep';
import { Task } from './task.svelte';

vi.mock('../engine/request', () => ({ request: vi.fn() }));
vi.mock('../session/sleep', () => import('../session/fakesleep'));

describe('Task', () => {
  it('cancels the replaced operation and drops its error', async () => {
    const task = new Task();
    const first = task.run(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new ApiError('offline')))),
    );
    await task.run(() => Promise.resolve());
    await first;
    expect(task.failure).toBeNull();
  });

  it('keeps an error until the next operation begins', async () => {
    const task = new Task();
    await task.run(() => Promise.reject(new ApiError('refused', 'no')));
    expect(task.failure?.detail).toBe('no');
    task.begin();
    expect(task.failure).toBeNull();
  });

  it('rethrows errors other than ApiError', async () => {
    await expect(new Task().run(() => Promise.reject(new RangeError('a fault')))).rejects.toThrow('a fault');
  });

  it('retries when a busy server allows it, unless the operation was cancelled', async () => {
    const again = vi.fn();
    const task = new Task();
    expect(task.fail(new ApiError('busy', '', 7), task.begin(), again)).toBe(true);
    wake();
    await expect.poll(() => again).toHaveBeenCalledTimes(1);
    task.fail(new ApiError('busy', '', 7), task.begin(), again);
    task.end();
    wake();
    await settled();
    expect(again).toHaveBeenCalledTimes(1);
  });
});
