/** Client for /api/v1/online. Failures are `ApiError`s. */
import { address, fetchFile, fetchJSON, jsonPost, listen } from '../api/client';
import type { Action, CreatedGame, NewGame, OnlineGame } from './types';

/** The server sends something at least every 15 seconds. */
const SILENCE_MS = 35_000;

export const createGame = (game: NewGame, caller?: AbortSignal): Promise<CreatedGame> =>
  fetchJSON(address('online'), jsonPost(game), caller);

export function act(id: string, key: string, action: Action, caller?: AbortSignal): Promise<OnlineGame> {
  const post = jsonPost(action);
  return fetchJSON(
    address(`online/${id}/actions`),
    { ...post, headers: { ...post.headers, 'Kaeshi-Key': key } },
    caller,
  );
}

/** Follows a game: `state` is called with its whole state at once and after each change. It ends with an error only. */
export const watchGame = (
  id: string,
  key: string,
  { opened, state }: { opened: () => void; state: (game: OnlineGame) => void },
  caller: AbortSignal,
): Promise<void> =>
  listen(
    address(`online/${id}/events`),
    {
      ends: [],
      headers: key ? { 'Kaeshi-Key': key } : {},
      opened,
      take: (name, data) => name === 'state' && state(data as OnlineGame),
      idleTimeout: SILENCE_MS,
    },
    caller,
  );

/** Draws the QR code of a link. */
export const fetchCode = (text: string, caller?: AbortSignal): Promise<Blob> =>
  fetchFile(address('qr'), caller, jsonPost({ text }));
