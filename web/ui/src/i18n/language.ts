export type Language = 'en' | 'ja';
export const LANGUAGES: readonly Language[] = ['ja', 'en'];

/** Returns the first supported language of the user's preferences; English if there is none. */
export function firstLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}
