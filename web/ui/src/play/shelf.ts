/**
 * The last games of this browser, newest first, so that a reload or the browser's Back button finds not only the moves
 * (the address has those) but also who chose them.
 */
import type { Address } from '../board/game/address';
import { formatControl, type Control } from '../board/game/clock';
import { completed, transcript, type Game, type Session } from '../board/game/game';

export interface Kept {
  session: Session;
  /** The one-line position before the first move, to draw the board before the server answers; '' when unknown. */
  initial: string;
  /** Milliseconds that the turn under way has cost. */
  spent?: number;
}

const KEY = 'kaeshi.games';
const SHELF_LENGTH = 12;

export function keptGames(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept[]).filter(isWhole).map(asKept) : [];
  } catch {
    return []; // Forbidden or broken storage: the address still holds the game.
  }
}

const asKept = (kept: Kept): Kept => ({ ...kept, session: { ...kept.session, game: completed(kept.session.game) } });

const isWhole = (kept: Kept): boolean => Array.isArray(kept?.session?.game?.plies) && Boolean(kept.session.sides);

export function keep(kept: Kept): void {
  const others = keptGames().filter((other) => other.session.game.id !== kept.session.game.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([kept, ...others].slice(0, SHELF_LENGTH)));
  } catch {
    // As above.
  }
}

/** The kept game with the board, the start, the moves and the clocks of an address. */
export function findKept(address: Address, games: readonly Kept[] = keptGames()): Kept | undefined {
  return games.find(({ session: { game } }) => {
    const sameBoard = game.size === address.size && game.start === address.start && game.position === address.position;
    return sameBoard && transcript(game.plies) === address.moves && sameClocks(game, address);
  });
}

/** The addresses of stored games tell no clocks: one that time or resigning ended is found without. */
const sameClocks = ({ control, ended }: Game, address: Address): boolean =>
  controlText(control) === controlText(address.control) || (ended !== null && address.control === null);

const controlText = (control: Control | null): string => (control ? formatControl(control) : '');
