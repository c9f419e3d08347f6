/** Positions for the claims: from one well-played game, not selected for their results. */
import { START } from '../address';
import { after } from '../examples';
import type { Case } from './types';

export const moment = (moves: number): Case => ({
  name: { en: `8×8 after ${moves} moves`, ja: `8×8 ${moves}手目のあと` },
  subject: { ...START, moves: after(moves) },
});

export const moments = (...moves: readonly number[]): Case[] => moves.map(moment);
