/** What an opened file contains besides its moves, and its storage in this browser. */
import type { MoveNote, Opened, OpenedGame } from '../api/analyses';
import { newId } from '../board/game/game';
import type { Schemas } from '../api/types';

/** The contents of a file about a game. Texts are as in the file. */
export interface FileNotes {
  comment: string;
  /** Black's disc difference, or the winner as 1-0 or 0-1; '' if unknown. */
  result: string;
  /** The tournament, the round and the date; absent in notes that earlier versions stored. */
  event?: string;
  round?: string;
  date?: string;
  /** Why the game ended; '' if the board decided. */
  reason: string;
  /** The transcript of the main line, to which the result belongs. */
  main: string;
  details: readonly Schemas['OpenedDetail'][];
  remarks: readonly Schemas['Sentence'][];
  /** The number of games of the file that could not be read, and the error of the first. */
  damaged: number;
  problem: string;
  /** The notes on moves, by the transcript of the moves to the position after them. */
  moves: Readonly<Record<string, MoveNote>>;
}

/** Returns the notes on a game of a file; null if it has only moves. */
export function notesOf(
  game: OpenedGame,
  { damaged, problem = '' }: Pick<Opened, 'damaged' | 'problem'>,
): FileNotes | null {
  const { comment = '', result = '', reason = '', moves: main, details = [], remarks = [], notes = [], tree } = game;
  const { event = '', round = '', date = '' } = game;
  const moves: Record<string, MoveNote> = {};
  for (const { moves: at, note } of notes) moves[at] = joined(moves[at], note);
  const found = { comment, result, event, round, date, reason, main, details, remarks, damaged, problem, moves };
  const empty =
    !comment && !reason && !tree && damaged === 0 && [details, remarks, notes].every(({ length }) => length === 0);
  return empty ? null : found;
}

/** Joins the notes of two lines of a file with the same moves. */
function joined(first: MoveNote | undefined, second: MoveNote): MoveNote {
  const comment = [first?.comment, second.comment].filter(Boolean).join('\n');
  const tags = [...(first?.tags ?? []), ...(second.tags ?? [])];
  return { ...second, ...first, ...(comment && { comment }), ...(tags.length > 0 && { tags }) };
}

const KEY = 'kaeshi.files';
/** The number of files whose notes are kept. */
const KEPT = 12;

type Kept = readonly (readonly [string, FileNotes])[];

/** The notes of files opened since the page was loaded, for browsers without storage. */
const opened = new Map<string, FileNotes>();

/** Keeps notes in this browser and returns their id. */
export function keepNotes(notes: FileNotes): string {
  const id = newId().slice(0, 8);
  opened.set(id, notes);
  for (let n = KEPT; n > 0; n = Math.floor(n / 2)) if (put([[id, notes], ...kept().slice(0, n - 1)])) break;
  return id;
}

/** Returns kept notes; null if this browser does not have them. */
export const keptNotes = (id: string): FileNotes | null =>
  opened.get(id) ?? kept().find(([known]) => known === id)?.[1] ?? null;

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept;
  } catch {
    return [];
  }
}

/** Stores notes and reports whether there was room. */
function put(list: Kept): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}
