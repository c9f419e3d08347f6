/** The proof of the score on the board: its progress, its two certificates, and their verification on this device. */
import type { ApiError } from '../api/client';
import type { Certificate } from '../api/events';
import type { PositionQuery } from '../api/games';
import { proveScore, type ProofListener } from '../api/proofs';
import type { Verdict } from '../engine/checker';
import { Task } from '../session/task.svelte';

/** The largest number of empty squares of a position that the server proves. */
export const MAX_EMPTIES = 20;

export type ProofStage = 'idle' | 'requesting' | 'queued' | 'searching' | 'proving' | 'checking' | 'done';

/** Verifies a certificate on this device. */
type Check = (file: Uint8Array, progress: (done: number, all: number) => void, signal: AbortSignal) => Promise<Verdict>;

const checkHere: Check = async (...args) => (await import('../engine/checker')).checkCertificate(...args);

/** A certificate with its verification. */
export class Proof {
  /** The checked share, from 0 to 1; null unless a check runs. */
  share = $state<number | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  /** The checker could not be loaded, or failed. */
  failed = $state(false);
  readonly file: Uint8Array<ArrayBuffer>;

  constructor(
    readonly about: Certificate,
    private readonly check: Check = checkHere,
  ) {
    this.file = Uint8Array.from(atob(about.file), (char) => char.charCodeAt(0));
  }

  async verify(signal: AbortSignal): Promise<void> {
    this.failed = false;
    this.verdict = null;
    this.share = 0;
    try {
      const verdict = await this.check(this.file, (done, all) => (this.share = all > 0 ? done / all : 0), signal);
      // A valid file proves its own claim, which must be the one that the page shows.
      const { position, claim, value } = this.about;
      const same = verdict.position === position && verdict.claim === claim && verdict.value === value;
      this.verdict = same && verdict.assumed === 0 ? verdict : { ...verdict, valid: false };
    } catch {
      this.failed = !signal.aborted;
    }
    this.share = null;
  }
}

export class Prover {
  stage = $state<ProofStage>('idle');
  /** The position in the queue. */
  place = $state(0);
  /** The number of positions of the current certificate. */
  nodes = $state(0);
  proofs = $state.raw<readonly Proof[]>([]);
  private readonly task = new Task();
  private readonly closing = new AbortController();

  constructor(private readonly check?: Check) {}

  get failure(): ApiError | null {
    return this.task.failure;
  }

  get running(): boolean {
    return this.stage !== 'idle' && this.stage !== 'done';
  }

  async begin(query: PositionQuery): Promise<void> {
    this.stage = 'requesting';
    this.proofs = [];
    this.nodes = 0;
    await this.task.run(async (signal) => {
      try {
        await proveScore(query, this.listener, signal);
        this.stage = 'done';
      } catch (error) {
        if (!signal.aborted) this.stage = 'idle';
        throw error;
      }
    });
  }

  private readonly listener: ProofListener = {
    progress: ({ step, queue, nodes }) => {
      this.stage = step;
      this.place = queue;
      this.nodes = nodes;
    },
    certificate: (certificate) => {
      this.proofs = [...this.proofs, new Proof(certificate, this.check)];
    },
  };

  cancel(): void {
    this.task.end();
    this.stage = 'idle';
  }

  verify(proof: Proof): Promise<void> {
    return proof.verify(this.closing.signal);
  }

  /** Ends the proof and the checks. */
  close(): void {
    this.task.end();
    this.closing.abort();
  }
}
