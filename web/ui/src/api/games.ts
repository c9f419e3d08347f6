/** Requests about games: positions, players, a computer's move, and stored games. */
import type { ClockQuery } from '../board/game/clock';
import type {
  Color,
  Ended,
  PlayerInfo,
  PlayRecord,
  Sides,
  Size,
  Snapshot,
  Spec,
  Start,
  StoredGame,
} from '../board/game/types';
import { address, fetchJSON, listen, jsonPost, ApiError } from './client';
import type { Report } from './events';
import type { Schemas } from './types';

/** A position that a request is about: a start and the moves from there. */
export interface PositionQuery {
  size: Size;
  start: Start;
  /** A set-up board, "<cells> X"; it takes precedence over `size` and `start`. */
  position?: string;
  moves: string;
}

/** A finished game to store. `mixed` is set if players changed or moves were taken back. */
export interface FinishedGame extends PositionQuery, Sides {
  id: string;
  mixed: boolean;
  ended?: Ended['how'];
  loser?: Color;
}

/** A named opening from the usual start. */
export type Opening = Schemas['NamedOpening'];

/** Longest silence on a /think stream in milliseconds; the request may wait in a queue. */
const IDLE_TIMEOUT_MS = 45_000;

export const fetchSnapshot = (query: PositionQuery, caller: AbortSignal): Promise<Snapshot> =>
  fetchJSON(address('game', query), {}, caller);

export const fetchPlayers = async (): Promise<readonly PlayerInfo[]> =>
  (await fetchJSON<Schemas['PlayerList']>(address('players'))).players;

export const fetchOpenings = async (): Promise<readonly Opening[]> =>
  (await fetchJSON<Schemas['OpeningList']>(address('openings'))).openings;

/** Returns the moves of a random balanced opening. */
export const fetchStarts = async (): Promise<string> =>
  (await fetchJSON<Schemas['StartList']>(address('starts', { kind: 'balanced', n: 1 }))).starts[0]?.moves ?? '';

export const fetchGames = async (before = '', limit = 20): Promise<readonly StoredGame[]> =>
  (await fetchJSON<{ games: readonly StoredGame[] }>(address('games', { before, limit }))).games;

export const fetchRecord = (): Promise<PlayRecord> => fetchJSON(address('record'));

export const resetRecord = (): Promise<void> => fetchJSON(address('record'), { method: 'DELETE' });

/** Stores a game. Storing it again has no effect, because the server identifies it by its id. */
export const storeGame = (game: FinishedGame): Promise<StoredGame> => fetchJSON(address('games'), jsonPost(game));

/**
 * Requests the computer's move for the side to move; `progress` is called after every completed depth. When `caller`
 * aborts, the connection closes and the server stops searching.
 */
export async function think(
  query: PositionQuery,
  player: Spec,
  progress: (report: Report) => void,
  caller: AbortSignal,
  clock: ClockQuery = {},
): Promise<Report> {
  let choice: Report | undefined;
  const take = (name: string, data: unknown) => {
    if (name === 'move') choice = data as Report;
    if (name === 'progress') progress(data as Report);
  };
  await listen(
    address('think', { ...query, player, ...clock }),
    { ends: ['move'], take, idleTimeout: IDLE_TIMEOUT_MS },
    caller,
  );
  if (!choice) throw new ApiError('offline');
  return choice;
}
