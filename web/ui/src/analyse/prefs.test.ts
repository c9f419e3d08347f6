import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpPage } from '../api/fake';
import { DEFAULT_HINTS } from './hints';
import { keepPrefs, loadPrefs } from './prefs';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

beforeEach(() => setUpPage());
afterEach(() => vi.unstubAllGlobals());

const load = () => loadPrefs([8, 16], [8, 16]);
const DEFAULTS = { level: 16, reviewLevel: 16, values: true, hints: DEFAULT_HINTS };

describe('the settings of the analysis', () => {
  it('are kept', () => {
    const kept = {
      level: 8,
      reviewLevel: 8,
      values: false,
      hints: { which: 'some', count: 5, by: 'loss', heat: true },
    };
    keepPrefs(kept as Parameters<typeof keepPrefs>[0]);
    expect(load()).toEqual(kept);
  });

  it.each([
    ['nothing', ''],
    ['damaged text', '{'],
    ['an older version', '{"level":16,"reviewLevel":16,"values":true}'],
    ['unknown values', '{"level":9,"reviewLevel":0,"hints":{"which":"none","count":1,"by":"colour","heat":"yes"}}'],
    ['hints that are no object', '{"hints":3}'],
  ])('are the defaults with %s', (_, text) => {
    localStorage.setItem('kaeshi.analyse', text);
    expect(load()).toEqual(DEFAULTS);
  });
});
