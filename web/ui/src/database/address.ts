/**
 * The database pages in the URL fragment: #database?player=Rose&from=1995, #database/players,
 * #database/openings?line=f5d6, #database/player?name=Rose
 */

export const RESULTS = ['', 'black', 'draw', 'white', 'won', 'lost'] as const;
export const COLORS = ['', 'black', 'white'] as const;
const SECTIONS = ['games', 'players', 'openings', 'player'] as const;

export type Result = (typeof RESULTS)[number];
export type Color = (typeof COLORS)[number];
export type Section = (typeof SECTIONS)[number];

/** Selects games. Empty fields select all. */
export interface Filter {
  /** Words of the name, or the whole name in double quotes. */
  player: string;
  opponent: string;
  /** The colour of the player. */
  colour: Color;
  result: Result;
  tournament: string;
  /** Years. */
  from: string;
  to: string;
  /** A set-up board; the moves begin there. */
  position: string;
  /** The games reached the position after these moves. */
  moves: string;
}

export interface Place {
  section: Section;
  filter: Filter;
  /** The page of the list of games, from 1. */
  page: number;
  /** The selected line of the openings. */
  line: string;
  /** The player whose statistics are shown. */
  name: string;
}

export const ALL: Filter = {
  player: '',
  opponent: '',
  colour: '',
  result: '',
  tournament: '',
  from: '',
  to: '',
  position: '',
  moves: '',
};

const LONGEST = 200;

/** Parses a URL fragment; invalid fields are ignored. */
export function parsePlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s, 2);
  const fields = new URLSearchParams(query);
  const field = (name: string): string => (fields.get(name) ?? '').slice(0, LONGEST);
  const year = (name: string): string => (/^\d{1,4}$/.test(field(name)) ? field(name) : '');
  const page = Number(field('page'));
  return {
    section: SECTIONS.find((section) => section === path.split('/')[1]) ?? 'games',
    filter: {
      player: field('player'),
      opponent: field('opponent'),
      colour: COLORS.find((color) => color === field('colour')) ?? '',
      result: RESULTS.find((result) => result === field('result')) ?? '',
      tournament: field('tournament'),
      from: year('from'),
      to: year('to'),
      position: /^[-XO]{16,64} [XO]$/.test(field('position')) ? field('position') : '',
      moves: isLine(field('moves')) ? field('moves') : '',
    },
    page: Number.isSafeInteger(page) && page > 0 && page < 1e6 ? page : 1,
    line: isLine(field('line')) ? field('line') : '',
    name: field('name'),
  };
}

/** Reports whether a text is a transcript; a pass is "--". */
export const isLine = (text: string): boolean => /^([a-h][1-8]|--)*$/.test(text);

export function formatPlace({
  section = 'games',
  filter = ALL,
  page = 1,
  line = '',
  name = '',
}: Partial<Place>): string {
  const fields = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...filter, line, name, page: page > 1 ? String(page) : '' }))
    if (value !== '') fields.set(key, value);
  const query = fields.toString();
  return `#database${section === 'games' ? '' : `/${section}`}${query && `?${query}`}`;
}

/** Returns the name in the form that matches it only as a whole. */
export const whole = (name: string): string => `"${name}"`;

/** Reports whether a filter selects all games. */
export const isAll = (filter: Filter): boolean => Object.values(filter).every((value) => value === '');
