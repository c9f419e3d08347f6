/** The point of view of the values that the page shows: by the settings Black's, or that of the side to move. */
import { settings } from '../../session/settings.svelte';
import type { Color } from './types';

/** Returns a value of the side `pov` from Black's view. */
export const asBlack = (pov: Color, score: number): number => (pov === 'black' ? score : -score || 0);

/** Returns the side for which a shown value is good, if `pov` is to move. */
export const viewer = (pov: Color): Color => (settings.perspective === 'mover' ? pov : 'black');

/** Returns a value of the side to move, `pov`, as it is shown. */
export const inView = (score: number, pov: Color): number => (viewer(pov) === pov ? score : -score || 0);

/** Returns a value of Black, in a position in which `pov` moves, as it is shown. */
export const blackInView = (score: number, pov: Color): number => inView(asBlack(pov, score), pov);
