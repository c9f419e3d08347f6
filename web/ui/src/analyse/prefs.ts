import { BY, COUNTS, DEFAULT_HINTS, WHICH, type Hints } from './hints';

/** The user's analysis settings, kept in this browser. */
export interface Prefs {
  level: number;
  reviewLevel: number;
  /** Values are shown on the squares. */
  values: boolean;
  hints: Hints;
}

const KEY = 'kaeshi.analyse';
const DEFAULTS: Prefs = { level: 16, reviewLevel: 16, values: true, hints: DEFAULT_HINTS };

/** Loads the settings; levels that are not offered are replaced by the defaults. */
export function loadPrefs(levels: readonly number[], reviewLevels: readonly number[]): Prefs {
  const kept = read();
  return {
    level: levels.includes(kept.level) ? kept.level : DEFAULTS.level,
    reviewLevel: reviewLevels.includes(kept.reviewLevel) ? kept.reviewLevel : DEFAULTS.reviewLevel,
    values: kept.values !== false,
    hints: validated(kept.hints),
  };
}

/** Replaces what this version does not offer. */
function validated(kept: Partial<Hints> | undefined): Hints {
  const { which, count, by, heat } = { ...DEFAULT_HINTS, ...kept };
  return {
    which: WHICH.includes(which) ? which : DEFAULT_HINTS.which,
    count: COUNTS.includes(count) ? count : DEFAULT_HINTS.count,
    by: BY.includes(by) ? by : DEFAULT_HINTS.by,
    heat: heat === true,
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
