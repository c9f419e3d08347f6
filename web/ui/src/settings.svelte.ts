/** What a person chose for this browser, remembered between visits. */
import { firstLanguage, LANGUAGES, type Language } from './i18n/language';
import type { Sides } from './game/types';

export type Theme = 'auto' | 'light' | 'dark';

export interface Settings {
  language: Language;
  theme: Theme;
  coordinates: boolean;
  legal: boolean;
  letterKeys: boolean;
  /** Index into PACES: how fast two computers play. */
  pace: number;
  /** The computer that each side gets back when it is handed from a person to a computer. */
  computers: Sides;
}

/** Milliseconds between the moves of two computers, from leisurely to at once. */
export const PACES: readonly number[] = [2400, 1400, 800, 400, 150, 0];

const KEY = 'kaeshi.settings';

const defaults = (): Settings => ({
  language: firstLanguage(navigator.languages),
  theme: 'auto',
  coordinates: true,
  legal: true,
  letterKeys: true,
  pace: 2,
  computers: { black: 'kaeshi:skill=3', white: 'kaeshi:skill=3' },
});

/** What another version of the page may have kept is not always what this one knows. */
function repaired(kept: Settings): Settings {
  const { language, pace } = defaults();
  return {
    ...kept,
    language: LANGUAGES.includes(kept.language) ? kept.language : language,
    theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : 'auto',
    pace: PACES[kept.pace] === undefined ? pace : kept.pace,
  };
}

function load(): Settings {
  try {
    return repaired({ ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) });
  } catch {
    return defaults(); // A broken or forbidden storage only costs the remembered choices.
  }
}

export const settings = $state(load());

/** Keeps the settings and lets the document follow them; call it from an effect. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  if (settings.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the page works without.
  }
}

export const paceMs = (): number => PACES[settings.pace] ?? 800;
