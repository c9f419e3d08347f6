/** Published proofs of values: their bounds, in discs from the view of the side to move. */
import type { Schemas } from '../../api/types';

/** A value that may have a published proof. */
interface Provable {
  readonly proved?: Schemas['Proved'] | undefined;
}

/** Reports whether a proof leaves one value. */
export const isProved = ({ proved }: Provable): boolean => proved !== undefined && proved.at_least === proved.at_most;

/** The relation of a value to the bound of its proof. */
interface Bound {
  side: 'least' | 'most';
  bound: number;
  source: string;
}

/**
 * Returns the bound of a proof that leaves several values, from the other side's view if `turned`; null without such a
 * proof.
 */
export function boundOf({ proved }: Provable, turned = false): Bound | null {
  if (!proved || isProved({ proved })) return null;
  const { at_least: least, at_most: most, source } = proved;
  const [side, bound] = least > -64 ? (['least', least] as const) : (['most', most] as const);
  return turned ? { side: side === 'least' ? 'most' : 'least', bound: -bound || 0, source } : { side, bound, source };
}
