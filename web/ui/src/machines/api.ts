/** Client for /api/v1/machines. Failures are `ApiError`s. */
import { address, fetchJSON } from '../api/client';
import type { Action, Failure, Machines } from './types';

export const fetchMachines = (caller?: AbortSignal): Promise<Machines> => fetchJSON(address('machines'), {}, caller);

export const changeJob = (id: string, action: Action, caller?: AbortSignal): Promise<void> =>
  fetchJSON(address(`machines/jobs/${encodeURIComponent(id)}/${action}`), { method: 'POST' }, caller);

export const drainWorker = (id: string, caller?: AbortSignal): Promise<void> =>
  fetchJSON(address(`machines/workers/${encodeURIComponent(id)}/drain`), { method: 'POST' }, caller);

export const fetchFailures = async (id: string, caller?: AbortSignal): Promise<readonly Failure[]> =>
  (
    await fetchJSON<{ failures: readonly Failure[] }>(
      address(`machines/jobs/${encodeURIComponent(id)}/failures`),
      {},
      caller,
    )
  ).failures;
