/** The contents of an opened file in words. */
import type { MoveNote, Opened, OpenedGame } from '../api/analyses';
import { inView } from '../board/game/perspective';
import type { Color } from '../board/game/types';
import type { EntryNote } from '../board/game/notes';
import { problemText } from '../i18n/problems.svelte';
import { number } from '../i18n/t';
import type { FileNotes } from './filenotes';
import type { Tree } from './tree';
import { exactly, markWord, word, type Word } from './words';

type NamedMark = Exclude<NonNullable<MoveNote['mark']>, ''>;

/** Returns the meaning of a mark. */
function meaning(mark: NamedMark): string {
  if (mark === '!') return word('filed.good');
  if (mark === '!!') return word('filed.excellent');
  return mark === '!?' ? word('filed.interesting') : markWord({ mark, uncertain: false });
}

/**
 * Returns what a file contains about a move of `pov` except its comment: the mark, the score, the times and other data.
 */
export function factsOf({ mark, score, seconds, seconds_left: left, tags = [] }: MoveNote, pov: Color): string[] {
  const facts = mark ? [word('filed.mark', { mark, words: meaning(mark) })] : [];
  if (score) {
    const values = { score: exactly(inView(score.value, pov)), depth: score.depth ?? 0 };
    facts.push(`${word(score.depth ? 'filed.score.depth' : 'filed.score', values)}${score.by ? ` (${score.by})` : ''}`);
  }
  if (seconds) facts.push(word('filed.time', { n: number(seconds) }));
  if (left) facts.push(word('filed.time.left', { n: number(left) }));
  return [...facts, ...tags.map(({ name, value }) => `${name}: ${value}`)];
}

/** Returns everything that a file contains about a move of `pov`. */
export const filedWords = (note: MoveNote, pov: Color): string =>
  [...factsOf(note, pov), note.comment].filter(Boolean).join(word('list.semicolon'));

/** Returns the annotation of a move of `pov` in lists; null without a mark, a score and a comment. */
export function noteEntry(note: MoveNote | null, pov: Color): EntryNote | null {
  if (!note?.mark && !note?.score && !note?.comment) return null;
  return {
    mark: note.mark ?? '',
    value: note.score ? exactly(inView(note.score.value, pov)) : '',
    words: filedWords(note, pov),
    comment: Boolean(note.comment),
  };
}

/** Returns the number of variations of a tree. */
export const variationsIn = (tree: Tree): number =>
  [...tree.nodes.values()].reduce((n, { children }) => n + Math.max(0, children.length - 1), 0);

/** Returns how much was found in a file. */
export function foundParts(tree: Tree, { moves, remarks }: FileNotes): string[] {
  const counts: [Word, number][] = [
    ['filed.variations', variationsIn(tree)],
    ['filed.notes', Object.keys(moves).length],
    ['filed.remarks', remarks.length],
  ];
  return counts.filter(([, n]) => n > 0).map(([key, n]) => word(key, { n }));
}

/** Returns the announcement of an opened file. */
export function foundWords(tree: Tree, filed: FileNotes): string {
  const parts = foundParts(tree, filed).join(word('list.comma'));
  return [parts && word('filed.found', { parts }), damagedText(filed)].filter(Boolean).join(' ');
}

/** Returns the number of games that could not be read, and the error of the first; '' if all could be read. */
export const damagedText = ({ damaged, problem = '' }: Pick<Opened, 'damaged' | 'problem'>): string =>
  damaged > 0 ? word('filed.damaged', { n: damaged, problem: problemText(problem) }) : '';

/** Returns what a game of a list has besides its moves. */
export const extras = ({ tree = '', notes = [], remarks = [] }: OpenedGame): string[] => {
  const counts: [Word, number][] = [
    ['filed.variations', tree.split('(').length - 1],
    ['filed.notes', notes.length],
    ['filed.remarks', remarks.length],
  ];
  return counts.filter(([, n]) => n > 0).map(([key, n]) => word(key, { n }));
};

const REASONS = ['resign', 'time', 'mutual', 'fault', 'adjudicated', 'unfinished'] as const;

/** Returns the recorded result of a file and the reason for it. */
export function resultText({ result, reason }: Pick<FileNotes, 'result' | 'reason'>): string {
  const known = REASONS.find((one) => one === reason);
  return [result, known ? word(`filed.reason.${known}`) : reason].filter(Boolean).join(word('list.comma'));
}

const FIELDS = ['Place', 'Clock', 'Result'] as const;

/** Returns the name of a field of a file. Names of tags are not translated. */
export function fieldName(name: string): string {
  const known = FIELDS.find((one) => one === name);
  return known ? word(`filed.field.${known}`) : name;
}
