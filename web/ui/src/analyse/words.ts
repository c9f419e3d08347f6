/** The words of the page of analyses in the chosen language: reactive, since it reads the settings. */
import type { Color } from '../board/game/types';
import type { Schemas } from '../api/types';
import { number, signed } from '../i18n/t';
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { colorName } from '../board/words';
import { wordIn, type Word } from './text';
import type { Judged } from './types';
import type { Reason } from '../api/analyses';
import type { Analysis, Candidate, Provenance } from '../api/events';

export type { Word };

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** In discs, without what is less than a disc: for squares, where a value has two or three places. */
export const short = (score: number): string => signed(Math.round(score) || 0).replace('-', '−');

/** With a tenth of a disc where it was not searched to the end. */
export const exactly = (score: number): string => signed(Math.round(score * 10) / 10 || 0).replace('-', '−');

/** A mean score, or a dash where no score is known. */
export const meanText = (mean: number | undefined): string => (mean === undefined ? '–' : exactly(mean));

/** Where a value comes from, as short as it can be said without loss. */
export function known({ source, depth, selectivity }: Provenance): string {
  if (source === 'exact' || source === 'book' || source === 'player') return word(`known.${source}`);
  return selectivity < 100 ? word('known.at', { depth, percent: selectivity }) : word('known.depth', { depth });
}

/** The same for those who listen. */
export function knownAloud(value: Provenance): string {
  const { source, depth, selectivity } = value;
  if (source === 'exact' || source === 'book' || source === 'player') return known(value);
  return selectivity < 100
    ? word('known.at.aloud', { depth, percent: selectivity })
    : word('known.depth.aloud', { depth });
}

/** "+6 for Black". */
export const forSide = (score: number, pov: Color): string =>
  word('score.for', { score: exactly(score), color: colorName(pov) });

/** Who leads, and by how much: "Black +6", "Even". */
export function leadWords(score: number, pov: Color): string {
  const rounded = Math.round(score * 10) / 10 || 0;
  if (rounded === 0) return word('lead.even');
  const leader = rounded > 0 === (pov === 'black') ? 'black' : 'white';
  return word('lead', { color: colorName(leader), score: exactly(Math.abs(rounded)) });
}

export const squareWords = (candidate: Candidate): string =>
  candidate.score === undefined
    ? known(candidate)
    : word('square.value', { score: exactly(candidate.score), known: knownAloud(candidate) });

/** As it stands on a square. */
export const shortWords = (candidate: Candidate): string =>
  word('square.value', { score: short(candidate.score ?? 0), known: knownAloud(candidate) });

export const lineWords = (candidate: Candidate, place: number): string =>
  word('line.label', {
    place,
    move: candidate.move,
    value: squareWords(candidate),
    pv: candidate.pv.slice(1).join(' '),
  });

/** What a judged move was worth: "mistake: −2 for White, exact; loses 4, best d3". */
export const judgedText = (judged: Judged): string => judgedAs(judged, known(judged));

/** The same for those who listen. */
export const judgedWords = (judged: Judged): string => judgedAs(judged, knownAloud(judged));

function judgedAs(judged: Judged, from: string): string {
  if (judged.choices === 0) return '';
  const best = judged.best.join(word('list.and'));
  const value = word('judged.value', { score: forSide(judged.played, judged.pov), known: from });
  if (!judged.mark) return judged.loss > 0 ? word('judged.loses', { value, loss: lossText(judged.loss), best }) : value;
  return word('judged.marked', { value, mark: markWord(judged.mark), loss: lossText(judged.loss), best });
}

export const lossText = (loss: number): string => number(Math.round(loss * 10) / 10);

export const markWord = (mark: Judged['mark']): string =>
  mark === '?!'
    ? word('mark.inaccuracy')
    : mark === '?'
      ? word('mark.mistake')
      : mark === '??'
        ? word('mark.blunder')
        : '';

export const spoken = (reason: Reason): string => reason[settings.language];

export const openingName = (named: Schemas['OpeningName'] | null | undefined): string => {
  const other = settings.language === 'ja' ? named?.en : named?.ja;
  return named?.[settings.language] ?? other ?? '';
};

/** "12.3 M", "840 k". */
export function amount(n: number): string {
  const [size, unit] = n >= 1e9 ? [1e9, ' G'] : n >= 1e6 ? [1e6, ' M'] : n >= 1e4 ? [1e3, ' k'] : [1, ''];
  return `${new Intl.NumberFormat(settings.language, { maximumFractionDigits: n >= 1e4 && n / size < 100 ? 1 : 0 }).format(n / size)}${unit}`;
}

export const percent = (share: number): string =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(share);

/** The best move and what is known of it, for whoever asks to hear it. */
export function evalAloud(analysis: Analysis | null): string {
  const best = analysis?.moves[0];
  if (!analysis || !best) return word('say.noValue');
  const value =
    best.score === undefined
      ? known(best)
      : `${leadWords(best.score, analysis.pov)}${word('list.comma')}${knownAloud(best)}`;
  return word('say.value', { move: best.move, value });
}
