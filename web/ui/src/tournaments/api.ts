/** Client for /api/v1/tournaments. Failures are `ApiError`s. */
import { address, fetchJSON, jsonPost, listen } from '../api/client';
import type { BoardsEvent } from '../api/events';
import type { Snapshot } from '../board/game/types';
import type { History, Limits, Listed, Ratings, StartRequest, TimedGame, Tournament, TournamentGame } from './types';

export const fetchTournaments = async (before = 0, limit = 20, caller?: AbortSignal): Promise<readonly Listed[]> =>
  (await fetchJSON<{ tournaments: readonly Listed[] }>(address('tournaments', { before, limit }), {}, caller))
    .tournaments;

export const fetchTournament = (id: number, caller?: AbortSignal): Promise<Tournament> =>
  fetchJSON(address(`tournaments/${id}`), {}, caller);

export const fetchLimits = (caller?: AbortSignal): Promise<Limits> =>
  fetchJSON(address('tournaments/limits'), {}, caller);

/** Starts take longer than other requests: the server tries every player. */
const START_MS = 60_000;

export const startTournament = (request: StartRequest, caller?: AbortSignal): Promise<Listed> =>
  fetchJSON(address('tournaments'), jsonPost(request), caller, START_MS);

export type RunChange = 'pause' | 'resume' | 'cancel';

export const changeRun = (id: number, change: RunChange, caller?: AbortSignal): Promise<Listed> =>
  fetchJSON(address(`tournaments/${id}/${change}`), { method: 'POST' }, caller);

export interface GamesQuery {
  before?: number;
  limit?: number;
  player?: string;
  versus?: string;
}

export const fetchTournamentGames = async (
  id: number,
  query: GamesQuery,
  caller?: AbortSignal,
): Promise<readonly TournamentGame[]> =>
  (await fetchJSON<{ games: readonly TournamentGame[] }>(address(`tournaments/${id}/games`, query), {}, caller)).games;

export const fetchTournamentGame = (id: number, game: number, caller?: AbortSignal): Promise<TimedGame> =>
  fetchJSON(address(`tournaments/${id}/games/${game}`), {}, caller);

/** Fetches a game's history from the position of its opening. */
export const fetchHistory = (game: TournamentGame, caller?: AbortSignal): Promise<Snapshot> =>
  fetchJSON(address('game', { position: game.position, moves: game.transcript }), {}, caller);

export const fetchRatings = (caller?: AbortSignal): Promise<Ratings> => fetchJSON(address('ratings'), {}, caller);

/** Fetches a player's most recent tournaments with an id below `before`. */
export const fetchRatingHistory = (
  player: string,
  before: number,
  limit: number,
  caller?: AbortSignal,
): Promise<History> => fetchJSON(address('ratings/history', { player, before, limit }), {}, caller);

/** Callbacks for a tournament's event stream. */
export interface StreamListener {
  opened: () => void;
  state: (tournament: Tournament) => void;
  boards: (boards: BoardsEvent['boards']) => void;
  /** Called with the id of each event. */
  seen: (id: string) => void;
}

/**
 * Follows a tournament until it ends. `since` is the id of the last event before the connection broke, '' for the first
 * connection.
 */
export const watchTournament = (
  id: number,
  since: string,
  { opened, state, boards, seen }: StreamListener,
  caller: AbortSignal,
): Promise<void> => {
  const take = (name: string, data: unknown, event: string) => {
    if (event) seen(event);
    if (name === 'state') state(data as Tournament);
    if (name === 'boards') boards((data as BoardsEvent).boards);
  };
  return listen(address(`tournaments/${id}/watch`), { ends: ['end'], since, opened, take }, caller);
};

export const plotAddress = (id: number, plot: 'elo' | 'score', lang: string): string =>
  address(`tournaments/${id}/plots/${plot}.svg`, { lang }).href;
