/** A tournament that is being set up in the form, and the request and the command that start it. */
import { FORMATS, type Format, type Limits, type Spec, type StartRequest } from './types';

export { FORMATS };

export const OPENINGS = ['balanced', 'random', 'names', 'start'] as const;
export type Openings = (typeof OPENINGS)[number];

export const CLOCKS = ['none', 'game', 'move', 'depth', 'nodes'] as const;
export type Clock = (typeof CLOCKS)[number];

/** The fields of the form. An emptied number field is null. */
export interface Draft {
  name: string;
  players: readonly string[];
  format: Format;
  /** Games of each pairing. */
  games: number | null;
  openings: Openings;
  clock: Clock;
  minutes: number | null;
  increment: number | null;
  seconds: number | null;
  depth: number | null;
  nodes: number | null;
  /** A test (SPRT) ends the match of two players. */
  test: boolean;
  elo0: number | null;
  elo1: number | null;
  alpha: number | null;
  beta: number | null;
  /** Games end with exact play when few squares are empty. */
  adjudicate: boolean;
  /** Games at a time; null is the server's usual number. */
  concurrency: number | null;
  seed: number | null;
}

/** The number of empty squares at which adjudicated games end. */
export const SOLVED_EMPTIES = 10;

export const newDraft = (players: readonly string[]): Draft => ({
  name: '',
  players,
  format: 'roundrobin',
  games: 20,
  openings: 'balanced',
  clock: 'none',
  minutes: 1,
  increment: 0,
  seconds: 1,
  depth: 6,
  nodes: 100_000,
  test: false,
  elo0: 0,
  elo1: 20,
  alpha: 0.05,
  beta: 0.05,
  adjudicate: false,
  concurrency: null,
  seed: null,
});

/** Returns whether the test of the draft applies: it compares two players. */
export const hasTest = ({ test, players }: Draft): boolean => test && players.length === 2;

/** Returns the most games that the tournament can have. */
export function totalGames({ players, format, games }: Pick<Draft, 'players' | 'format' | 'games'>): number {
  const n = players.length;
  const pairings = {
    roundrobin: (n * (n - 1)) / 2,
    gauntlet: n - 1,
    swiss: Math.ceil(Math.log2(Math.max(n, 2))) * Math.floor(n / 2),
    knockout: n - 1,
  };
  return pairings[format] * (games ?? 0);
}

function timeOf({ clock, minutes, increment, seconds, depth, nodes }: Draft): string {
  const times: Record<Clock, string> = {
    none: '',
    game: `${durationOf((minutes ?? 0) * 60)}${increment ? `+${durationOf(increment)}` : ''}`,
    move: `${durationOf(seconds ?? 0)}/move`,
    depth: `depth:${depth ?? 0}`,
    nodes: `nodes:${nodes ?? 0}`,
  };
  return times[clock];
}

/** Formats seconds like Go: 90 is "1m30s". */
function durationOf(seconds: number): string {
  const whole = Math.floor(seconds / 60);
  const rest = Math.round((seconds - 60 * whole) * 1000) / 1000;
  return `${whole > 0 ? `${whole}m` : ''}${rest > 0 || whole === 0 ? `${rest}s` : ''}`;
}

function openingsOf({ openings, games }: Draft, most: number): string {
  const number = Math.max(1, Math.min(Math.floor((games ?? 0) / 2), most));
  return openings === 'balanced' || openings === 'random' ? `${openings}:${number}` : openings;
}

/** Returns the body of the request that starts the tournament. */
export function requestOf(draft: Draft, limits: Pick<Limits, 'openings'>): StartRequest {
  const { elo0, elo1, alpha, beta } = draft;
  const time = timeOf(draft);
  return {
    ...(draft.name.trim() && { name: draft.name.trim() }),
    players: [...draft.players],
    format: draft.format,
    games: draft.games ?? 0,
    openings: openingsOf(draft, limits.openings),
    ...(time && { time }),
    ...(hasTest(draft) && { sprt: `elo0=${elo0 ?? 0},elo1=${elo1 ?? 0},alpha=${alpha ?? 0},beta=${beta ?? 0}` }),
    ...(draft.adjudicate && { adjudicate: `empties:${SOLVED_EMPTIES}` }),
    ...(draft.concurrency && { concurrency: draft.concurrency }),
    ...(draft.seed && { seed: draft.seed }),
  };
}

/** Returns the `kaeshi match` command that plays the same tournament. */
export function commandOf(spec: Partial<Spec>): string {
  const flags: readonly (readonly [string, string | number | undefined])[] = [
    ['name', spec.name],
    ['format', spec.format === 'roundrobin' ? '' : spec.format],
    ['games', spec.games],
    ['rounds', spec.rounds],
    ['openings', spec.openings],
    ['time', spec.time],
    ['margin', spec.margin],
    ['sprt', spec.sprt],
    ['adjudicate', spec.adjudicate],
    ['seed', spec.seed],
    ['concurrency', spec.concurrency],
  ];
  const given = flags.filter(([, value]) => value).flatMap(([flag, value]) => [`--${flag}`, String(value)]);
  return ['kaeshi', 'match', ...(spec.players ?? []), ...given].map(quoted).join(' ');
}

/** Quotes an argument for a shell if it needs it. */
const quoted = (argument: string): string =>
  /^[\w:=,./+%@-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
