import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analysisOf, answerGames, candidate, setUpPage, settled } from '../api/fake';
import { parsePlace, type Place } from './address';
import { BoardView } from './view.svelte';
import { Workbench } from './workbench.svelte';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

beforeEach(() => {
  setUpPage('#analyse');
  answerGames({ a1b1c1: { over: true, winner: 'black', black: 40, white: 24, score_black: 16 } });
});
afterEach(() => vi.unstubAllGlobals());

async function viewOf(hash: string): Promise<{ bench: Workbench; view: BoardView }> {
  const bench = new Workbench();
  await bench.study.open(parsePlace(hash) as Place);
  await settled();
  return { bench, view: new BoardView(bench) };
}

describe('the text below the board', () => {
  it.each([
    ['#analyse/8/usual/a1b1?at=0', 'Start position'],
    ['#analyse/8/usual/a1b1', 'Move 2 of 2'],
    ['#analyse/8/usual/a1b1c1', 'Black wins 40–24'],
  ])('describes the position of %s', async (hash, want) => {
    const { view } = await viewOf(hash);
    expect(view.now).toContain(want);
  });

  it.each([
    ['#analyse/8/usual/a1b1?at=0', 'Start position', ''],
    ['#analyse/8/usual/a1b1?at=1', 'Move 1 of 2', 'Black a1'],
    ['#analyse/8/usual/a1b1', 'Move 2 of 2', 'White b1'],
  ])('gives the place and the last move of %s', async (hash, place, last) => {
    const { view } = await viewOf(hash);
    expect([view.place, view.lastMove]).toEqual([place, last]);
  });

  it('reports why a square cannot be played', async () => {
    const { bench, view } = await viewOf('#analyse/8/usual/a1b1');
    view.table.playAt('h8');
    expect(view.now).toContain('h8');
    expect(bench.study.line).toHaveLength(2);
  });
});

describe('the evaluation bar', () => {
  it.each([
    ['Black ahead', 4.25, 'black', { score: 4.25, text: '+4.3', words: '+4.3, Black ahead, depth 10' }],
    ['White ahead', 4, 'white', { score: -4, text: '−4', words: '−4, White ahead, depth 10' }],
    ['an even position', 0, 'white', { score: 0, text: '0', words: '0, even, depth 10' }],
  ] as const)('shows %s', async (_, score, pov, want) => {
    const { bench, view } = await viewOf('#analyse/8/usual/a1b1');
    expect(view.evaluation).toEqual({ score: null, text: '–', words: 'not known yet' });
    bench.live.analysis = analysisOf([candidate('d3', score)], { pov });
    expect(view.evaluation).toEqual(want);
  });

  it('reveals nothing while a mistake is retried', async () => {
    const { bench, view } = await viewOf('#analyse/8/usual/a1b1');
    bench.live.analysis = analysisOf([candidate('d3', 4)]);
    vi.spyOn(bench.retry, 'secret', 'get').mockReturnValue(true);
    expect(view.evaluation.score).toBeNull();
  });
});

describe('a set-up board', () => {
  it('replaces the study until the server has accepted it', async () => {
    const { bench, view } = await viewOf('#analyse/8/usual/a1');
    bench.edit();
    expect(view.table.game).toEqual(bench.editor?.game);
    expect(view.drawn).toEqual({ arrows: [], circles: [] });
    bench.endEdit();
    expect(bench.editor).not.toBeNull();
    bench.setUp();
    await settled();
    bench.endEdit();
    expect(bench.editor).toBeNull();
  });
});
