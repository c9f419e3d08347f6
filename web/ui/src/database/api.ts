/** Client for /api/v1/database and /api/v1/explorer. Failures are `ApiError`s. */
import type { Opened } from '../api/analyses';
import { address, fetchJSON, listen } from '../api/client';
import type { Filter } from './address';
import type { DatabaseState, Events, Explored, Format, Imported, Players, Statistics } from './types';

/** The server ends a search after ten seconds. */
const SEARCH_MS = 15_000;
/** The server sends something at least every 15 seconds. */
const SILENCE_MS = 35_000;

/** Returns the address of an operation on the games of a filter. */
export function addressOf(path: string, filter: Filter, more: object = {}): URL {
  const { player, opponent, colour, result, ...others } = filter;
  const names = [player, opponent].filter((name) => name.trim() !== '');
  const needsPlayer = result === 'won' || result === 'lost';
  const url = address(path, {
    ...others,
    colour: names.length > 0 ? colour : '',
    result: needsPlayer && names.length === 0 ? '' : result,
    ...more,
  });
  for (const name of names) url.searchParams.append('player', name);
  return url;
}

export const fetchState = (caller?: AbortSignal): Promise<DatabaseState> =>
  fetchJSON(address('database'), {}, caller, SEARCH_MS);

export const fetchFound = (filter: Filter, offset: number, limit: number, caller?: AbortSignal): Promise<Explored> =>
  fetchJSON(addressOf('database/games', filter, { offset, limit }), {}, caller, SEARCH_MS);

/** Fetches the next moves after a line, without games. */
export const fetchNext = (filter: Filter, line: string, caller?: AbortSignal): Promise<Explored> =>
  fetchJSON(addressOf('explorer', { ...filter, position: '', moves: line }, { limit: 0 }), {}, caller, SEARCH_MS);

export const fetchGame = (number: number, caller?: AbortSignal): Promise<Opened> =>
  fetchJSON(address(`database/games/${number}`), {}, caller);

export const fetchPlayers = (filter: Filter, name: string, limit: number, caller?: AbortSignal): Promise<Players> =>
  fetchJSON(addressOf('database/players', filter, { name, limit }), {}, caller, SEARCH_MS);

export const fetchEvents = (filter: Filter, name: string, limit: number, caller?: AbortSignal): Promise<Events> =>
  fetchJSON(addressOf('database/tournaments', filter, { name, limit }), {}, caller, SEARCH_MS);

export const fetchStatistics = (
  name: string,
  { from, to }: Pick<Filter, 'from' | 'to'>,
  caller?: AbortSignal,
): Promise<Statistics> => fetchJSON(address('database/player', { name, from, to }), {}, caller, SEARCH_MS);

export const exportAddress = (filter: Filter, format: Format): string =>
  addressOf('database/export', filter, { format }).href;

/** Imports files in one request; `progress` is called with the number of games read so far. */
export async function importFiles(
  files: readonly File[],
  progress: (read: number) => void,
  caller: AbortSignal,
): Promise<Imported> {
  const form = new FormData();
  for (const file of files) form.append('file', file, file.name);
  let done: Imported | undefined;
  const take = (name: string, data: unknown) => {
    if (name === 'progress') progress((data as { read: number }).read);
    if (name === 'done') done = data as Imported;
  };
  await listen(address('database/import'), { ends: ['done'], take, form, idleTimeout: SILENCE_MS }, caller);
  if (!done) throw new Error('the stream ended without its result');
  return done;
}
