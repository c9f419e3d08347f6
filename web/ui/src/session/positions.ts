/** The server's answers about positions, remembered: stepping back and forth asks nothing twice. */
import { fetchSnapshot, type Question } from '../api/games';
import { transcript, type Game } from '../board/game/game';
import type { Snapshot } from '../board/game/types';

/** Far more than one game has. */
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

  /** The answer, if it is known already. */
  peek(question: Question): Snapshot | null {
    return this.known.get(keyOf(question)) ?? null;
  }

  /** The answer; throws a `Trouble`, or the caller's own reason when `caller` aborts. */
  async ask(question: Question, caller: AbortSignal): Promise<Snapshot> {
    const snapshot = this.peek(question) ?? (await fetchSnapshot(question, caller));
    caller.throwIfAborted();
    if (this.known.size >= KNOWN_POSITIONS) this.known.clear();
    this.known.set(keyOf(question), snapshot);
    return snapshot;
  }
}
