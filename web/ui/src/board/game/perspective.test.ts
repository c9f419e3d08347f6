import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../session/settings.svelte';
import { asBlack, blackInView, inView, viewer } from './perspective';

vi.mock('../../session/settings.svelte', () => ({ settings: { language: 'en', perspective: 'black' } }));

beforeEach(() => {
  settings.perspective = 'black';
});

it('scores are negated with the point of view, and zero has no sign', () => {
  expect([asBlack('black', 3), asBlack('white', 3), Object.is(asBlack('white', 0), 0)]).toEqual([3, -3, true]);
});

describe('a shown value', () => {
  it.each([
    ['black', 'black', 3, 'black', 3],
    ['black', 'white', -3, 'black', 3],
    ['mover', 'black', 3, 'black', 3],
    ['mover', 'white', 3, 'white', -3],
  ] as const)('from the view of %s, with %s to move', (perspective, pov, shown, side, ofBlack) => {
    settings.perspective = perspective;
    expect([inView(3, pov), viewer(pov), blackInView(3, pov)]).toEqual([shown, side, ofBlack]);
  });

  it('of zero has no sign', () => {
    expect(Object.is(inView(0, 'white'), 0)).toBe(true);
    expect(Object.is(blackInView(0, 'white'), 0)).toBe(true);
  });
});
