/** The words of the page of analyses in the chosen language: reactive, since it reads the settings. */
import type { Color } from '../board/game/types';
import type { Schemas } from '../api/types';
import { PASS } from '../board/game/game';
import { number, signed, UNKNOWN } from '../i18n/t';
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { colorName, moveName } from '../board/words';
import { worthOf } from './worth';
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

/** A score or a mean of scores, or a dash where none is known. */
export const valueText = (value: number | undefined): string => (value === undefined ? UNKNOWN : exactly(value));

/** A line of moves, passes in words. */
export const lineText = (moves: readonly string[]): string => moves.map(moveName).join(' ');

/** Where a value comes from, as short as it can be said without loss. */
export function known(value: Provenance): string {
  const { depth, selectivity } = value;
  const plain = plainly(value);
  if (plain) return word(`known.${plain}`);
  return selectivity < 100 ? word('known.at', { depth, percent: selectivity }) : word('known.depth', { depth });
}

/** An origin that has neither depth nor confidence; null where the value was searched to a depth. */
function plainly({ source, exact }: Provenance): 'exact' | 'book' | 'player' | null {
  if (source === 'book' || source === 'player') return source;
  return exact || source === 'exact' ? 'exact' : null;
}

/** The same for those who listen. */
export function knownAloud(value: Provenance): string {
  const { depth, selectivity } = value;
  if (plainly(value)) return known(value);
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
export const shortWords = (from: Provenance, score: number): string =>
  word('square.value', { score: short(score), known: knownAloud(from) });

/** A line of the list. A pass is the only choice, so it has no place among the moves. */
export const lineWords = (candidate: Candidate, place: number): string =>
  word(candidate.move === PASS ? 'line.label.pass' : 'line.label', {
    place,
    move: moveName(candidate.move),
    value: squareWords(candidate),
    pv: lineText(candidate.pv.slice(1)),
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
  return word('judged.marked', { value, mark: markWord(judged), loss: lossText(judged.loss), best });
}

export const lossText = (loss: number): string => number(Math.round(loss * 10) / 10);

/** A mark as it is written: in brackets where it is uncertain. */
export const markSign = ({ mark, uncertain }: Pick<Judged, 'mark' | 'uncertain'>): string =>
  uncertain ? `(${mark})` : mark;

export function markWord({ mark, uncertain }: Pick<Judged, 'mark' | 'uncertain'>): string {
  if (uncertain) return word('mark.uncertain');
  return mark === '?!'
    ? word('mark.inaccuracy')
    : mark === '?'
      ? word('mark.mistake')
      : mark === '??'
        ? word('mark.blunder')
        : '';
}

export const spoken = (reason: Reason): string => reason[settings.language];

export const openingName = (named: Schemas['OpeningName'] | null | undefined): string => {
  const other = settings.language === 'ja' ? named?.en : named?.ja;
  return named?.[settings.language] ?? other ?? '';
};

/** "12.3 M", "840 k". */
export function amount(n: number): string {
  const [size, unit] = n >= 1e9 ? [1e9, ' G'] : n >= 1e6 ? [1e6, ' M'] : n >= 1e4 ? [1e3, ' k'] : [1, ''];
  const digits = { maximumFractionDigits: n >= 1e4 && n / size < 100 ? 1 : 0 };
  return `${new Intl.NumberFormat(settings.language, digits).format(n / size)}${unit}`;
}

export const percent = (share: number): string =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(share);

/** The best move and what is known of it, for whoever asks to hear it. */
export function evalAloud(analysis: Analysis | null): string {
  const best = analysis?.moves[0];
  const worth = worthOf(analysis);
  const value = analysis && worth && `${leadWords(worth.score, analysis.pov)}${word('list.comma')}${knownAloud(worth)}`;
  if (analysis?.over && value) return word('say.over', { value });
  return best ? word('say.value', { move: moveName(best.move), value: value ?? known(best) }) : word('say.noValue');
}

/** The games whose record ends in a position: how many, and how they came out. */
export const endedWords = ({ games, black, white, draws, average_score_black: mean }: Schemas['Results']): string =>
  word('explorer.ended', { n: games, black, white, draws, mean: valueText(mean) });
