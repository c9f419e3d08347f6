/** Questions about games: positions, players, a computer's choice, and the games that the server keeps. */
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
import { address, ask, listen, posted, Trouble } from './client';
import type { Report } from './events';
import type { Schemas } from './types';

export interface Question {
  size: Size;
  start: Start;
  /** A set-up board, "<cells> X"; it comes before `size` and `start`. */
  position?: string;
  moves: string;
}

export interface FinishedGame extends Question, Sides {
  id: string;
  mixed: boolean;
  ended?: Ended['how'];
  loser?: Color;
}

/** A named opening from the usual start. */
export type Opening = Schemas['NamedOpening'];

/** A think stream may be silent for so long, in milliseconds, as the request may wait in a queue. */
const SILENCE_MS = 45_000;

export const fetchSnapshot = (question: Question, caller: AbortSignal): Promise<Snapshot> =>
  ask(address('game', question), {}, caller);

export const fetchPlayers = async (): Promise<readonly PlayerInfo[]> =>
  (await ask<Schemas['PlayerList']>(address('players'))).players;

export const fetchOpenings = async (): Promise<readonly Opening[]> =>
  (await ask<Schemas['OpeningList']>(address('openings'))).openings;

/** The moves of a balanced start, chosen at random. */
export const fetchStarts = async (): Promise<string> =>
  (await ask<Schemas['StartList']>(address('starts', { kind: 'balanced', n: 1 }))).starts[0]?.moves ?? '';

export const fetchGames = async (before = '', limit = 20): Promise<readonly StoredGame[]> =>
  (await ask<{ games: readonly StoredGame[] }>(address('games', { before, limit }))).games;

export const fetchRecord = (): Promise<PlayRecord> => ask(address('record'));

export const resetRecord = (): Promise<void> => ask(address('record'), { method: 'DELETE' });

/** Storing the same game again is harmless: the server knows it by its id. */
export const storeGame = (game: FinishedGame): Promise<StoredGame> => ask(address('games'), posted(game));

/**
 * The computer's choice for the side to move; `progress` is called with every finished depth. When `caller` aborts, the
 * connection closes and the server's search ends at once.
 */
export async function think(
  question: Question,
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
    address('think', { ...question, player, ...clock }),
    { ends: ['move'], take, silence: SILENCE_MS },
    caller,
  );
  if (!choice) throw new Trouble('offline');
  return choice;
}
