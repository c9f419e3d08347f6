import { describe, expect, it, vi } from 'vitest';
import { meanText } from './words';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

describe('a mean score', () => {
  it('is a dash where no score is known, and 0 is a score', () => {
    expect([undefined, 0, 2.67, -0.33].map(meanText)).toEqual(['–', '0', '+2.7', '−0.3']);
  });
});
