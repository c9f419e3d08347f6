/** What a person chose for analyses in this browser. */
export interface Prefs {
  level: number;
  reviewLevel: number;
  /** The values stand on the squares. */
  values: boolean;
}

const KEY = 'kaeshi.analyse';
const DEFAULTS: Prefs = { level: 16, reviewLevel: 16, values: true };

/** Levels that are not among those offered are not taken. */
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
    return DEFAULTS; // A broken or forbidden storage only costs the remembered choices.
  }
}

export function keepPrefs(prefs: Prefs): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // As above.
  }
}
