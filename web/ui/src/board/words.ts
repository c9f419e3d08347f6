/** Sentences about a game, for display and for the live region. */
import { t } from '../i18n/t';
import { isLive, lastPly, PASS, type Game } from './game/game';
import { resultOf } from './game/result';
import { opposite, type Color, type Ended, type Snapshot, type StoredGame } from './game/types';
import type { Refusal } from './game/why';

export const colorName = (color: Color): string => t(color === 'black' ? 'color.black' : 'color.white');

/** Returns a move as written: a square, or a pass. */
export const moveName = (move: string): string => (move === PASS ? t('moves.pass') : move);

/** Returns a colour as a word within a sentence. */
export const discName = (color: Color): string => t(color === 'black' ? 'disc.black' : 'disc.white');

export function whyNot(refused: Refusal): string {
  switch (refused.kind) {
    case 'over':
      return t('why.over');
    case 'waiting':
      return t('why.waiting');
    case 'computer':
      return t('why.computer', { color: colorName(refused.turn) });
    case 'mustPass':
      return t('why.mustPass', { color: colorName(refused.turn) });
    case 'taken':
      return t('why.taken', { square: refused.square, color: discName(refused.by) });
    case 'turnsNothing':
      return t('why.turnsNothing', { square: refused.square, color: colorName(refused.turn) });
  }
}

/** Describes a forced pass; `by` is the side without a legal move. */
export const passWords = (by: Color): string =>
  t('pass.text', { color: colorName(by), other: colorName(opposite(by)) });

/** Describes how a game was lost before the board was full. */
export const endWords = ({ how, loser }: Ended): string =>
  t(how === 'time' ? 'result.time' : 'result.resigned', {
    loser: colorName(loser),
    winner: colorName(opposite(loser)),
  });

export function resultWords(snapshot: Snapshot, ended: Ended | null = null): string {
  if (ended) return endWords(ended);
  const result = resultOf(snapshot);
  if (!result) return '';
  const { winner, black, white } = result;
  if (winner === 'draw') return t('result.draw', { n: black });
  const [more, fewer] = winner === 'black' ? [black, white] : [white, black];
  return t('result.wins', { color: colorName(winner), more, fewer });
}

/** Returns "White d6, turned over 1. Black 3, White 3. Black to move."; a pass or the result replaces the turn. */
export function afterMove(game: Game, snapshot: Snapshot): string {
  const ply = lastPly(game);
  const counts = t('announce.counts', { black: snapshot.black, white: snapshot.white });
  const now = whatNow(snapshot, isLive(game) ? game.ended : null);
  if (!ply || ply.move === PASS || (isLive(game) && game.ended)) return now;
  const move = t('announce.move', { color: colorName(ply.turn), square: ply.move, n: ply.flips.length });
  return [move, counts, now].join(' ');
}

/** Returns the side to move, a pass, or the result. */
export function whatNow(snapshot: Snapshot, ended: Ended | null): string {
  if (snapshot.over) return `${resultWords(snapshot, ended)}${t('announce.stop')}`;
  if (snapshot.pass) return passWords(snapshot.turn);
  return t('announce.toMove', { color: colorName(snapshot.turn) });
}

export function afterStep(game: Game, snapshot: Snapshot): string {
  const place = t('announce.place', { at: game.cursor, of: game.plies.length });
  return `${place} ${afterMove(game, snapshot)}`;
}

/** Returns the result of a stored game, such as "Black 40–24" or "White on time (3–3)". */
export function storedResult(game: StoredGame): string {
  if (game.ended && game.winner !== 'draw') {
    const values = { winner: colorName(game.winner), black: game.discs_black, white: game.discs_white };
    return t(game.ended === 'time' ? 'games.time' : 'games.resigned', values);
  }
  const squares = game.size * game.size;
  const black = (squares + game.score_black) / 2;
  const values = { black, white: squares - black };
  if (game.winner === 'draw') return t('games.draw', values);
  return t(game.winner === 'black' ? 'games.black' : 'games.white', values);
}
