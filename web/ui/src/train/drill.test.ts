import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, answerGames, setUpPage, settled } from '../api/fake';
import { wake } from '../session/fakesleep';
import { Announcer } from '../session/announcer.svelte';
import { Drill } from './drill.svelte';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));
vi.mock('../session/sleep', () => import('../session/fakesleep'));

const LINE = { moves: 'a1b1c1d1', name: { en: 'Row' }, side: 'white' as const };

beforeEach(() => {
  setUpPage();
  answerGames();
});
afterEach(() => vi.unstubAllGlobals());

async function drillOf(first = true) {
  const ended = vi.fn();
  const drill = new Drill(LINE, first, new Announcer(), ended);
  await drill.begin();
  return { drill, ended };
}

describe('a drill', () => {
  it('plays the moves of the other side', async () => {
    const { drill, ended } = await drillOf();
    expect([drill.phase, drill.cursor, drill.expected, drill.own, drill.done]).toEqual(['question', 1, 'b1', 2, 0]);
    drill.playAt('b1');
    await expect.poll(() => [drill.phase, drill.cursor, drill.done]).toEqual(['question', 3, 1]);
    drill.playAt('d1');
    await expect.poll(() => drill.phase).toBe('over');
    expect([drill.quality, ended.mock.calls.length]).toEqual([5, 1]);
  });

  it('marks the right move after two wrong ones', async () => {
    const { drill } = await drillOf();
    drill.playAt('c1');
    expect([drill.phase, drill.wrong, drill.misses]).toEqual(['wrong', 'c1', 1]);
    drill.playAt('d1');
    expect([drill.phase, drill.misses]).toEqual(['revealed', 2]);
    drill.playAt('b1');
    await expect.poll(() => [drill.phase, drill.wrong]).toEqual(['question', '']);
    expect(drill.quality).toBe(2);
  });

  it('marks the move as a hint', async () => {
    const { drill } = await drillOf();
    drill.hint();
    expect([drill.phase, drill.hinted]).toEqual(['revealed', true]);
  });

  it('shows the line, and then starts the practice', async () => {
    const { drill } = await drillOf(false);
    const watched = drill.watch();
    expect(drill.phase).toBe('watching');
    await settled();
    wake(); // Ends the display of the whole line.
    await watched;
    expect([drill.phase, drill.cursor, drill.revealed, drill.quality]).toEqual(['question', 1, true, 1]);
  });

  it('keeps the error of an unreachable server, and can be restarted', async () => {
    answer('game', () => ({ status: 500, body: {} }));
    const { drill } = await drillOf();
    expect([drill.phase, drill.failure?.kind]).toEqual(['loading', 'offline']);
    answerGames();
    await drill.begin();
    expect([drill.phase, drill.failure]).toEqual(['question', null]);
  });

  it('reports why a square cannot be played', async () => {
    const { drill } = await drillOf();
    drill.playAt('h8');
    expect([drill.phase, drill.refused?.kind, drill.misses]).toEqual(['question', 'turnsNothing', 0]);
  });
});
