import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, answerGames, busy, ok, requests, setUpPage, settled, snapshotAfter } from '../api/fake';
import { NAMELESS, parsePlace, type Place } from './address';
import { placeOfOpened } from './opening';
import { Study } from './study.svelte';
import { nodeOf } from './tree';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

vi.mock('../session/sleep', () => import('../session/fakesleep'));

beforeEach(() => {
  setUpPage('#analyse');
  answerGames();
});
afterEach(() => vi.unstubAllGlobals());

async function studyOf(hash: string): Promise<Study> {
  const study = new Study();
  await study.open(parsePlace(hash) as Place);
  await settled();
  return study;
}

describe('a study', () => {
  it('opens at the end of the main line, or at the node of the address', async () => {
    const study = await studyOf('#analyse/8/usual/a1b1c1');
    expect([study.cursor, study.turn, study.opening, study.failure]).toEqual([3, 'white', false, null]);
    expect((await studyOf('#analyse/8/usual/a1b1c1?at=1')).cursor).toBe(1);
  });

  it('adds a played move as a variation of the main line', async () => {
    const study = await studyOf('#analyse/8/usual/a1b1?at=1');
    study.playAt('c1');
    await settled();
    expect([study.aside, study.mainCursor, study.address]).toEqual([true, 1, '#analyse/8/usual/a1b1(c1)?at=3']);
    expect(location.hash).toBe(study.address);
  });

  it('reports why a square cannot be played', async () => {
    const study = await studyOf('#analyse/8/usual/a1');
    study.playAt('h8');
    expect(study.refused).toEqual({ kind: 'turnsNothing', square: 'h8', turn: 'white' });
  });

  it('adds a forced pass to the tree', async () => {
    answerGames({ a1: { legal: [], pass: true } });
    const study = await studyOf('#analyse/8/usual/a1');
    expect(nodeOf(study.tree, study.at).ply).toMatchObject({ move: 'pass', turn: 'white' });
  });

  it('does not repeat requests', async () => {
    const study = await studyOf('#analyse/8/usual/a1b1');
    study.step(1);
    await settled();
    const before = requests.length;
    study.step(2);
    study.step(1);
    await settled();
    expect(requests.length).toBe(before);
  });

  it('removes and promotes lines', async () => {
    const study = await studyOf('#analyse/8/usual/a1b1(c1)');
    const [main, other] = nodeOf(study.tree, study.main[0]?.id ?? 0).children;
    study.promote(other ?? 0);
    expect(study.main.at(-1)?.id).toBe(other);
    study.remove(other ?? 0);
    expect(study.main.at(-1)?.id).toBe(main);
  });

  it('retries a game that could not be opened', async () => {
    answer('game', () => ({ status: 500, body: {} }));
    const study = await studyOf('#analyse/8/usual/a1b1');
    expect([study.failure?.kind, study.opening, study.cursor]).toEqual(['offline', false, 0]);
    answerGames();
    study.retry();
    await settled();
    expect([study.failure, study.cursor]).toEqual([null, 2]);
  });

  it('keeps the variations and notes of a file, and announces them with their moves', async () => {
    const place = placeOfOpened(
      {
        ...{ size: 8, start: 'usual', moves: 'a1b1', tree: 'a1b1(c1)', black: '', white: '', name: '', result: '' },
        notes: [{ moves: 'a1c1', note: { comment: 'better' } }],
      },
      { damaged: 0 },
    );
    const study = new Study();
    await study.open(place);
    await settled();
    expect(study.announcer.lines.map(({ words }) => words).join()).toContain('1 variation, 1 note on moves');
    expect(study.address).toBe(`#analyse/8/usual/a1b1(c1)?file=${place.file}`);
    study.sibling(1);
    expect(study.noteAt(study.at)?.comment).toBe('better');
    const again = await studyOf(study.address);
    expect([again.noteAt(again.at)?.comment, again.filed]).toEqual(['better', study.filed]);
    again.begin({ size: 8, start: 'usual', position: '' });
    await settled();
    expect([again.file, again.filed]).toEqual(['', null]);
  });

  it('waits while the server limits the rate', async () => {
    let refusals = 2;
    answer('game', (query) => (refusals-- > 0 ? busy(0.01) : ok(snapshotAfter(query.get('moves') ?? ''))));
    const study = await studyOf('#analyse/8/usual/a1b1');
    expect([study.failure, study.cursor]).toEqual([null, 2]);
  });

  it('drops the response for a game that has been replaced', async () => {
    const study = new Study();
    const first = study.open(parsePlace('#analyse/8/usual/a1b1') as Place);
    study.begin({ size: 6, start: 'usual', position: '' });
    await first;
    await settled();
    expect([study.tree.origin.size, study.names, study.opening]).toEqual([6, NAMELESS, false]);
  });
});
