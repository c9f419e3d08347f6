/**
 * The training pages in the URL fragment: #train, #train/puzzles?difficulty=3&empties=8-10, #train/due?kind=mistake,
 * #train/card?id=…, #train/openings,
 * #train/run?mode=streak
 */
import type { Empties } from './api';
import { MODES, type Mode } from './mode';
import { DIFFICULTIES, KINDS, PARTS, SOURCES, type Difficulty, type Kind, type Part, type Source } from './types';

export type Section = 'home' | 'puzzles' | 'due' | 'card' | 'mistakes' | 'openings' | 'progress' | 'run';
export const SECTIONS: readonly Section[] = [
  'home',
  'puzzles',
  'due',
  'card',
  'mistakes',
  'openings',
  'progress',
  'run',
];

export interface Place {
  section: Section;
  /** Filters of the puzzles page. */
  difficulty: Difficulty | 'suitable';
  empties: Empties;
  source: Source;
  part: Part;
  /** The candidates of middle-game exercises are not shown. */
  open: boolean;
  /** Filter of the due page; '' for all cards. */
  kind: Kind | '';
  /** The id of the card to practise. */
  id: string;
  mode: Mode;
}

/** The range of empty squares in the server's puzzles. */
export const ANY_EMPTIES: Empties = { least: 4, most: 14 };

/** Parses a URL fragment; returns the start page if it is invalid. */
export function parsePlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const name = path.split('/')[1] ?? '';
  const fields = new URLSearchParams(query);
  return {
    section: SECTIONS.find((one) => one === name) ?? 'home',
    difficulty: DIFFICULTIES.find((one) => String(one) === fields.get('difficulty')) ?? 'suitable',
    empties: emptiesOf(fields.get('empties') ?? ''),
    source: SOURCES.find((one) => one === fields.get('source')) ?? 'shipped',
    part: PARTS.find((one) => one === fields.get('part')) ?? 'endgame',
    open: fields.has('open'),
    kind: KINDS.find((one) => one === fields.get('kind')) ?? '',
    id: fields.get('id') ?? '',
    mode: MODES.find((one) => one === fields.get('mode')) ?? 'three',
  };
}

function emptiesOf(text: string): Empties {
  const [, least, most] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const inside = (n: string | undefined, otherwise: number) =>
    n === undefined ? otherwise : Math.min(ANY_EMPTIES.most, Math.max(ANY_EMPTIES.least, Number(n)));
  const [a, b] = [inside(least, ANY_EMPTIES.least), inside(most, ANY_EMPTIES.most)];
  return { least: Math.min(a, b), most: Math.max(a, b) };
}

export function formatPlace({
  section = 'home',
  difficulty = 'suitable',
  empties = ANY_EMPTIES,
  source = 'shipped',
  part = 'endgame',
  open = false,
  kind = '',
  id = '',
  mode = 'three',
}: Partial<Place>): string {
  const fields: Record<string, string> = {};
  if (difficulty !== 'suitable') fields.difficulty = String(difficulty);
  if (empties.least !== ANY_EMPTIES.least || empties.most !== ANY_EMPTIES.most)
    fields.empties = `${empties.least}-${empties.most}`;
  if (source !== 'shipped') fields.source = source;
  if (part !== 'endgame') fields.part = part;
  if (open) fields.open = '1';
  if (kind) fields.kind = kind;
  if (id) fields.id = id;
  if (mode !== 'three') fields.mode = mode;
  const query = Object.entries(fields)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
  return `#train${section === 'home' ? '' : `/${section}`}${query && `?${query}`}`;
}
