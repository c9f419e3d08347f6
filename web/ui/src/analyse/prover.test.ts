import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refused, requests, setUpPage, settled } from '../api/fake';
import type { Certificate } from '../api/events';
import type { Verdict } from '../engine/checker';
import { Prover, type Proof } from './prover.svelte';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const POSITION = '-----OX--XO----- X';
const QUERY = { size: 4, start: 'usual', position: '', moves: '' } as const;

const certificate = (claim: Certificate['claim']): Certificate => ({
  schema: 'kaeshi/certificate/1',
  position: POSITION,
  claim,
  value: -10,
  leaf: 8,
  nodes: 4,
  leaves: 6,
  bytes: 3,
  seconds: 0.1,
  file: btoa('abc'),
});
const progress = (step: string, queue: number, nodes: number): [string, object] => [
  'progress',
  { schema: 'kaeshi/proving/1', step, queue, nodes },
];
const verdict = (more: Partial<Verdict> = {}): Verdict => ({
  valid: true,
  position: POSITION,
  claim: 'at least',
  value: -10,
  nodes: 4,
  leaves: 6,
  assumed: 0,
  ...more,
});

beforeEach(() => setUpPage('#analyse'));
afterEach(() => vi.unstubAllGlobals());

describe('a proof', () => {
  it('shows its progress and keeps both certificates', async () => {
    answer('prove', () => ({
      events: [
        progress('queued', 2, 0),
        progress('proving', 0, 1024),
        ['certificate', certificate('at least')],
        ['certificate', certificate('at most')],
        ['done', { schema: 'kaeshi/proved-score/1', position: POSITION, score: -10 }],
      ],
    }));
    const prover = new Prover();
    await prover.begin(QUERY);
    expect(prover.stage).toBe('done');
    expect(prover.nodes).toBe(1024);
    expect(prover.proofs.map(({ about }) => about.claim)).toEqual(['at least', 'at most']);
    expect([...(prover.proofs[0] as Proof).file]).toEqual([97, 98, 99]);
  });

  it('shows its position in the queue, and ends when it is cancelled', async () => {
    answer('prove', () => ({ events: [progress('queued', 2, 0)] }));
    const prover = new Prover();
    const run = prover.begin(QUERY);
    await settled();
    expect([prover.stage, prover.place, prover.running]).toEqual(['queued', 2, true]);
    prover.cancel();
    await run;
    expect([prover.stage, prover.failure]).toEqual(['idle', null]);
  });

  it('reports the error of the server, and can be retried', async () => {
    answer('prove', () => refused('the certificate has more than 1,000,000 positions'));
    const prover = new Prover();
    await prover.begin(QUERY);
    expect([prover.stage, prover.failure?.kind]).toEqual(['idle', 'refused']);
    expect(prover.failure?.detail).toContain('1,000,000');
    expect(requests).toEqual(['prove']);
  });
});

describe('the verification', () => {
  async function verified(given: () => Promise<Verdict>): Promise<Proof> {
    answer('prove', () => ({
      events: [
        ['certificate', certificate('at least')],
        ['done', {}],
      ],
    }));
    const prover = new Prover((file, report) => {
      expect([...file]).toEqual([97, 98, 99]);
      report(1, 4);
      expect((prover.proofs[0] as Proof).share).toBe(0.25);
      return given();
    });
    await prover.begin(QUERY);
    const proof = prover.proofs[0] as Proof;
    await prover.verify(proof);
    expect(proof.share).toBe(null);
    return proof;
  }

  it('accepts a certificate of the shown claim', async () => {
    expect((await verified(async () => verdict())).verdict?.valid).toBe(true);
  });

  it.each([
    ['another position', { position: 'OOOOOX--XO----- X' }],
    ['another claim', { claim: 'at most' }],
    ['another value', { value: -12 }],
    ['assumptions', { assumed: 1 }],
    ['a fault', { valid: false, error: 'node 3: no move' }],
  ])('refuses a certificate with %s', async (_, more) => {
    const proof = await verified(async () => verdict(more));
    expect([proof.verdict?.valid, proof.failed]).toEqual([false, false]);
  });

  it('reports that the checker failed', async () => {
    const proof = await verified(() => Promise.reject(new TypeError('HTTP 404')));
    expect([proof.verdict, proof.failed]).toEqual([null, true]);
  });
});
