/** Sentences about the game, for the status line and for the live region. */
import { lastPly, PASS, type Game } from './game/game';
import { resultOf } from './game/result';
import { opposite, type Color, type Snapshot } from './game/types';
import type { Refusal } from './game/why';
import { t } from './i18n/t';

export const colorName = (color: Color): string => t(color === 'black' ? 'color.black' : 'color.white');

/** The colour as a word within a sentence. */
export const discName = (color: Color): string => t(color === 'black' ? 'disc.black' : 'disc.white');

export function whyNot(refused: Refusal): string {
  switch (refused.kind) {
    case 'over': return t('why.over');
    case 'waiting': return t('why.waiting');
    case 'computer': return t('why.computer', { color: colorName(refused.turn) });
    case 'mustPass': return t('why.mustPass', { color: colorName(refused.turn) });
    case 'taken': return t('why.taken', { square: refused.square, color: discName(refused.by) });
    case 'turnsNothing':
      return t('why.turnsNothing', { square: refused.square, color: colorName(refused.turn) });
  }
}

export const pausedWords = (paused: boolean): string => t(paused ? 'say.paused' : 'say.resumed');

/** A forced pass in words; `by` is the side without a legal move. */
export const passWords = (by: Color): string =>
  t('pass.words', { color: colorName(by), other: colorName(opposite(by)) });

export function resultWords(snapshot: Snapshot): string {
  const result = resultOf(snapshot);
  if (!result) return '';
  const { winner, black, white } = result;
  if (winner === 'draw') return t('result.draw', { n: black });
  const [more, fewer] = winner === 'black' ? [black, white] : [white, black];
  return t('result.wins', { color: colorName(winner), more, fewer });
}

/** "White d6, turned over 1. Black 3, White 3. Black to move." and, instead of the turn, a pass or the result. */
export function afterMove(game: Game, snapshot: Snapshot): string {
  const ply = lastPly(game);
  const counts = t('say.counts', { black: snapshot.black, white: snapshot.white });
  if (!ply || ply.move === PASS) return whatNow(snapshot);
  const move = t('say.move', { color: colorName(ply.turn), square: ply.move, n: ply.flips.length });
  return [move, counts, whatNow(snapshot)].join(' ');
}

function whatNow(snapshot: Snapshot): string {
  if (snapshot.over) return `${resultWords(snapshot)}${t('say.stop')}`;
  if (snapshot.pass) return passWords(snapshot.turn);
  return t('say.toMove', { color: colorName(snapshot.turn) });
}

export function afterStep(game: Game, snapshot: Snapshot): string {
  const place = t('say.place', { at: game.cursor, of: game.plies.length });
  return `${place} ${afterMove(game, snapshot)}`;
}
