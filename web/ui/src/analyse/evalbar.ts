/** The geometry of the evaluation bar. */

/** The lead in discs at which the leading side has three quarters of the bar. */
const LEAD = 10;

/** Returns Black's part of the bar, from 0 to 1, for a value of Black in discs. Small leads are visible too. */
export const blackPart = (score: number): number => 1 / (1 + 3 ** (-score / LEAD));
