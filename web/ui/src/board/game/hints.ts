/** The values of the moves as annotations of squares: the signed value, its source, and the quality of the move. */
import type { Analysis, Candidate } from '../../api/events';
import { PASS } from './game';
import { inView, viewer } from './perspective';
import { boundOf, isProved } from './proof';
import type { SquareNote } from './notes';
import type { Color } from './types';
import { signed, t } from '../../i18n/t';

/** A move that loses at least this many discs against the best is shown as poor. */
const POOR = 4;

export function hintsOf(analysis: Analysis | null): ReadonlyMap<string, SquareNote> {
  const best = analysis?.moves[0]?.score;
  const notes = (analysis?.moves ?? []).flatMap((candidate): [string, SquareNote][] => {
    if (!analysis || candidate.score === undefined || best === undefined || candidate.move === PASS) return [];
    return [[candidate.move, noteOf(candidate, candidate.score, best, analysis.pov)]];
  });
  return new Map(notes);
}

function noteOf(candidate: Candidate, score: number, best: number, pov: Color): SquareNote {
  const rank = score >= best ? 'best' : best - score >= POOR ? 'poor' : 'fair';
  const kind = isProved(candidate) ? 'exact' : candidate.source === 'player' ? 'depth' : candidate.source;
  // The same number is shown and read aloud.
  const text = signed(Math.round(inView(score, pov)) || 0);
  const words = t(rank === 'best' ? 'hint.best' : 'hint.value', { score: text, source: sourceWords(candidate, pov) });
  return { text, words, kind, rank };
}

/** The source of a value: "exact", "from the book", "depth 12", "to the end, 98 % sure", "proved (Takizawa 2023)". */
export function sourceWords(candidate: Candidate, pov: Color): string {
  const { proved } = candidate;
  if (proved && isProved(candidate)) return t('hint.proved', { source: proved.source });
  const proof = boundOf(candidate, viewer(pov) !== pov);
  const known = searchWords(candidate);
  if (!proof) return known;
  const { side, bound, source } = proof;
  return t(side === 'least' ? 'hint.proved.least' : 'hint.proved.most', { known, bound: signed(bound), source });
}

function searchWords({ source, depth, confidence }: Candidate): string {
  if (source === 'exact') return t('hint.exact');
  if (source === 'book') return t('hint.book');
  return source === 'selective' ? t('hint.selective', { percent: confidence }) : t('hint.depth', { depth });
}
