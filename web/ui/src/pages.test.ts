import { describe, expect, it, vi } from 'vitest';
import { menuOf, pageOf, titleOf } from './pages';

vi.mock('./session/settings.svelte', () => ({ settings: { language: 'en' } }));

describe('titles', () => {
  it.each([
    ['', 'Play — Kaeshi'],
    ['#8/usual/f5?black=human', 'Play — Kaeshi'],
    ['#online', 'Play by link — Kaeshi'],
    ['#online?colour=black&clock=5m&size=8', 'Play by link — Kaeshi'],
    ['#online/ABCDEFGHIJKLMNOP', 'Play by link — Kaeshi'],
    ['#analyse/8/usual/f5', 'Analyse — Kaeshi'],
    ['#tournaments/3', 'Tournaments — Kaeshi'],
    ['#learn/lesson/2', 'Learn — Kaeshi'],
    ['#learn/rules', 'Rules — Kaeshi'],
    ['#learn/course/corners/1', 'Strategy course — Kaeshi'],
    ['#record', 'Record — Kaeshi'],
    ['#database', 'Database — Kaeshi'],
    ['#database/openings/f5d6?from=1995', 'Database — Kaeshi'],
    ['#machines', 'Machines — Kaeshi'],
  ])('of %s is %s', (hash, title) => expect(titleOf(pageOf(hash))).toBe(title));
});

it('shows the pages below a menu entry under it', () => {
  expect([menuOf('rules'), menuOf('course'), menuOf('online'), menuOf('database'), menuOf('train')]).toEqual([
    'learn',
    'learn',
    'play',
    'record',
    'train',
  ]);
});
