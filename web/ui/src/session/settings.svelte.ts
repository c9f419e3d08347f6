/** The user's settings, kept in this browser. */
import { firstLanguage, LANGUAGES, type Language } from '../i18n/language';
import type { Sides } from '../board/game/types';
import { BOARDS, type BoardTheme } from '../board/themes';
import type { Remapped } from '../keys/commands';

/**
 * auto: follows the system, including its contrast preference; contrast: high contrast, light or dark like the system.
 */
export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark', 'contrast'];

/** The point of view of values: Black's, or that of the side to move. */
export type Perspective = 'black' | 'mover';
export const PERSPECTIVES: readonly Perspective[] = ['black', 'mover'];

/** The speed of animations. */
export type Motion = 'normal' | 'fast' | 'off';
export const MOTIONS: readonly Motion[] = ['normal', 'fast', 'off'];

export interface Settings {
  language: Language;
  theme: Theme;
  board: BoardTheme;
  motion: Motion;
  perspective: Perspective;
  /** A move is chosen first and played by choosing it again. */
  confirm: boolean;
  coordinates: boolean;
  legal: boolean;
  /** The board is shown from White's side. */
  flipped: boolean;
  letterKeys: boolean;
  /** Custom key bindings, by command; they replace the default ones. */
  keys: Remapped;
  /** Index into PACES: the speed of games between two computers. */
  pace: number;
  /** Index into PACES for watching tournaments; the default is the fastest. */
  watchPace: number;
  /** For each side, the computer that takes over when it changes from a person to a computer. */
  computers: Sides;
  /** Play stops at a mistake and explains it. */
  teach: boolean;
  /** The time control of the last new game, in the format of clock.ts; '' for none. */
  clock: string;
  sound: boolean;
  /** Vibration on phones. */
  vibration: boolean;
  /** The person's colour in the last new game against a computer. */
  color: 'black' | 'white' | 'random';
  /** In teaching mode, the minimum loss in discs for a move to count as a mistake. */
  teachLimit: number;
  /** The person has seen the offer to learn the rules, or was here before. */
  welcomed: boolean;
}

/** Milliseconds between the moves of two computers, slowest first. */
export const PACES: readonly number[] = [2400, 1400, 800, 400, 150, 0];

/** The offered values of `teachLimit`. */
export const TEACH_LIMITS: readonly number[] = [2, 4, 6, 10];

const KEY = 'kaeshi.settings';

const defaults = (): Settings => ({
  language: firstLanguage(navigator.languages),
  theme: 'auto',
  board: 'felt',
  motion: 'normal',
  perspective: 'black',
  confirm: false,
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
  sound: true,
  vibration: true,
  color: 'black',
  teachLimit: 4,
  welcomed: false,
});

/** Replaces values that this version does not support; another version of the page may have stored them. */
function validated(kept: Settings): Settings {
  const { language, pace, watchPace, teachLimit } = defaults();
  return {
    ...kept,
    language: LANGUAGES.includes(kept.language) ? kept.language : language,
    theme: THEMES.includes(kept.theme) ? kept.theme : 'auto',
    board: BOARDS.includes(kept.board) ? kept.board : 'felt',
    motion: MOTIONS.includes(kept.motion) ? kept.motion : 'normal',
    perspective: PERSPECTIVES.includes(kept.perspective) ? kept.perspective : 'black',
    keys: validatedKeys(kept.keys),
    pace: PACES[kept.pace] === undefined ? pace : kept.pace,
    watchPace: PACES[kept.watchPace] === undefined ? watchPace : kept.watchPace,
    teachLimit: TEACH_LIMITS.includes(kept.teachLimit) ? kept.teachLimit : teachLimit,
    color: ['black', 'white', 'random'].includes(kept.color) ? kept.color : 'black',
  };
}

function validatedKeys(kept: unknown): Remapped {
  if (typeof kept !== 'object' || kept === null) return {};
  const isKeys = (keys: unknown) => Array.isArray(keys) && keys.every((key) => typeof key === 'string');
  return Object.fromEntries(Object.entries(kept).filter(([, keys]) => isKeys(keys)));
}

function load(): Settings {
  try {
    const kept = localStorage.getItem(KEY);
    const known = { ...defaults(), welcomed: kept !== null }; // Older versions did not store it.
    return validated({ ...known, ...(JSON.parse(kept ?? '{}') as Partial<Settings>) });
  } catch {
    return defaults(); // With disabled or corrupt storage, only the saved settings are lost.
  }
}

export const settings = $state(load());

/**
 * Stores the settings and applies them to the document; call it from an effect. public/first-paint.js does the same
 * before the first paint.
 */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  const preferred = matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'auto';
  const theme = settings.theme === 'auto' ? preferred : settings.theme;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.board = settings.board;
  root.dataset.motion = settings.motion;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse storage; the page works without it.
  }
}

export const paceMs = (): number => PACES[settings.pace] ?? 800;
