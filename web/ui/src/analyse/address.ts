/**
 * The analysed game in the URL fragment: #analyse/8/usual/f5d6c3(c4)d3?at=3&black=Takizawa, or
 * #analyse/set-up/<cells>X/c4d3 for a set-up board. `at` is the index of the node on the board, in preorder with the
 * main line first; it is omitted at the end of the main line.
 */
import { SIZES, STARTS } from '../board/game/types';
import { formatMoves, mainLine, parseMoves, placeOf, USUAL, type Line, type Origin, type Tree } from './tree';

/** The names of the players; '' if unknown. */
export interface Names {
  black: string;
  white: string;
  /** The event, the year or another description of the game. */
  event: string;
}

export interface Place {
  origin: Origin;
  /** The lines of the tree, main line first. */
  lines: readonly Line[];
  at: number | null;
  names: Names;
  /** The id of the notes of the file; absent without notes. See `filenotes`. */
  file?: string;
}

export const NAMELESS: Names = { black: '', white: '', event: '' };

const PAGE = 'analyse';
const SET_UP = 'set-up';
/** Addresses with more lines are rejected. */
const MOST_LINES = 400;

export function formatPlace(tree: Tree, at: number, names: Names, file = ''): string {
  const { size, start, position } = tree.origin;
  const from = position ? `${SET_UP}/${position.replace(' ', '')}` : `${size}/${start}`;
  const place = placeOf(tree, at);
  const fields = { at: place === mainLine(tree).length ? '' : String(place), ...names, file };
  const query = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
  return `#${PAGE}/${from}/${formatMoves(tree)}${query && `?${query}`}`;
}

/** Parses a URL fragment: a new game if it holds only the page's name, null if it is invalid. */
export function parsePlace(hash: string): Place | null {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [page, first = '', second = '', moves = ''] = path.split('/');
  const origin = first === SET_UP ? setUp(second) : usual(first, second);
  const lines = parseMoves(moves);
  if (page !== PAGE || !origin || !lines || lines.length > MOST_LINES) return null;
  const fields = new URLSearchParams(query);
  const at = fields.get('at') ?? '';
  const file = fields.get('file') ?? '';
  const field = (name: keyof Names): string => (fields.get(name) ?? '').slice(0, 120);
  return {
    origin,
    lines,
    at: /^\d{1,4}$/.test(at) ? Number(at) : null,
    names: { black: field('black'), white: field('white'), event: field('event') },
    ...(/^[0-9a-f]{8}$/.test(file) && { file }),
  };
}

function usual(sizeText: string, startText: string): Origin | null {
  if (!sizeText) return USUAL;
  const size = SIZES.find((s) => String(s) === sizeText);
  const start = STARTS.find((s) => s === (startText || 'usual'));
  return size && start ? { size, start, position: '' } : null;
}

/** Converts "<cells>X" to the origin "<cells> X". */
function setUp(text: string): Origin | null {
  const cells = text.slice(0, -1);
  const size = SIZES.find((s) => s * s === cells.length);
  return size && /^[-XO]+$/.test(cells) && /[XO]$/.test(text)
    ? { size, start: 'usual', position: `${cells} ${text.slice(-1)}` }
    : null;
}
