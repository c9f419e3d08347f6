/**
 * The last games of this browser, newest first. A reload or Back restores not only the moves, which the address has,
 * but also the player of each move.
 */
import type { Address } from '../board/game/address';
import { formatControl, type Control } from '../board/game/clock';
import { completed, transcript, type Game, type Session } from '../board/game/game';

export interface Kept {
  session: Session;
  /** The one-line position before the first move, to draw the board before the server responds; '' when unknown. */
  initial: string;
  /** Milliseconds spent on the turn in progress. */
  spent?: number;
}

const KEY = 'kaeshi.games';
const MAX_GAMES = 12;

export function keptGames(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept[]).filter(isWhole).map(asKept) : [];
  } catch {
    return []; // Storage is disabled or corrupt: the address still holds the game.
  }
}

const asKept = (kept: Kept): Kept => ({ ...kept, session: { ...kept.session, game: completed(kept.session.game) } });

const isWhole = (kept: Kept): boolean => Array.isArray(kept?.session?.game?.plies) && Boolean(kept.session.sides);

export function keep(kept: Kept): void {
  const others = keptGames().filter((other) => other.session.game.id !== kept.session.game.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([kept, ...others].slice(0, MAX_GAMES)));
  } catch {
    // Storage is disabled: the address still holds the game.
  }
}

/** Finds the kept game with the board, start, moves and clocks of an address. */
export function findKept(address: Address, games: readonly Kept[] = keptGames()): Kept | undefined {
  return games.find(({ session: { game } }) => {
    const sameBoard = game.size === address.size && game.start === address.start && game.position === address.position;
    return sameBoard && transcript(game.plies) === address.moves && sameClocks(game, address) && sameEnd(game, address);
  });
}

/**
 * The addresses of stored games have no clocks, so a game that ended on time or by resignation matches without them.
 */
const sameClocks = ({ control, ended }: Game, address: Address): boolean =>
  controlText(control) === controlText(address.control) || (ended !== null && address.control === null);

/** Addresses of earlier versions do not say how a game ended. */
const sameEnd = ({ ended }: Game, address: Address): boolean =>
  !address.ended || (ended?.how === address.ended.how && ended.loser === address.ended.loser);

const controlText = (control: Control | null): string => (control ? formatControl(control) : '');
