import { describe, expect, it } from 'vitest';
import type { Review } from '../analyse/types';
import { mistakeCard, mistakesIn, openingCard, puzzleCard } from './cards';
import { deckFile, merged, readDeck } from './deckfile';
import { daysInARow, forecast, nextDue, rates, stageOf, suitable, tallies } from './progress';
import { remembered, type Quality } from './sm2';
import type { Answer, Card, Puzzle } from './types';

const NOW = new Date(2026, 10, 21, 12);
const TODAY = '2026-11-21';

const puzzle = (id: string): Puzzle => ({
  id,
  position: `${'X'.repeat(60)}OO-- X`,
  empties: 2,
  difficulty: 2,
  best: ['h8'],
  scores: { h8: 6, g8: -2 },
  from: 'A – B, 2001',
});
const opening = openingCard({ moves: 'f5d6c3d3c4', name: { en: 'Tiger', ja: '虎' }, side: 'black' }, NOW, TODAY);

const judged = (ply: number, move: string, mark: '' | '?!' | '?' | '??', pov: 'black' | 'white') => ({
  ply,
  number: ply,
  move,
  mark,
  pov,
  choices: move === 'pass' ? 0 : 5,
  best: ['a1'],
  score: 4,
  played: -4,
  loss: mark ? 8 - ply / 10 : 0,
  resultLoss: 0,
  uncertain: false,
  depth: 12,
  confidence: 73,
  exact: false,
  source: 'depth' as const,
  pv: ['a1', 'b1'],
  reply: ['h8'],
  why: [{ code: 'corner', en: 'It gives a corner.', ja: '隅を渡します。' }],
  device: false,
});
const review: Review = {
  moves: [
    judged(1, 'f5', '', 'black'),
    judged(2, 'd6', '??', 'white'),
    judged(3, 'c3', '?', 'black'),
    judged(4, 'pass', '', 'white'),
    judged(5, 'd3', '?!', 'black'),
    judged(6, 'c4', '?', 'white'),
  ],
  black: null,
  white: null,
  exactFrom: 0,
  opening: null,
  device: false,
};
const game = { size: 8, start: 'usual', moves: 'f5d6c3d3c4' } as const;
const mistakes = mistakesIn(review, game, ['black', 'white'], { black: 'Ann', white: '' });
const cards: Card[] = [
  puzzleCard(puzzle('p1'), NOW, TODAY),
  opening,
  ...mistakes.map((mistake) => mistakeCard(mistake, NOW, TODAY)),
];

const answer = (day: number, quality: Quality, change: Partial<Answer> = {}): Answer => ({
  id: `a${day}-${Math.random()}`,
  at: new Date(2026, 10, day, 10).toISOString(),
  card: 'puzzle:p1',
  kind: 'puzzle',
  quality,
  difficulty: 2,
  loss: quality < 4 ? 6 : 0,
  ...change,
});

describe('mistakes of a review', () => {
  it('are the serious ones of the requested sides, with the moves before them but no passes', () => {
    expect(mistakes.map(({ played, question }) => [played, question.moves])).toEqual([
      ['d6', 'f5'],
      ['c3', 'f5d6'],
      ['c4', 'f5d6c3d3'],
    ]);
    expect(mistakesIn(review, game, ['black'], { black: '', white: '' }).map(({ played }) => played)).toEqual(['c3']);
  });

  it('are one card per position, whatever move was played there', () => {
    const [first] = mistakes;
    expect(mistakeCard({ ...first!, played: 'e6' }, NOW, TODAY).id).toBe(mistakeCard(first!, NOW, TODAY).id);
    expect(new Set(cards.map(({ id }) => id)).size).toBe(cards.length);
  });
});

describe('a deck as a file', () => {
  const answers = [answer(20, 5), answer(21, 1)];
  const text = JSON.stringify(deckFile(cards, answers, NOW));

  it('round-trips', () => {
    expect(readDeck(text)).toEqual({ cards, answers });
  });

  it('is rejected with the location of the flaw', () => {
    expect(readDeck('deck?')).toEqual({ flaw: { what: 'json' } });
    expect(readDeck('null')).toEqual({ flaw: { what: 'schema' } });
    expect(readDeck('{"schema":"kaeshi/deck/2","cards":[],"answers":[]}')).toEqual({ flaw: { what: 'schema' } });
    const broken = (change: object) => JSON.stringify({ ...deckFile(cards, answers, NOW), ...change });
    expect(readDeck(broken({ answers: [answers[0], { ...answers[1], quality: 6 }] }))).toEqual({
      flaw: { what: 'answer', place: 2 },
    });
    const flaws: object[] = [
      { ...cards[0], memory: { ...opening.memory, due: 'soon' } },
      { ...cards[0], memory: { ...opening.memory, ease: 0 } },
      { ...cards[0], puzzle: { ...puzzle('p1'), best: ['a1'] } },
      { ...cards[0], puzzle: { ...puzzle('p1'), position: '<b>' } },
      { ...opening, line: { ...opening.line, moves: 'f5;d6' } },
      { ...opening, id: 'puzzle:p1' },
      { ...cards[2], mistake: { ...mistakes[0], why: [{}] } },
      { ...cards[2], mistake: { ...mistakes[0], best: [] } },
    ];
    for (const flaw of flaws)
      expect(readDeck(broken({ cards: [cards[0], flaw] })), JSON.stringify(flaw)).toEqual({
        flaw: { what: 'card', place: 2 },
      });
  });

  it('never throws on truncated or corrupted files', () => {
    for (let i = 0; i < text.length; i += 7) {
      const cut = readDeck(text.slice(0, i) + text.slice(i + 5));
      if ('cards' in cut) expect(cut.cards.length).toBe(cards.length);
    }
  });

  it('is merged with another deck: later answers win, without duplicates', () => {
    const learnt = { ...opening, memory: remembered(opening.memory, 4, TODAY) };
    expect(merged(cards, [learnt])).toHaveLength(cards.length);
    expect(merged(cards, [learnt]).find(({ id }) => id === opening.id)).toEqual(learnt);
    expect(merged([learnt], cards).find(({ id }) => id === opening.id)).toEqual(learnt);
    expect(merged([], cards)).toEqual(cards);
  });
});

describe('progress', () => {
  const answers = [answer(18, 5), answer(20, 1), answer(20, 4), answer(21, 5, { difficulty: 3 })];

  it('counts the answers per day, and the days in a row', () => {
    expect(tallies(answers, TODAY, 3)).toEqual([
      { day: '2026-11-19', clean: 0, missed: 0 },
      { day: '2026-11-20', clean: 1, missed: 1 },
      { day: TODAY, clean: 1, missed: 0 },
    ]);
    expect(daysInARow(answers, TODAY)).toBe(2);
    expect(daysInARow(answers, '2026-11-22')).toBe(2);
    expect(daysInARow(answers, '2026-11-23')).toBe(0);
    expect(daysInARow([], TODAY)).toBe(0);
  });

  it('summarizes each difficulty', () => {
    expect(rates(answers).slice(1, 3)).toEqual([
      { difficulty: 2, tried: 3, clean: 2, loss: 2 },
      { difficulty: 3, tried: 1, clean: 1, loss: 0 },
    ]);
    expect(rates([])).toHaveLength(5);
  });

  it('forecasts due cards, with overdue ones today', () => {
    const overdue = { ...opening, memory: { ...opening.memory, due: '2026-11-01' } };
    const later = { ...cards[0]!, memory: remembered(cards[0]!.memory, 4, TODAY) };
    expect(forecast([overdue, later], TODAY, 2)).toEqual([
      { day: TODAY, due: 1 },
      { day: '2026-11-22', due: 1 },
    ]);
    expect(nextDue([later, overdue])).toBe('2026-11-01');
    expect(nextDue([])).toBeNull();
    expect([opening, later, { ...later, memory: { ...later.memory, interval: 21 } }].map(stageOf)).toEqual([
      'fresh',
      'learning',
      'known',
    ]);
  });

  it('adapts the difficulty: up after two clean answers, down after a miss', () => {
    expect(suitable([])).toBe(2);
    expect(suitable([answer(1, 5), answer(2, 5)])).toBe(3);
    expect(suitable([answer(1, 5), answer(2, 5), answer(3, 1, { difficulty: 3 })])).toBe(2);
    expect(suitable([answer(1, 2), answer(2, 2), answer(3, 2)])).toBe(1);
    expect(suitable(Array.from({ length: 20 }, (_, i) => answer(i + 1, 5, { difficulty: 5 })))).toBe(5);
    expect(suitable([answer(1, 5, { difficulty: 1 }), answer(2, 5, { difficulty: 1 })])).toBe(2);
  });
});
