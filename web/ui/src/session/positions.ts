/** A cache of the server's position snapshots, so that stepping back and forth does not repeat requests. */
import { fetchSnapshot, type PositionQuery } from '../api/games';
import { transcript, type Game } from '../board/game/game';
import type { Snapshot } from '../board/game/types';

/** Far more positions than one game has. */
const KNOWN_POSITIONS = 600;

export const positionQueryOf = (game: Game): PositionQuery => ({
  size: game.size,
  start: game.start,
  ...(game.position && { position: game.position }),
  moves: transcript(game.plies.slice(0, game.cursor)),
});

const keyOf = ({ size, start, position = '', moves }: PositionQuery): string => `${size}/${start}/${position}/${moves}`;

export class Positions {
  private readonly known = new Map<string, Snapshot>();

  /** Returns the cached snapshot, or null. */
  peek(query: PositionQuery): Snapshot | null {
    return this.known.get(keyOf(query)) ?? null;
  }

  /**
   * Returns the cached or fetched snapshot. Rejects with an `ApiError`, or with the caller's reason when `caller`
   * aborts.
   */
  async load(query: PositionQuery, caller: AbortSignal): Promise<Snapshot> {
    const snapshot = this.peek(query) ?? (await fetchSnapshot(query, caller));
    caller.throwIfAborted();
    if (this.known.size >= KNOWN_POSITIONS) this.known.clear();
    this.known.set(keyOf(query), snapshot);
    return snapshot;
  }
}
