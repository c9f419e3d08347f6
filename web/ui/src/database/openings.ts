/** Finds openings by the text of the filter: a name, or moves. */
import type { Opening } from '../api/games';
import type { Language } from '../i18n/language';
import { isLine } from './address';

const folded = (text: string): string => text.trim().toLowerCase();

/** Returns the names of an opening in a language, or in the other one; alternatives are separated by " / ". */
const namesOf = ({ name }: Opening, language: Language): string =>
  (language === 'ja' ? [name.ja, name.en] : [name.en, name.ja]).find((text) => text !== '') ?? '';

/** Returns the moves of a name or of a transcript; null if the text is neither. */
export function lineOf(text: string, openings: readonly Opening[]): string | null {
  const wanted = folded(text);
  const moves = wanted.replace(/[\s,.]/g, '');
  if (isLine(moves)) return moves;
  const found = openings.find(({ name }) =>
    [name.en, name.ja].some((names) => names && [names, ...names.split(' / ')].some((one) => folded(one) === wanted)),
  );
  return found?.moves ?? null;
}

/** Returns the name of a line, or the line itself. */
export function textOf(line: string, openings: readonly Opening[], language: Language): string {
  const found = line === '' ? undefined : openings.find(({ moves }) => moves === line);
  return (found && namesOf(found, language)) || line;
}

/** Returns the names of all openings. */
export const namesIn = (openings: readonly Opening[], language: Language): string[] => [
  ...new Set(openings.map((opening) => namesOf(opening, language)).filter(Boolean)),
];
