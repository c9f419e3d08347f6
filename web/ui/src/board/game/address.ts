/**
 * The game in the URL fragment: #8/usual/f5d6c3?black=human&white=kaeshi:skill=3&clock=5m+3s&at=2, or
 * #set-up/<cells>X/c4d3 for a game from a set-up board. Passes are omitted from the moves. `at` (plies, passes
 * included) appears only if the board is not at the end, and `ended=time:black` (or resigned) only if Black lost so.
 */
import { formatControl, parseControl, type Control } from './clock';
import { isLive, sizeOf, transcript, type Game, type Session } from './game';
import { opposite, SIZES, STARTS, type Ended, type Sides, type Size, type Start, type StoredGame } from './types';

export interface Address {
  size: Size;
  start: Start;
  /** The one-line position of a set-up board; '' for a standard start. */
  position: string;
  moves: string;
  sides: Partial<Sides>;
  control: Control | null;
  at: number | null;
  /** How the game ended early; null otherwise. */
  ended: Ended | null;
}

export function formatAddress(session: Session): string {
  const { game, sides } = session;
  const at = isLive(game) ? '' : `&at=${game.cursor}`;
  const players = `black=${encodeSpec(sides.black)}&white=${encodeSpec(sides.white)}`;
  const clock = game.control ? `&clock=${formatControl(game.control)}` : '';
  return `#${originText(game)}/${transcript(game.plies)}?${players}${clock}${endText(game.ended)}${at}`;
}

const endText = (ended: Ended | null): string => (ended ? `&ended=${ended.how}:${ended.loser}` : '');

const SET_UP = 'set-up';

const originText = ({ size, start, position }: { size: Size; start?: Start; position?: string }): string =>
  position ? `${SET_UP}/${position.replace(' ', '')}` : `${size}/${start ?? 'usual'}`;

/** Encodes a player spec. Colons and equal signs are kept for readability, as they are harmless after the first "=". */
const encodeSpec = (spec: string): string =>
  encodeURIComponent(spec).replace(/%3A/g, ':').replace(/%3D/g, '=').replace(/%2C/g, ',').replace(/%2F/g, '/');

/** Parses a URL fragment; returns null if it names no game. The legality of the moves is left to the server. */
export function parseAddress(hash: string): Address | null {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [first = '', second = '', moves = ''] = path.split('/');
  const origin = first === SET_UP ? setUp(second) : usual(first, second);
  if (!origin || !/^([a-h][1-8]|--)*$/i.test(moves)) return null;
  const fields = parseFields(query);
  const control = parseControl(fields.get('clock') ?? '');
  const at = plyOf(fields.get('at'));
  return {
    ...origin,
    moves: moves.toLowerCase(),
    sides: sidesOf(fields),
    control,
    at,
    ended: endOf(fields.get('ended')),
  };
}

type Origin = Pick<Address, 'size' | 'start' | 'position'>;

function usual(sizeText: string, startText: string): Origin | null {
  const size = SIZES.find((s) => String(s) === sizeText);
  const start = STARTS.find((s) => s === (startText || 'usual'));
  return size && start ? { size, start, position: '' } : null;
}

/** Converts "<cells>X" to the position "<cells> X". */
function setUp(text: string): Origin | null {
  const [, cells = '', turn] = /^([XO-]+)([XO])$/i.exec(text) ?? [];
  if (!turn || ![16, 36, 64].includes(cells.length)) return null;
  const position = `${cells} ${turn}`.toUpperCase();
  return { size: sizeOf(position), start: 'usual', position };
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
    return text; // A stray % in a typed address; the server reports the unknown name.
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

function endOf(text = ''): Ended | null {
  const [, how, loser] = /^(time|resigned):(black|white)$/.exec(text) ?? [];
  return how && loser ? { how: how as Ended['how'], loser: loser as Ended['loser'] } : null;
}

type End = Partial<Pick<StoredGame, 'ended' | 'winner'>>;
type Stored = Pick<StoredGame, 'size' | 'start' | 'position' | 'moves'> & End & Sides;

/** Returns the address of a stored game. */
export function addressOf(game: Stored): string {
  const players = `black=${encodeSpec(game.black)}&white=${encodeSpec(game.white)}`;
  return `#${originText(game)}/${game.moves}?${players}${endText(endedOf(game))}`;
}

/** Returns how a stored game ended early; null if it did not. */
const endedOf = ({ ended, winner }: End): Ended | null =>
  ended && winner && winner !== 'draw' ? { how: ended, loser: opposite(winner) } : null;

/** Returns the address of a game on the analysis page. */
export function analysisOf(
  game: Pick<Game, 'size' | 'start' | 'plies' | 'cursor'> & { position?: string },
  sides?: Sides,
): string {
  const fields = [
    isLive(game) ? '' : `at=${game.cursor}`,
    sides ? `black=${encodeSpec(sides.black)}&white=${encodeSpec(sides.white)}` : '',
  ];
  const query = fields.filter(Boolean).join('&');
  return `#analyse/${originText(game)}/${transcript(game.plies)}${query && `?${query}`}`;
}
