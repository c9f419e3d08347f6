/** The place of a walk in the page's address: the claim of the certificate, and the moves to the part that is shown. */
import type { Place } from '../address';
import type { Certificate } from './certificate';
import { textOf } from './rules';
import { Walker } from './walker.svelte';

const PASS = '--';

/** Returns the fields of the address. */
export function placeOf({ certificate, line, player }: Walker): Partial<Place> & { section: 'proof' } {
  const { position, prover, target } = certificate.claim;
  return {
    section: 'proof',
    position: textOf(position),
    claim: { prover, target },
    moves: line.map((move) => (move === 'pass' ? PASS : move)).join(''),
    view: player.view,
    at: player.step < player.last ? player.step : null,
  };
}

/** Reports whether a place is one in a certificate. */
export function wants({ position, claim }: Place, { claim: found }: Certificate): boolean {
  return position === textOf(found.position) && claim?.prover === found.prover && claim.target === found.target;
}

/** Returns a walk at a place if the certificate has it, else at the start. */
export function walkFrom(certificate: Certificate, place: Place | null, view: Place['view']): Walker {
  const walker = new Walker(certificate, Number.POSITIVE_INFINITY, view);
  if (place && wants(place, certificate))
    walker.follow(
      (place.moves.match(/../g) ?? []).map((move) => (move === PASS ? 'pass' : move)),
      place.at,
    );
  return walker;
}
