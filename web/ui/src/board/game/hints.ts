/**
 * What the moves are worth, as notes on the squares: the sign and the number, where it comes from, and how good it is.
 */
import type { Analysis, Candidate } from '../../api/events';
import { PASS } from './game';
import type { SquareNote } from './notes';
import { signed, t } from '../../i18n/t';

/** Discs below the best from which a move is shown as poor. */
const POOR = 4;

export function hintsOf(analysis: Analysis | null): ReadonlyMap<string, SquareNote> {
  const best = analysis?.moves[0]?.score;
  const notes = (analysis?.moves ?? []).flatMap((candidate): [string, SquareNote][] => {
    if (candidate.score === undefined || best === undefined || candidate.move === PASS) return [];
    return [[candidate.move, noteOf(candidate, candidate.score, best)]];
  });
  return new Map(notes);
}

function noteOf(candidate: Candidate, score: number, best: number): SquareNote {
  const rank = score >= best ? 'best' : best - score >= POOR ? 'poor' : 'fair';
  const kind = candidate.source === 'player' ? 'depth' : candidate.source;
  // What is read and what is heard are the same number.
  const text = signed(Math.round(score) || 0).replace('-', '−');
  const words = t(rank === 'best' ? 'hint.best' : 'hint.worth', { score: text, source: sourceWords(candidate) });
  return { text, words, kind, rank };
}

/** Where a value comes from: "exact", "from the book", "depth 12", "to the end, 98 % sure". */
export function sourceWords({ source, depth, selectivity }: Candidate): string {
  if (source === 'exact') return t('hint.exact');
  if (source === 'book') return t('hint.book');
  return source === 'selective' ? t('hint.selective', { percent: selectivity }) : t('hint.depth', { depth });
}
