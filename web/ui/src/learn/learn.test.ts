import { describe, expect, it, vi } from 'vitest';
import { END, formatPlace, parsePlace, START } from './address';
import { chartOf } from './chart';
import { fit, guess, meanError } from './lessons/fit';
import { ALL } from './lessons/lessons';
import { fewestLeaves, uniformTree } from './lessons/orderedtree';
import { indexOf, pictureOf, sizeOfPosition, squareAt } from './position';

// The lessons send requests to the server, which these tests replace.
vi.mock('../api/client', () => ({ address: vi.fn(), fetchJSON: vi.fn(), fetchSnapshot: vi.fn() }));

describe('the address', () => {
  it.each([
    ['#learn', 'home'],
    ['#learn/', 'home'],
    ['#learn/tictactoe', 'tictactoe'],
    ['#learn/lesson/3', 'lesson'],
    ['#learn/tree?size=4', 'tree'],
  ] as const)('%s is %s', (hash, section) => {
    expect(parsePlace(hash)?.section).toBe(section);
  });

  it.each(['', '#', '#record', '#learn/nowhere', '#8/usual/f5'])('%j is not a section', (hash) => {
    expect(parsePlace(hash)).toBeNull();
  });

  it('round-trips', () => {
    const place = {
      section: 'tree' as const,
      ...START,
      size: 4 as const,
      moves: 'b1c1d3',
      algorithms: ['pvs' as const],
      depth: END,
      at: 17,
      list: true,
      view: 'mover' as const,
    };
    const hash = formatPlace(place);
    expect(hash).toBe('#learn/tree?game=othello&size=4&moves=b1c1d3&algo=pvs&depth=end&pov=mover&view=list&at=17');
    expect(parsePlace(hash)).toMatchObject(place);
  });

  it('has the place of a walk through a certificate', () => {
    const place = {
      section: 'proof' as const,
      position: '-----OX--XO----- X',
      claim: { prover: 'O' as const, target: -10 },
      moves: 'b1--c1',
      list: true,
      at: 3,
    };
    const hash = formatPlace(place);
    expect(hash).toBe('#learn/proof?position=-----OX--XO-----+X&claim=white-10&moves=b1--c1&view=list&at=3');
    expect(parsePlace(hash)).toMatchObject(place);
    for (const claim of ['', 'white', 'red4', 'black+4', 'black100'])
      expect(parsePlace(`#learn/proof?claim=${claim}`)?.claim).toBeNull();
  });

  it('keeps positions of every game', () => {
    for (const [game, position] of [
      ['tictactoe', 'O-XX-X-OO X'],
      ['numbers', '((5 7 3)(1 ? ?)(-4 0 2))'],
    ] as const)
      expect(
        parsePlace(formatPlace({ section: 'tree', ...START, game, position, algorithms: ['minimax'] })),
      ).toMatchObject({ game, position });
  });

  it('tolerates invalid values', () => {
    expect(parsePlace('#learn/tree?size=5&depth=99&algo=x,y&at=-3&moves=zz')).toMatchObject({
      size: 8,
      depth: 3,
      algorithms: [],
      at: null,
      moves: '',
    });
    expect(parsePlace('#learn/lesson/99')?.lesson).toBe(9);
  });
});

describe('positions', () => {
  it('parses boards and names squares', () => {
    expect(pictureOf('O-XX-X-OO X', 'tictactoe').cells.slice(0, 3)).toEqual(['o', null, 'x']);
    expect(pictureOf('-----OX--XO----- X', 'othello')).toMatchObject({ size: 4 });
    expect(pictureOf('oops', 'othello').size).toBe(2);
    expect(pictureOf('nonsense', 'othello').size).toBe(0);
    expect([squareAt(63, 8), indexOf('h8', 8), indexOf('e5', 4)]).toEqual(['h8', 63, -1]);
    expect([sizeOfPosition('-----OX--XO----- X'), sizeOfPosition('f5d6')]).toEqual([4, null]);
  });
});

describe('the lessons', () => {
  it('are nine, each in both languages, with a claim, positions and a task', () => {
    expect(ALL).toHaveLength(9);
    for (const { title, text, claim, cases, task, live, address } of ALL) {
      for (const sentence of [title, ...text, claim, task, live.note, ...cases.map(({ name }) => name)])
        expect(Math.min(sentence.en.length, sentence.ja.length)).toBeGreaterThan(2);
      expect(cases.length).toBeGreaterThan(0);
      expect(address).toMatch(/^#/);
    }
  });

  it('use uniform best-first trees, whose value is that of the first leaf', () => {
    const minimax = (tree: unknown, largest: boolean): number =>
      Array.isArray(tree)
        ? (largest ? Math.max : Math.min)(...tree.map((child) => minimax(child, !largest)))
        : Number(tree);
    const parse = (text: string): unknown =>
      JSON.parse(text.replace(/\(/g, '[').replace(/\)/g, ']').replace(/ /g, ','));
    for (const [b, d] of [
      [3, 3],
      [2, 4],
      [3, 4],
      [2, 6],
      [4, 4],
    ] as const)
      for (const order of ['best-first', 'best-last'] as const)
        expect(minimax(parse(uniformTree(b, d, order)), true)).toBe(50);
    expect([fewestLeaves(3, 3), fewestLeaves(2, 4), fewestLeaves(4, 4)]).toEqual([11, 7, 31]);
  });

  it('recover known weights', () => {
    const samples = Array.from({ length: 200 }, (_, i) => {
      const features = [((i * 7) % 5) - 2, ((i * 11) % 9) - 4, ((i * 13) % 7) - 3, 1];
      return { features, result: 3 * (features[0] ?? 0) + (features[1] ?? 0) - 0.5 * (features[2] ?? 0) + 2, discs: 0 };
    });
    const weights = fit(samples);
    [3, 1, -0.5, 2].forEach((w, i) => expect(weights[i]).toBeCloseTo(w, 3));
    expect(meanError(samples, (sample) => guess(weights, sample))).toBeLessThan(0.01);
  });
});

describe('the chart', () => {
  it('is logarithmic, and its names do not overlap', () => {
    const chart = chartOf(
      [
        { name: 'a', nodes: [10, 100, 1000] },
        { name: 'b', nodes: [10, 100, 990] },
        { name: 'c', nodes: [1, null, 5] },
      ],
      { left: 0, right: 200, top: 0, bottom: 300 },
    );
    const [a, b, c] = chart.curves;
    expect(a?.spots.map(({ y }) => Math.round(y))).toEqual([200, 100, 0]);
    expect(c?.spots).toHaveLength(2);
    expect(Math.abs((a?.labelY ?? 0) - (b?.labelY ?? 0))).toBeGreaterThanOrEqual(17);
    expect(chart.ticksY.map(({ nodes }) => nodes)).toEqual([1, 10, 100, 1000]);
  });
});
