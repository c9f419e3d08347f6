// What a puzzle asks, and its verdict and buttons, which stay in view on all screens.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { square, stage } from './harness.mjs';
import { DECK, keepDeck } from './train-states.mjs';

const on = stage();

const TOUCH = { isMobile: true, hasTouch: true };
const SCREENS = [
  { viewport: { width: 390, height: 844 }, language: 'ja', ...TOUCH },
  { viewport: { width: 844, height: 390 }, language: 'en', ...TOUCH },
  { viewport: { width: 1440, height: 900 }, language: 'en' },
];

/** White wins with h2 and g8, and draws with a1. */
const WIN = {
  id: '9472c430e546',
  position: '--OOOOO-XXXXXO--XXXOXXXXXXXXXXXOXXOOOXOOXOXXXOXOXXXXOXOOXOOOX--O O',
  empties: 7,
  difficulty: 2,
  depth: 2,
  tempting: 1,
  best: ['h2'],
  scores: { a1: 0, b1: -4, f8: -4, g2: -8, g8: 4, h2: 12 },
  from: 'kaeshi:skill=5 – kaeshi:skill=7',
};

const card = (puzzle) => ({ ...DECK.cards[0], id: `puzzle:${puzzle.id}`, puzzle });

async function openPuzzle(puzzle, { language, ...options }) {
  const page = await on.open({ hash: '#train', ready: '.today', settings: { language }, options });
  await keepDeck(page, { cards: [card(puzzle)], answers: [] });
  await page.goto('about:blank');
  await page.goto(`${on.server.url}#train/due`);
  await page.locator('.exercise[data-phase=question]').waitFor();
  return page;
}

/** Returns the elements that extend beyond the window of the page, which has not been scrolled. */
const outside = (page) =>
  page.evaluate(() =>
    ['#board', '.exercise h2', '.exercise .words', '.exercise .ways'].filter((selector) => {
      const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
      return scrollY > 0 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    }),
  );

for (const screen of SCREENS) {
  const { width, height } = screen.viewport;
  describe(`${width}×${height}`, () => {
    test('the question, the verdict and the buttons are in view without scrolling', async () => {
      const { puzzle } = DECK.cards[0];
      const page = await openPuzzle(puzzle, screen);
      assert.deepEqual(await outside(page), [], 'question');
      await square(page, 'g7').click();
      await page.locator('.exercise[data-phase=wrong] .ending').waitFor();
      assert.deepEqual(await outside(page), [], 'wrong move');
      await page.locator('.ways button').first().click();
      await square(page, puzzle.best[0]).click();
      await page.locator('.exercise[data-phase=right] .moves').waitFor();
      assert.deepEqual(await outside(page), [], 'right move');
      await page.locator('.ways button').click();
      await page.locator('.exercise[data-phase=question]').waitFor();
      assert.deepEqual(await outside(page), [], 'next puzzle');
    });
  });
}

test('a puzzle that asks for a win accepts every winning move and names the best one', async () => {
  const page = await openPuzzle(WIN, SCREENS[2]);
  await page.getByRole('heading', { name: 'White to play and win' }).waitFor();
  await page.getByText('Every winning move counts.').first().waitFor();
  await square(page, 'a1').click();
  await page.locator('.words', { hasText: 'a1 does not win: 0 with best play.' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await square(page, 'g8').click();
  await page.locator('.words', { hasText: 'Correct: g8 wins, +4. h2 wins by more, +12.' }).waitFor();
  await page.getByText('Our own puzzle, from a game that the program played against itself').waitFor();
});
