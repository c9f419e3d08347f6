/** A cache of the server's position snapshots, so that stepping back and forth does not repeat requests. */
import { fetchSnapshot, type Question } from '../api/games';
import { transcript, type Game } from '../board/game/game';
import type { Snapshot } from '../board/game/types';

/** Far more positions than one game has. */
const KNOWN_POSITIONS = 600;

export const questionOf = (game: Game): Question => ({
  size: game.size,
  start: game.start,
  ...(game.position && { position: game.position }),
  moves: transcript(game.plies.slice(0, game.cursor)),
});

const keyOf = ({ size, start, position = '', moves }: Question): string => `${size}/${start}/${position}/${moves}`;

export class Positions {
  private readonly known = new Map<string, Snapshot>();

  /** Returns the cached snapshot, or null. */
  peek(question: Question): Snapshot | null {
    return this.known.get(keyOf(question)) ?? null;
  }

  /**
   * Returns the cached or fetched snapshot. Rejects with an `ApiError`, or with the caller's reason when `caller`
   * aborts.
   */
  async ask(question: Question, caller: AbortSignal): Promise<Snapshot> {
    const snapshot = this.peek(question) ?? (await fetchSnapshot(question, caller));
    caller.throwIfAborted();
    if (this.known.size >= KNOWN_POSITIONS) this.known.clear();
    this.known.set(keyOf(question), snapshot);
    return snapshot;
  }
}
