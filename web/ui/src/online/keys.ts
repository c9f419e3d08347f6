/**
 * The keys of games on this device. A tab continues with the key of its link, even if another tab plays for the other
 * side.
 */

/** A game that this device has created or joined. */
export interface KeptGame {
  id: string;
  key: string;
  /** The key for the opponent's link; only the creator has it. */
  guestKey?: string;
}

const KEY = 'kaeshi.online';
const MAX_KEPT = 30;

/** Returns the games of this device, newest first. */
export function keptGames(): readonly KeptGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return (kept as KeptGame[]).filter(({ id, key }) => typeof id === 'string' && typeof key === 'string');
  } catch {
    return []; // Storage is disabled or corrupt.
  }
}

/** Keeps a game. The first key of a game on this device remains. */
export function keepGame(game: KeptGame): void {
  const others = keptGames().filter(({ id }) => id !== game.id);
  const first = keptGames().find(({ id }) => id === game.id) ?? game;
  try {
    localStorage.setItem(KEY, JSON.stringify([first, ...others].slice(0, MAX_KEPT)));
    sessionStorage.setItem(`${KEY}.${game.id}`, game.key);
  } catch {
    // Private windows may refuse storage; the game continues while the page is open.
  }
}

export function forgetGame(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(keptGames().filter((game) => game.id !== id)));
    sessionStorage.removeItem(`${KEY}.${id}`);
  } catch {
    // Storage is disabled, so there is nothing to forget.
  }
}

/** Returns the key of a game in this tab, or else on this device; '' for spectators. */
export function keyOf(id: string): string {
  const kept = keptGames().find((game) => game.id === id)?.key ?? '';
  try {
    return sessionStorage.getItem(`${KEY}.${id}`) ?? kept;
  } catch {
    return kept;
  }
}
