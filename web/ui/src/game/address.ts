/**
 * The game in the address: #8/usual/f5d6c3?black=human&white=kaeshi:skill=3&at=2
 * Passes are left out of the moves, and `at` (plies, passes included) only appears when the board is not at the end.
 */
import { isLive, transcript, type Session } from './game';
import { SIZES, STARTS, type Sides, type Size, type Start } from './types';

export interface Address {
  size: Size;
  start: Start;
  moves: string;
  sides: Partial<Sides>;
  at: number | null;
}

export function formatAddress(session: Session): string {
  const { game, sides } = session;
  const at = isLive(game) ? '' : `&at=${game.cursor}`;
  const players = `black=${encodeSpec(sides.black)}&white=${encodeSpec(sides.white)}`;
  return `#${game.size}/${game.start}/${transcript(game.plies)}?${players}${at}`;
}

/** A specification keeps its colons and equal signs: they are harmless after the first "=" and pleasant to read. */
const encodeSpec = (spec: string): string =>
  encodeURIComponent(spec).replace(/%3A/g, ':').replace(/%3D/g, '=').replace(/%2C/g, ',').replace(/%2F/g, '/');

/** The game that a hash names, or null when it names none. Whether the moves are legal is for the server to say. */
export function parseAddress(hash: string): Address | null {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [sizeText, startText = 'usual', moves = ''] = path.split('/');
  const size = SIZES.find((s) => String(s) === sizeText);
  const start = STARTS.find((s) => s === (startText || 'usual'));
  if (!size || !start || !/^([a-h][1-8]|--)*$/i.test(moves)) return null;
  const fields = parseFields(query);
  return { size, start, moves: moves.toLowerCase(), sides: sidesOf(fields), at: plyOf(fields.get('at')) };
}

function parseFields(query: string): Map<string, string> {
  const fields = query.split('&').map((field): [string, string] => {
    const cut = field.indexOf('=');
    return cut < 0 ? [field, ''] : [field.slice(0, cut), decode(field.slice(cut + 1))];
  });
  return new Map(fields);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray % in a typed address: the server will say what it thinks of the name.
  }
}

function sidesOf(fields: Map<string, string>): Partial<Sides> {
  const sides: Partial<Sides> = {};
  const black = fields.get('black');
  const white = fields.get('white');
  if (black) sides.black = black;
  if (white) sides.white = white;
  return sides;
}

function plyOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** The address of a stored game. */
export const addressOf = (game: { size: Size; start: Start; moves: string } & Sides): string =>
  `#${game.size}/${game.start}/${game.moves}?black=${encodeSpec(game.black)}&white=${encodeSpec(game.white)}`;
