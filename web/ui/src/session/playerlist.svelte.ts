/** The server's list of computer players, loaded once and again on demand. */
import { fetchPlayers } from '../api/games';
import { playerName } from '../board/game/players';
import { HUMAN, type PlayerInfo, type Spec } from '../board/game/types';
import { t } from '../i18n/t';
import { settings } from './settings.svelte';

export class PlayerList {
  players = $state.raw<readonly PlayerInfo[]>([]);
  failed = $state(false);

  async load(): Promise<void> {
    this.failed = false;
    try {
      this.players = await fetchPlayers();
    } catch {
      this.failed = true; // Reported where players are chosen; a game continues without the list.
    }
  }

  name(spec: Spec): string {
    if (spec === HUMAN) return t('player.human');
    return playerName(this.players, spec, settings.language);
  }

  /** The name without its explanation: "Skill 3" for "Skill 3 · beginner". */
  shortName(spec: Spec): string {
    return this.name(spec).split(' · ')[0] ?? spec;
  }
}
