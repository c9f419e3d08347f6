/** Sentences about the game in progress, for the status line and the live region. */
import { timeText } from '../board/game/clock';
import { isLive, type Game } from '../board/game/game';
import { sourceWords } from '../board/game/hints';
import type { Lesson } from '../board/game/mistake';
import { inView } from '../board/game/perspective';
import { COLORS, type Snapshot } from '../board/game/types';
import { moveName, whatNow } from '../board/words';
import { signed, t } from '../i18n/t';
import { settings } from '../session/settings.svelte';
import type { Clocks } from './clocks.svelte';
import type { Coach } from './coach.svelte';

/** The parts of a table that the sentences need. */
interface Described {
  game: Game;
  snapshot: Snapshot | null;
  clocks: Clocks;
  coach: Coach;
}

export const pausedWords = (paused: boolean): string => t(paused ? 'announce.paused' : 'announce.resumed');

/** "d3 loses 6 discs." and the reasons. */
export function lessonWords(lesson: Lesson): string {
  return [
    lessonHeading(lesson) + t('announce.stop'),
    ...lesson.reasons.map((reason) => reason[settings.language]),
  ].join(' ');
}

export const lessonHeading = ({ move, loss }: Lesson): string =>
  t('lesson.heading', { square: move, n: Math.round(loss) });

/** The values of the best move and of the mistake: "c4 +2, f5 −4". */
export const lessonBest = ({ best, played, pov }: Lesson): string =>
  t('lesson.best', {
    best: best.move,
    score: signed(inView(best.score, pov)),
    played: played.move,
    less: signed(inView(played.score, pov)),
  });

/** The best move and the source of its value, if hints are on and a value is available. */
export function hintWords({ coach }: Pick<Described, 'coach'>): string {
  const analysis = coach.hinting ? coach.live.analysis : null;
  const best = analysis?.moves[0];
  if (!analysis || best?.score === undefined) return '';
  const score = signed(inView(best.score, analysis.pov));
  return t('announce.best', { square: moveName(best.move), score, source: sourceWords(best, analysis.pov) });
}

/**
 * The position for screen readers: the disc counts, the side to move, the clocks, and the best move if hints are on.
 */
export function positionWords(table: Described): string {
  const { snapshot, game, clocks } = table;
  if (!snapshot) return t('why.waiting');
  const times = COLORS.map((color) => clocks.face(game, color)).map((face) =>
    face ? timeText(Math.max(0, face.left)) : '',
  );
  return [
    t('announce.counts', { black: snapshot.black, white: snapshot.white }),
    whatNow(snapshot, isLive(game) ? game.ended : null),
    times[0] && times[1] ? t('announce.clocks', { black: times[0], white: times[1] }) : '',
    hintWords(table),
  ]
    .filter(Boolean)
    .join(' ');
}
