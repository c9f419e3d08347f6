/** The user's analysis settings, kept in this browser. */
export interface Prefs {
  level: number;
  reviewLevel: number;
  /** Values are shown on the squares. */
  values: boolean;
}

const KEY = 'kaeshi.analyse';
const DEFAULTS: Prefs = { level: 16, reviewLevel: 16, values: true };

/** Loads the settings; levels that are not offered are replaced by the defaults. */
export function loadPrefs(levels: readonly number[], reviewLevels: readonly number[]): Prefs {
  const kept = read();
  return {
    level: levels.includes(kept.level) ? kept.level : DEFAULTS.level,
    reviewLevel: reviewLevels.includes(kept.reviewLevel) ? kept.reviewLevel : DEFAULTS.reviewLevel,
    values: kept.values !== false,
  };
}

function read(): Prefs {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>) };
  } catch {
    return DEFAULTS; // With disabled or corrupt storage, only the saved settings are lost.
  }
}

export function keepPrefs(prefs: Prefs): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // With disabled storage, the settings last until the page is closed.
  }
}
