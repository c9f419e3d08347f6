// The layout of the analysis page: the board stays in view while a review is read, and wide screens are used.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { done, tab, WITH_QUICK_SEARCHES } from './analyse-states.mjs';
import { LONG, MIDDLE } from './games.mjs';
import { stage } from './harness.mjs';
import { overflow } from './looks.mjs';

const on = stage({ quiet: false });

const TOUCH = { isMobile: true, hasTouch: true };
const SCREENS = [
  { viewport: { width: 1440, height: 900 }, language: 'en' },
  { viewport: { width: 390, height: 844 }, language: 'ja', ...TOUCH },
  { viewport: { width: 844, height: 390 }, language: 'en', ...TOUCH },
];
const WORDS = {
  en: {
    begin: 'Review the game',
    better: 'Better line',
    refutation: 'Refutation',
    forward: 'One move forward',
    back: 'One move back',
  },
  ja: {
    begin: 'この対局を振り返る',
    better: '最善の手順',
    refutation: 'とがめる手順',
    forward: '一手進む',
    back: '一手戻る',
  },
};
const MOST_SHIFT = 0.05;

const open = (hash, { language, ...options }) =>
  on.open({
    hash,
    ready: '#board[aria-busy=false]',
    settings: { language },
    stored: WITH_QUICK_SEARCHES,
    options: { ...options, serviceWorkers: 'block' },
  });

/** Returns how far an element extends beyond the window; 0 if it is in view. */
const outside = (locator) =>
  locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return Math.max(0, -left, -top, right - innerWidth, bottom - innerHeight);
  });

/** Reports whether the middle of an element is in view and not covered. */
const reachable = (locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen !== null && (seen === element || element.contains(seen));
  });

/** Records layout shifts without input of the person. */
const recordShifts = (page) =>
  page.evaluate(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) globalThis.shifts.push([value, sources.map(({ node }) => node?.className)]);
    }).observe({ type: 'layout-shift' });
  });

for (const screen of SCREENS) {
  const { width, height } = screen.viewport;
  const phone = screen.isMobile === true;
  const words = WORDS[screen.language];

  describe(`${width}×${height}`, () => {
    test('a review of 60 moves is read to the end with the board in view', async () => {
      const page = await open(`#analyse/8/usual/${LONG}`, screen);
      const board = page.locator('#board');
      assert.equal(await outside(board), 0, 'before the review');
      await tab(page, 'review');
      const begin = page.getByRole('button', { name: words.begin });
      const finished = page.locator('.rest a.button[target=_blank]');
      await begin.or(finished).first().waitFor();
      if (await begin.isVisible()) await begin.click();
      await finished.waitFor({ timeout: 90_000 });
      await recordShifts(page);

      const items = page.locator('.mistakes li[data-ply]');
      const count = await items.count();
      assert.ok(count >= 10, `${count} mistakes`);
      for (let i = 0; i < count; i++) {
        const item = items.nth(i);
        await item.locator('.go').click();
        await item.locator('.go[aria-current=step]').waitFor();
        assert.equal(await outside(board), 0, `mistake ${i + 1}`);
        assert.ok(await reachable(item.locator('.go')), `mistake ${i + 1} is in view`);
        if (i % 5 > 0) continue;
        for (const name of [words.better, words.refutation]) {
          const way = item.getByRole('button', { name });
          if ((await way.count()) === 0) continue;
          await way.click();
          await page.locator('.felt.ghost').waitFor();
          assert.equal(await outside(board), 0, `${name} of mistake ${i + 1}`);
          await page.keyboard.press('Escape');
          await page.locator('.felt.ghost').waitFor({ state: 'detached' });
        }
      }
      const shifts = await page.evaluate(() => globalThis.shifts);
      const sum = shifts.reduce((all, [value]) => all + value, 0);
      assert.ok(sum <= MOST_SHIFT, `${sum}: ${JSON.stringify(shifts)}`);
      assert.deepEqual(await overflow(page), []);
    });

    if (phone)
      test('the steps are at the lower edge of the screen', async () => {
        const page = await open(`#analyse/8/usual/${MIDDLE}?at=4`, screen);
        const pager = page.locator('.pager');
        for (const [name, cursor] of [
          [words.forward, 5],
          [words.back, 4],
        ]) {
          const button = pager.getByRole('button', { name });
          assert.equal(await outside(button), 0);
          const box = await button.boundingBox();
          assert.ok(box.y > height - 72, `${box.y}`);
          assert.ok(box.x > width / 2, 'under the right thumb');
          await button.click();
          await page.waitForFunction((at) => new RegExp(`at=${at}$`).test(location.hash), cursor);
          assert.equal(await outside(page.locator('#board')), 0);
        }
      });
    else
      test('the window is filled and only lists scroll', async () => {
        const page = await open(`#analyse/8/usual/${MIDDLE}`, screen);
        await done(page);
        const { scrollHeight, clientHeight } = await page.evaluate(() => {
          const { scrollHeight, clientHeight } = document.scrollingElement;
          return { scrollHeight, clientHeight };
        });
        assert.ok(scrollHeight <= clientHeight, `the page is ${scrollHeight} px high in ${clientHeight} px`);
        for (const part of ['.graph', '.tools', '#moves-title', '#review-title', '#explorer-title'])
          assert.equal(await outside(page.locator(part).first()), 0, part);
      });
  });
}

test('in a low window no tool is clipped, and the list of moves has rows', async () => {
  const page = await open(`#analyse/8/usual/${MIDDLE}`, { viewport: { width: 1280, height: 720 }, language: 'ja' });
  await done(page);
  const tools = page.locator('.tools .named');
  for (let i = 0; i < (await tools.count()); i++)
    assert.ok(await reachable(tools.nth(i)), await tools.nth(i).innerText());
  const column = await page.locator('.centre').boundingBox();
  for (const part of ['.tools', '.graph']) {
    const box = await page.locator(part).first().boundingBox();
    assert.ok(box.x + box.width <= column.x + column.width + 1, `${part} is too wide`);
  }
  const list = await page.locator('.moves .list').boundingBox();
  assert.ok(list.height >= 120, `${list.height}`);
});

test('on large screens the side columns use the width, and no line is clipped', async () => {
  const page = await open(`#analyse/8/usual/${MIDDLE}`, { viewport: { width: 2560, height: 1440 }, language: 'en' });
  await done(page);
  for (const column of ['.left', '.right']) {
    const box = await page.locator(column).boundingBox();
    assert.ok(box.width >= 480, `${column} is ${box.width} px wide`);
  }
  const clipped = await page
    .locator('.lines .follow > [aria-hidden]:not(.pv)')
    .evaluateAll((parts) =>
      parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.innerText),
    );
  assert.deepEqual(clipped, []);
  const [header, main] = await page
    .locator('.masthead, main')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
  assert.equal(header, main, 'the header is as wide as the page');
});
