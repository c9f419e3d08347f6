/** Sentences about the game, for the status line and for the live region. */
import type { Lesson } from '../board/game/mistake';
import { sourceWords } from '../board/game/hints';
import { timeText } from '../board/game/clock';
import { isLive, lastPly, PASS, type Game } from '../board/game/game';
import { resultOf } from '../board/game/result';
import { COLORS, opposite, type Color, type Ended, type Snapshot } from '../board/game/types';
import type { Refusal } from '../board/game/why';
import { signed, t } from '../i18n/t';
import { settings } from '../session/settings.svelte';
import type { Table } from './table.svelte';

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

/** How a game was lost before the board was full. */
export const endWords = ({ how, loser }: Ended): string =>
  t(how === 'time' ? 'result.time' : 'result.resigned', { loser: colorName(loser), winner: colorName(opposite(loser)) });

export function resultWords(snapshot: Snapshot, ended: Ended | null = null): string {
  if (ended) return endWords(ended);
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
  const now = whatNow(snapshot, isLive(game) ? game.ended : null);
  if (!ply || ply.move === PASS || (isLive(game) && game.ended)) return now;
  const move = t('say.move', { color: colorName(ply.turn), square: ply.move, n: ply.flips.length });
  return [move, counts, now].join(' ');
}

function whatNow(snapshot: Snapshot, ended: Ended | null): string {
  if (snapshot.over) return `${resultWords(snapshot, ended)}${t('say.stop')}`;
  if (snapshot.pass) return passWords(snapshot.turn);
  return t('say.toMove', { color: colorName(snapshot.turn) });
}

export function afterStep(game: Game, snapshot: Snapshot): string {
  const place = t('say.place', { at: game.cursor, of: game.plies.length });
  return `${place} ${afterMove(game, snapshot)}`;
}

/** "d3 loses 6 discs." and why. */
export function lessonWords(lesson: Lesson): string {
  return [lessonHeading(lesson) + t('say.stop'), ...lesson.reasons.map((reason) => reason[settings.language])].join(' ');
}

export const lessonHeading = ({ move, loss }: Lesson): string => t('lesson.heading', { square: move, n: Math.round(loss) });

/** What a better move than the mistake would have been worth: "c4 +2, f5 −4". */
export const lessonBest = ({ best, played }: Lesson): string =>
  t('lesson.best', { best: best.move, score: signed(best.score ?? 0), played: played.move, less: signed(played.score ?? 0) });

/** The best move and where its value comes from, when a hint is wanted and there is one. */
export function hintWords({ coach }: Pick<Table, 'coach'>): string {
  const best = coach.hinting ? coach.live.analysis?.moves[0] : undefined;
  return best?.score === undefined ? '' : t('say.best', { square: best.move, score: signed(best.score), source: sourceWords(best) });
}

/** The position for who listens: the discs, whose turn it is, the clocks, and the best move when a hint is wanted. */
export function positionWords(table: Table): string {
  const { snapshot, game, clocks } = table;
  if (!snapshot) return t('why.waiting');
  const times = COLORS.map((color) => clocks.face(game, color)).map((face) => (face ? timeText(Math.max(0, face.left)) : ''));
  return [
    t('say.counts', { black: snapshot.black, white: snapshot.white }),
    whatNow(snapshot, isLive(game) ? game.ended : null),
    times[0] && times[1] ? t('say.clocks', { black: times[0], white: times[1] }) : '',
    hintWords(table),
  ].filter(Boolean).join(' ');
}
