// Runs of puzzles, and the rating that answers change.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { square, stage } from './harness.mjs';
import { deckOf } from './train-states.mjs';

const on = stage();

const TOUCH = { isMobile: true, hasTouch: true };
const SCREENS = [
  { viewport: { width: 390, height: 844 }, language: 'en', ...TOUCH },
  { viewport: { width: 844, height: 390 }, language: 'ja', ...TOUCH },
  { viewport: { width: 1440, height: 900 }, language: 'ja' },
];

/** Opens a run; returns its puzzles by position. */
async function openRun(mode, { language, ...options }) {
  const page = await on.open({ hash: `#train/run?mode=${mode}`, ready: '.start', settings: { language }, options });
  const puzzles = new Map();
  await page.route(/\/puzzles\?/, async (route) => {
    const response = await route.fetch();
    for (const puzzle of (await response.json()).puzzles) puzzles.set(puzzle.position.split(' ')[0], puzzle);
    await route.fulfill({ response });
  });
  await page.locator('.start button').click();
  await page.locator('.run[data-phase=playing]').waitFor();
  return { page, puzzles };
}

/** Returns the puzzle on the board. */
async function current(page, puzzles) {
  const position = await page.evaluate(() =>
    [...document.querySelectorAll('[data-square]')]
      .map((cell) => {
        const name = cell.getAttribute('aria-label');
        return /black|黒/.test(name) ? 'X' : /white|白/.test(name) ? 'O' : '-';
      })
      .join(''),
  );
  const puzzle = puzzles.get(position);
  assert.ok(puzzle, position);
  return puzzle;
}

const worst = ({ scores }) => Object.keys(scores).reduce((a, b) => (scores[a] <= scores[b] ? a : b));

async function answer(page, puzzles, right) {
  await page.locator('.run h2').waitFor();
  const puzzle = await current(page, puzzles);
  await square(page, right ? puzzle.best[0] : worst(puzzle)).click();
  await page.locator('.run .judged').waitFor();
  return puzzle;
}

const outside = (page) =>
  page.evaluate(() =>
    ['#board', '.run h2', '.run .judged', '.run .ways'].filter((selector) => {
      const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
      return scrollY > 0 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    }),
  );

for (const screen of SCREENS) {
  const { width, height } = screen.viewport;
  describe(`${width}×${height}`, () => {
    test('a streak ends with the first miss, and its best result is kept', async () => {
      const { page, puzzles } = await openRun('streak', screen);
      const first = await answer(page, puzzles, true);
      assert.deepEqual(await outside(page), []);
      await page.locator('.run .judged').waitFor({ state: 'detached' });
      const missed = await answer(page, puzzles, false);
      assert.deepEqual(await outside(page), []);
      await page.locator('.run[data-phase=over]').waitFor();
      await page.locator('.run .result', { hasText: '1' }).waitFor();
      const { answers, cards } = await deckOf(page);
      assert.deepEqual(
        answers
          .sort((a, b) => (a.at < b.at ? -1 : 1))
          .map(({ card, run, quality }) => [card, run.split(':')[0], quality >= 4]),
        [
          [`puzzle:${first.id}`, 'streak', true],
          [`puzzle:${missed.id}`, 'streak', false],
        ],
      );
      assert.deepEqual(
        cards.map(({ id }) => id),
        [`puzzle:${missed.id}`],
      );
      await page.goto(`${on.server.url}#train/puzzles`);
      await page.locator('.runs a[href$="mode=streak"] .best', { hasText: '1' }).waitFor();
    });
  });
}

test('three minutes end with the clock', async () => {
  const { language, ...options } = SCREENS[2];
  const page = await on.open({ hash: '#train', ready: '.today', settings: { language }, options });
  await page.clock.install();
  await page.goto('about:blank');
  await page.goto(`${on.server.url}#train/run`);
  await page.locator('.start button').click();
  await page.locator('.run .left', { hasText: /^[23]:/ }).waitFor();
  await page.clock.fastForward('03:01');
  await page.locator('.run[data-phase=over]').waitFor();
});

test('the first answer to a puzzle changes the rating, which is shown with a graph', async () => {
  const page = await on.open({ hash: '#train/puzzles?difficulty=1', ready: '.exercise', settings: { language: 'en' } });
  await page.getByText('Your first answer to a puzzle starts your rating.').waitFor();
  for (const rating of ['.rating .now b', '.rating polyline']) {
    await page.locator('.exercise[data-phase=question]').waitFor();
    await page.keyboard.press('s');
    await page.locator(rating).waitFor({ state: 'attached' });
    await page.keyboard.press('n');
  }
  const [before] = (await page.locator('.rating .now b').innerText()).split(' ');
  assert.ok(Number(before) < 1200, before);
  await page.locator('.rating .change', { hasText: '−' }).waitFor();
});

test('a middle-game exercise names two candidates, or none, and says how its values were found', async () => {
  const page = await on.open({
    hash: '#train/puzzles?part=midgame',
    ready: '.exercise[data-phase=question]',
    settings: { language: 'en' },
  });
  const title = await page.locator('.exercise h2').innerText();
  const [, a, b] = /^(?:Black|White) to play: (\w\d) or (\w\d)\?$/.exec(title) ?? assert.fail(title);
  assert.deepEqual(await page.locator('#board .note').count(), 2);
  await square(page, a).click();
  await page.locator('.exercise:is([data-phase=wrong], [data-phase=right])').waitFor();
  if ((await page.locator('.exercise[data-phase=wrong]').count()) > 0) {
    await page.getByRole('button', { name: 'Try again' }).click();
    await square(page, b).click();
    await page.locator('.exercise[data-phase=right]').waitFor();
  }
  await page.getByText('The values are from a search of 16 moves ahead, at 95 % confidence.').waitFor();
  await page.getByRole('radio', { name: 'None' }).check({ force: true });
  await page.getByRole('heading', { name: /to play: find the best move$/ }).waitFor();
  assert.match(await page.evaluate(() => location.hash), /part=midgame&open=1$/);
});
