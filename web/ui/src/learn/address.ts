/** The learn pages in the URL fragment: #learn/tree?game=othello&size=4&algo=alphabeta&depth=4&at=17 */
import { ALGORITHMS, type Algorithm, type GameName } from './tree/types';
import type { View } from './tree/view';

export type Section = 'home' | 'lesson' | 'tictactoe' | 'tree' | 'compare' | 'solve4' | 'proof';
const SECTIONS: readonly Section[] = ['home', 'lesson', 'tictactoe', 'tree', 'compare', 'solve4', 'proof'];

export interface Subject {
  game: GameName;
  size: 4 | 6 | 8;
  start: 'usual' | 'parallel';
  /** A one-line position, or the text of a number tree; '' for the start. */
  position: string;
  moves: string;
}

/** The claim of a certificate: the side that it is about, and the discs that this side scores at least. */
export interface Claimed {
  prover: 'X' | 'O';
  target: number;
}

export interface Place extends Subject {
  section: Section;
  /** From 1. */
  lesson: number;
  algorithms: readonly Algorithm[];
  /** Depth in plies; END means to the end of the game. */
  depth: number;
  /** The step shown; null for the first. */
  at: number | null;
  view: View;
  list: boolean;
  /** Of the certificate of a walk, which starts at `position` and has come to the part after `moves`. */
  claim: Claimed | null;
}

export const END = -1;
export const LESSONS = 9;
export const MAX_DEPTH = 12;

export const NUMBERS = '((5 7 3)(1 ? ?)(? ? ?))';

export const START: Subject = { game: 'othello', size: 8, start: 'usual', position: '', moves: '' };

export function parsePlace(hash: string): Place | null {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [page, roomText = 'home', number = '1'] = path.split('/');
  const section = SECTIONS.find((r) => r === (roomText || 'home'));
  if (page !== 'learn' || !section) return null;
  const fields = new URLSearchParams(query);
  return {
    section,
    lesson: Math.min(LESSONS, Math.max(1, Math.trunc(Number(number)) || 1)),
    ...subjectOf(fields),
    algorithms: algorithmsOf(fields.get('algo')),
    depth: depthOf(fields.get('depth')),
    at: countOf(fields.get('at')),
    view: fields.get('pov') === 'mover' ? 'mover' : 'root',
    list: fields.get('view') === 'list',
    claim: claimOf(fields.get('claim')),
  };
}

function claimOf(text: string | null): Claimed | null {
  const [, side, target] = /^(black|white)(-?\d{1,2})$/.exec(text ?? '') ?? [];
  return target === undefined ? null : { prover: side === 'black' ? 'X' : 'O', target: Number(target) };
}

function subjectOf(fields: URLSearchParams): Subject {
  const game = (['othello', 'tictactoe', 'numbers'] as const).find((g) => g === fields.get('game')) ?? 'othello';
  const size = ([4, 6, 8] as const).find((s) => String(s) === fields.get('size')) ?? 8;
  const start = fields.get('start') === 'parallel' ? 'parallel' : 'usual';
  const moves = fields.get('moves') ?? '';
  const position = fields.get('position') || (game === 'numbers' ? NUMBERS : '');
  return { game, size, start, position, moves: /^([a-h][1-8]|--)*$/i.test(moves) ? moves.toLowerCase() : '' };
}

function algorithmsOf(text: string | null): Algorithm[] {
  const named = (text ?? '').split(',');
  return ALGORITHMS.filter((a) => named.includes(a)).slice(0, 4);
}

function depthOf(text: string | null): number {
  if (text === 'end') return END;
  const depth = Math.trunc(Number(text ?? ''));
  return depth >= 1 && depth <= MAX_DEPTH ? depth : 3;
}

const countOf = (text: string | null): number | null => (text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null);

/** Returns the address of a page; default values are omitted. */
export function formatPlace(place: Partial<Place> & { section: Section }): string {
  if (place.section === 'home') return '#learn';
  if (place.section === 'lesson') return `#learn/lesson/${place.lesson ?? 1}`;
  const query = fieldsOf(place).map(([key, value]) => `${key}=${encode(value)}`);
  return `#learn/${place.section}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function fieldsOf(place: Partial<Place>): [string, string][] {
  const { game, size, start, position, moves, algorithms, depth, at, view, list, claim } = place;
  const othello = game === 'othello';
  const fields: [string, string | false | null | undefined][] = [
    ['game', game],
    ['size', othello && size !== undefined && !position && String(size)],
    ['start', othello && start === 'parallel' && !position && start],
    ['position', position],
    ['claim', claim && `${claim.prover === 'X' ? 'black' : 'white'}${claim.target}`],
    ['moves', moves],
    ['algo', algorithms?.join(',')],
    ['depth', depth === undefined ? undefined : depth === END ? 'end' : String(depth)],
    ['pov', view === 'mover' && view],
    ['view', list && 'list'],
    ['at', typeof at === 'number' && String(at)],
  ];
  return fields.filter((field): field is [string, string] => Boolean(field[1]));
}

const encode = (text: string): string => encodeURIComponent(text).replace(/%20/g, '+').replace(/%2C/g, ',');
