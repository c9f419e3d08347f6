/** The server's response types for the machines of a cluster. */
import type { Body, Narrow, Schemas } from '../api/types';

export type Machine = Schemas['Machine'];
export type Job = Schemas['MachineJob'];
export type Failure = Schemas['UnitFailure'];

export type Machines = Narrow<
  Body<'MachineList'>,
  { readonly workers: readonly Machine[]; readonly jobs: readonly Job[] }
>;

/** A change of a job. */
export type Action = 'pause' | 'resume' | 'cancel';
