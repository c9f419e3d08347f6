import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, busy, ok, requests, setUpPage, settled } from '../api/fake';
import { wake } from '../session/fakesleep';
import { Fleet } from './fleet.svelte';
import type { Job, Machines } from './types';
import { durationWords, jobFacts, progressWords, rate, secondsLeft } from './words';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/sleep', () => import('../session/fakesleep'));
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const job: Job = {
  id: 'solve-1',
  kind: 'solve',
  title: 'solve positions.obf',
  state: 'running',
  created: '2026-11-28T10:00:00Z',
  submitter: 'host, process 7',
  total: 1000,
  done: 400,
  failed: 1,
  waiting: 90,
  active: 8,
  per_second: 2,
  quarantined: [],
};

const list: Machines = {
  configured: true,
  workers: [],
  jobs: [job],
  totals: { workers: 0, slots: 0, busy: 0, running: 1, paused: 0, waiting: 90, failed: 1 },
};

describe('the texts of a job', () => {
  it('count its units', () => {
    expect(progressWords(job)).toBe('401 of 1,000 units');
    expect(progressWords({ ...job, total: 0, done: 1 })).toBe('1 unit');
    expect(jobFacts(job)).toBe('8 running · 90 waiting · 120 a minute · 5 min left');
  });

  it('omit unknown values', () => {
    const ended: Job = { ...job, state: 'ended', active: 0, waiting: 0, per_second: 0, submitter: '' };
    expect(jobFacts(ended)).toBe('');
    expect(jobFacts({ ...ended, state: 'paused' })).toBe('the program that started it is not connected');
  });

  it.each([
    [job, 299.5],
    [{ ...job, state: 'paused' as const }, undefined],
    [{ ...job, total: 0 }, undefined],
    [{ ...job, per_second: 0 }, undefined],
    [{ ...job, done: 999 }, undefined],
  ])('include the time left', (one, want) => expect(secondsLeft(one)).toBe(want));

  it.each([
    [0.2, '1 s'],
    [99, '99 s'],
    [100, '2 min'],
    [3600, '60 min'],
    [8000, '2 h'],
  ])('name %d seconds', (seconds, want) => expect(durationWords(seconds)).toBe(want));

  it('name rates', () => expect([0, 0.5, 12.345, 1234].map(rate)).toEqual(['–', '0.5', '12.3', '1,230']));
});

describe('Fleet', () => {
  beforeEach(() => setUpPage());

  it('fetches the list until it is closed', async () => {
    answer('machines', () => ok(list));
    const fleet = new Fleet();
    fleet.open();
    fleet.open();
    await settled();
    expect(fleet.list).toEqual(list);
    wake();
    await settled();
    fleet.close();
    wake();
    await settled();
    expect(requests).toEqual(['machines', 'machines']);
  });

  it('keeps the last list when the server fails, and recovers', async () => {
    answer('machines', () => ok(list));
    const fleet = new Fleet();
    fleet.open();
    await settled();
    answer('machines', () => busy(2));
    wake();
    await settled();
    expect([fleet.list, fleet.failure?.kind]).toEqual([list, 'busy']);
    answer('machines', () => ok(list));
    wake();
    await settled();
    expect(fleet.failure).toBeNull();
    fleet.close();
  });

  it('changes a job and then fetches the list', async () => {
    answer('machines', () => ok(list));
    const methods: (string | undefined)[] = [];
    answer('machines/jobs/solve-1/pause', (_, { method }) => {
      methods.push(method);
      return ok(null);
    });
    const fleet = new Fleet();
    const change = fleet.changeJob('solve-1', 'pause');
    expect(fleet.changing).toBe('solve-1');
    await change;
    await settled();
    expect([fleet.changing, fleet.list, methods, requests]).toEqual([
      '',
      list,
      ['POST'],
      ['machines/jobs/solve-1/pause', 'machines'],
    ]);
    fleet.close();
  });

  it('keeps the error of a change', async () => {
    answer('machines/workers/w1/drain', () => ({ status: 404, body: { detail: 'worker "w1" does not answer.' } }));
    const fleet = new Fleet();
    await fleet.drain('w1');
    expect([fleet.change.failure?.detail, fleet.changing]).toEqual(['worker "w1" does not answer.', '']);
  });
});
