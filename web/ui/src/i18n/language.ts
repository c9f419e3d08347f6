export type Language = 'en' | 'ja';
export const LANGUAGES: readonly Language[] = ['ja', 'en'];

/** The first of a visitor's languages that the page speaks; English when it speaks none of them. */
export function firstLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}
