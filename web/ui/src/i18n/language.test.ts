import { describe, expect, it } from 'vitest';
import { firstLanguage } from './language';

describe('firstLanguage', () => {
  it.each([
    [['ja-JP', 'en'], 'ja'],
    [['de', 'en-GB', 'ja'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ] as const)('of %j is %s', (wanted, language) => {
    expect(firstLanguage(wanted)).toBe(language);
  });
});
