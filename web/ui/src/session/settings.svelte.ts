/** What a person chose for this browser, remembered between visits. */
import { firstLanguage, LANGUAGES, type Language } from '../i18n/language';
import type { Sides } from '../board/game/types';
import type { Remapped } from '../keys/commands';

/** auto: as the system, its wish for more contrast included. contrast: high contrast, light or dark as the system. */
export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark', 'contrast'];

export interface Settings {
  language: Language;
  theme: Theme;
  coordinates: boolean;
  legal: boolean;
  /** White's edge of the board is at the top, as White sees it. */
  flipped: boolean;
  letterKeys: boolean;
  /** Keys that replace those of the table, by command. */
  keys: Remapped;
  /** Index into PACES: how fast two computers play. */
  pace: number;
  /** The same for watching tournaments; as they come, unless it is slowed down. */
  watchPace: number;
  /** The computer that each side gets back when it is handed from a person to a computer. */
  computers: Sides;
  /** Play stops at a mistake and says why. */
  teach: boolean;
  /** The control of the last new game, as clock.ts writes it; '' for none. */
  clock: string;
  /** Discs that a move may lose before it counts as a mistake then. */
  teachLimit: number;
}

/** Milliseconds between the moves of two computers, from leisurely to at once. */
export const PACES: readonly number[] = [2400, 1400, 800, 400, 150, 0];

/** Discs, as offered. */
export const TEACH_LIMITS: readonly number[] = [2, 4, 6, 10];

const KEY = 'kaeshi.settings';

const defaults = (): Settings => ({
  language: firstLanguage(navigator.languages),
  theme: 'auto',
  coordinates: true,
  legal: true,
  flipped: false,
  letterKeys: true,
  keys: {},
  pace: 2,
  watchPace: 5,
  computers: { black: 'kaeshi:skill=3', white: 'kaeshi:skill=3' },
  teach: false,
  clock: '',
  teachLimit: 4,
});

/** What another version of the page may have kept is not always what this one knows. */
function repaired(kept: Settings): Settings {
  const { language, pace, watchPace, teachLimit } = defaults();
  return {
    ...kept,
    language: LANGUAGES.includes(kept.language) ? kept.language : language,
    theme: THEMES.includes(kept.theme) ? kept.theme : 'auto',
    keys: repairedKeys(kept.keys),
    pace: PACES[kept.pace] === undefined ? pace : kept.pace,
    watchPace: PACES[kept.watchPace] === undefined ? watchPace : kept.watchPace,
    teachLimit: TEACH_LIMITS.includes(kept.teachLimit) ? kept.teachLimit : teachLimit,
  };
}

function repairedKeys(kept: unknown): Remapped {
  if (typeof kept !== 'object' || kept === null) return {};
  const isKeys = (keys: unknown) => Array.isArray(keys) && keys.every((key) => typeof key === 'string');
  return Object.fromEntries(Object.entries(kept).filter(([, keys]) => isKeys(keys)));
}

function load(): Settings {
  try {
    return repaired({ ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) });
  } catch {
    return defaults(); // A broken or forbidden storage only costs the remembered choices.
  }
}

export const settings = $state(load());

/**
 * Keeps the settings and lets the document follow them; call it from an effect. The same stands in
 * public/first-paint.js.
 */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  const wished = matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'auto';
  const theme = settings.theme === 'auto' ? wished : settings.theme;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the page works without.
  }
}

export const paceMs = (): number => PACES[settings.pace] ?? 800;
