/** Text of the analysis page in the selected language. The functions are reactive, since they read the settings. */
import type { Color } from '../board/game/types';
import type { Schemas } from '../api/types';
import { PASS } from '../board/game/game';
import { blackInView, inView, viewer } from '../board/game/perspective';
import { boundOf, isProved } from '../board/game/proof';
import { number, signed, UNKNOWN } from '../i18n/t';
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { colorName, moveName } from '../board/words';
import { positionValue } from './value';
import { wordIn, type Word } from './text';
import type { Judged } from './types';
import type { Analysis, Candidate, Provenance, Source } from '../api/events';

export type { Word };

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** Formats a score in whole discs, for squares, which have room for two or three characters. */
export const short = (score: number): string => signed(Math.round(score) || 0);

/** Formats a score with one decimal. */
export const exactly = (score: number): string => signed(Math.round(score * 10) / 10 || 0);

/** Formats a score of the side `pov` in the view of the settings; a dash if unknown. */
export const valueText = (value: number | undefined, pov: Color): string =>
  value === undefined ? UNKNOWN : exactly(inView(value, pov));

/** Formats a mean of Black's results, in a position in which `pov` moves; a dash if unknown. */
export const meanText = (mean: number | undefined, pov: Color): string =>
  mean === undefined ? UNKNOWN : exactly(blackInView(mean, pov));

/** Returns the meaning of the sign of values. */
export const signLegend = (): string => word(settings.perspective === 'mover' ? 'legend.mover' : 'legend.black');

/** Formats a line of moves, with passes in words. */
export const lineText = (moves: readonly string[]): string => moves.map(moveName).join(' ');

/** Returns the source of a value in its shortest form. With a proved bound, it omits the confidence. */
export function sourceText(value: Provenance, pov: Color): string {
  if (isProved(value)) return word('source.proved');
  const { depth, confidence } = value;
  const plain = plainSource(value);
  const proof = shownBound(value, pov);
  if (proof) {
    const known = plain ? word(`source.${plain}`) : word('source.depth', { depth });
    return word(`source.proved.${proof.side}`, { known, bound: exactly(proof.bound) });
  }
  if (plain) return word(`source.${plain}`);
  return confidence < 100 ? word('source.at', { depth, percent: confidence }) : word('source.depth', { depth });
}

const shownBound = (value: Provenance, pov: Color) => boundOf(value, viewer(pov) !== pov);

/** Returns a source without depth and confidence; null if the value was searched to a depth. */
function plainSource({ source, exact }: Provenance): 'exact' | 'book' | 'player' | null {
  if (source === 'book' || source === 'player') return source;
  return exact || source === 'exact' ? 'exact' : null;
}

/** Returns the source of a value for screen readers. */
export function sourceAloud(value: Provenance, pov: Color): string {
  const { depth, confidence, proved } = value;
  if (proved && isProved(value)) return word('source.proved.aloud', { source: proved.source });
  const plain = plainSource(value);
  const known = plain
    ? word(`source.${plain}`)
    : confidence < 100
      ? word('source.at.aloud', { depth, percent: confidence })
      : word('source.depth.aloud', { depth });
  const proof = shownBound(value, pov);
  if (!proof) return known;
  return word(`source.proved.${proof.side}.aloud`, { known, bound: exactly(proof.bound), source: proof.source });
}

/** Returns the source that the style of a value shows. A proved value looks like an exact one. */
export const kindOf = (value: Provenance): Source => (isProved(value) ? 'exact' : value.source);

/** Returns "+6 for Black". */
export const forSide = (score: number, pov: Color): string =>
  word('score.for', { score: exactly(inView(score, pov)), color: colorName(viewer(pov)) });

/** Returns the value and the side that it favours: "−6, White ahead", "0, even". */
export function leadWords(score: number, pov: Color): string {
  const rounded = Math.round(score * 10) / 10 || 0;
  if (rounded === 0) return word('lead.even');
  const leader = rounded > 0 === (pov === 'black') ? 'black' : 'white';
  return word('lead', { color: colorName(leader), score: exactly(inView(rounded, pov)) });
}

export const squareWords = (candidate: Candidate, pov: Color): string =>
  candidate.score === undefined
    ? sourceText(candidate, pov)
    : word('square.value', { score: exactly(inView(candidate.score, pov)), known: sourceAloud(candidate, pov) });

/** Returns the label of a value on a square. */
export const shortWords = (from: Provenance, score: number, pov: Color): string =>
  word('square.value', { score: short(inView(score, pov)), known: sourceAloud(from, pov) });

/** Returns the label of a loss on a square. */
export const lossWords = (from: Provenance, loss: number, pov: Color): string => {
  const known = sourceAloud(from, pov);
  const text = lossText(loss);
  return text === '0' ? word('square.best', { known }) : word('square.loss', { loss: text, known });
};

/** Returns the label of a candidate move. A pass is the only choice, so it has no rank. */
export const lineWords = (candidate: Candidate, place: number, pov: Color): string =>
  word(candidate.move === PASS ? 'line.label.pass' : 'line.label', {
    place,
    move: moveName(candidate.move),
    value: squareWords(candidate, pov),
    pv: lineText(candidate.pv.slice(1)),
  });

/** Returns the judgement of a move: "mistake: −2 for White, exact; loses 4, best d3". */
export const judgedText = (judged: Judged): string => judgedAs(judged, sourceText(judged, judged.pov));

/** Returns the judgement of a move for screen readers. */
export const judgedWords = (judged: Judged): string => judgedAs(judged, sourceAloud(judged, judged.pov));

function judgedAs(judged: Judged, from: string): string {
  if (judged.choices === 0) return '';
  const best = judged.best.join(word('list.and'));
  const value = word('judged.value', { score: forSide(judged.played, judged.pov), known: from });
  if (!judged.mark) return judged.loss > 0 ? word('judged.loses', { value, loss: lossText(judged.loss), best }) : value;
  return word('judged.marked', { value, mark: markWord(judged), loss: lossText(judged.loss), best });
}

export const lossText = (loss: number): string => number(Math.round(loss * 10) / 10);

/** Formats a mark, in brackets if uncertain. */
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

export const openingName = (named: Schemas['OpeningName'] | null | undefined): string => {
  const other = settings.language === 'ja' ? named?.en : named?.ja;
  return named?.[settings.language] ?? other ?? '';
};

/** Formats a count: "12.3 M", "840 k". */
export function amount(n: number): string {
  const [size, unit] = n >= 1e9 ? [1e9, ' G'] : n >= 1e6 ? [1e6, ' M'] : n >= 1e4 ? [1e3, ' k'] : [1, ''];
  const digits = { maximumFractionDigits: n >= 1e4 && n / size < 100 ? 1 : 0 };
  return `${new Intl.NumberFormat(settings.language, digits).format(n / size)}${unit}`;
}

export const percent = (share: number): string =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(share);

/** Returns the best move and its value, to be read aloud. */
export function evalAloud(analysis: Analysis | null): string {
  const best = analysis?.moves[0];
  const value = positionValue(analysis);
  if (!analysis) return word('announce.noValue');
  const { pov } = analysis;
  const text = value && `${leadWords(value.score, pov)}${word('list.comma')}${sourceAloud(value, pov)}`;
  if (analysis.over && text) return word('announce.over', { value: text });
  return best
    ? word('announce.value', { move: moveName(best.move), value: text ?? sourceText(best, pov) })
    : word('announce.noValue');
}

/** Returns the number and results of the games that end in a position. */
export const endedWords = ({ games, draws, ...results }: Schemas['Results']): string =>
  word('explorer.ended', {
    n: games,
    black: results.black_wins,
    white: results.white_wins,
    draws,
    mean: meanText(results.average_score_black, 'black'),
  });
