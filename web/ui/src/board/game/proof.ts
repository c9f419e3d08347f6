/** Published proofs of values: their bounds, in discs from the view of the side to move. */
import type { Schemas } from '../../api/types';

/** A value that may have a published proof. */
interface Provable {
  readonly proved?: Schemas['Proved'] | undefined;
}

/** Reports whether a proof leaves one value. */
export const isProved = ({ proved }: Provable): boolean => proved !== undefined && proved.at_least === proved.at_most;

/** The side of a proof that leaves several values: its relation, bound and source; null without such a proof. */
export function boundOf({ proved }: Provable): { side: 'least' | 'most'; bound: number; source: string } | null {
  if (!proved || isProved({ proved })) return null;
  const { at_least: least, at_most: most, source } = proved;
  return least > -64 ? { side: 'least', bound: least, source } : { side: 'most', bound: most, source };
}
