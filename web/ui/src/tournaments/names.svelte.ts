/** The names of players: those of the server's list where it has the player, in the selected language. */
import type { PlayerInfo } from '../board/game/types';
import type { Language } from '../i18n/language';
import { settings } from '../session/settings.svelte';
import { shortened } from './numbers';

/** The server's list of players. */
export const listed = $state<{ players: readonly PlayerInfo[] }>({ players: [] });

/**
 * Returns the names by spec, without their explanations where they are unique: "Level 4" for "Level 4 · 4 moves ahead",
 * but "Alpha-beta · 2 moves ahead".
 */
export function shortNames(players: readonly PlayerInfo[], language: Language): ReadonlyMap<string, string> {
  const headOf = ({ name }: PlayerInfo): string => name[language].split(' · ')[0] ?? '';
  const count = new Map<string, number>();
  for (const player of players) count.set(headOf(player), (count.get(headOf(player)) ?? 0) + 1);
  return new Map(
    players.map((player) => [player.spec, count.get(headOf(player)) === 1 ? headOf(player) : player.name[language]]),
  );
}

const names = $derived(shortNames(listed.players, settings.language));

/** Returns the shown name of a player in a table. A player that takes part twice ends in " #2". */
export function shownName(name: string): string {
  const twin = / #\d+$/.exec(name)?.[0] ?? '';
  const known = names.get(twin ? name.slice(0, -twin.length) : name);
  return known === undefined ? name : known + twin;
}

/** Returns the shown name, shortened. */
export const briefName = (name: string, most?: number): string => shortened(shownName(name), most);
