/** Requests for certificates of exact scores. */
import { address, listen } from './client';
import { gameFields } from './analyses';
import type { Certificate, ProofProgress } from './events';
import type { PositionQuery } from './games';

/** Callbacks for the events of a proof. */
export interface ProofListener {
  progress: (now: ProofProgress) => void;
  certificate: (certificate: Certificate) => void;
}

/** Proves the score of a position. The server sends one certificate for each of two claims. */
export const proveScore = (
  query: PositionQuery,
  { progress, certificate }: ProofListener,
  caller: AbortSignal,
): Promise<void> =>
  listen(
    address('prove', gameFields(query)),
    {
      ends: ['done'],
      take: (name, data) => {
        if (name === 'progress') progress(data as ProofProgress);
        if (name === 'certificate') certificate(data as Certificate);
      },
    },
    caller,
  );
