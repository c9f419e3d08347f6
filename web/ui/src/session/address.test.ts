import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpPage } from '../api/fake';
import { followAddress, writeAddress } from './address';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);

beforeEach(() => setUpPage('#learn'));
afterEach(() => vi.unstubAllGlobals());

describe('writeAddress', () => {
  it('writes one address after another', () => {
    writeAddress('#learn/tree?depth=4');
    expect(location.hash).toBe('#learn/tree?depth=4');
    writeAddress('#learn/tree?depth=5', true);
    expect(location.hash).toBe('#learn/tree?depth=5');
  });

  it('keeps a navigation that the app has not followed yet', () => {
    location.hash = '#record';
    writeAddress('#learn/tree?depth=4');
    expect(location.hash).toBe('#record');
    followAddress();
    writeAddress('#record?all=1');
    expect(location.hash).toBe('#record?all=1');
  });

  it('adds an entry to the history only on request', () => {
    const pushState = vi.spyOn(history, 'pushState');
    writeAddress('#learn/compare');
    expect(pushState).not.toHaveBeenCalled();
    writeAddress('#learn/solve4', true);
    expect(pushState).toHaveBeenCalledOnce();
    writeAddress('#learn/solve4', true);
    expect(pushState).toHaveBeenCalledOnce();
  });
});
