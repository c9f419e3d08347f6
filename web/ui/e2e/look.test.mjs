// Accessibility (axe-core), widths, motion, and touch targets in every state, language and theme.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { openPage, settled, square, startBrowser, startServer } from './harness.mjs';
import { show, STATES, storeGames } from './states.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** For axe-core: what the left-out states show, others show too. */
const EXAMINED = STATES.filter(({ name }) => !['middle', 'wiped-out', 'board-6', 'set-up', 'resigned'].includes(name));
const SIZES = { narrow: { width: 360, height: 740 }, wide: { width: 1440, height: 900 } };

let server;
let browser;

before(async () => {
  server = await startServer();
  await storeGames(server);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** What axe-core finds wrong; `rules` limits it to these. */
async function violations(page, rules) {
  await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations: found } = await page.evaluate((o) => globalThis.axe.run(document, o), options);
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`));
}

const sideways = (page) => page.evaluate(() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth);

for (const language of ['en', 'ja']) {
  for (const [name, viewport] of Object.entries(SIZES)) {
    describe(`${language}, ${name}`, () => {
      let page;
      before(async () => {
        // Reduced motion: axe would otherwise measure the contrast of half-faded words.
        const phone = { isMobile: name === 'narrow', hasTouch: name === 'narrow' };
        const options = { viewport, colorScheme: 'light', reducedMotion: 'reduce', ...phone };
        page = await openPage(browser, server, { settings: { language, pace: 2 }, options });
      });
      after(() => page.context().close());

      for (const state of EXAMINED) {
        test(state.name, async () => {
          await page.emulateMedia({ colorScheme: 'light' });
          await show(page, server, state);
          assert.deepEqual(await violations(page), []);
          // The theme changes colours alone.
          await page.emulateMedia({ colorScheme: 'dark' });
          assert.deepEqual(await violations(page, ['color-contrast']), [], 'in the dark theme');
          for (const scheme of ['dark', 'light']) {
            await page.emulateMedia({ colorScheme: scheme });
            await page.evaluate(() => (document.documentElement.dataset.theme = 'contrast'));
            assert.deepEqual(await violations(page, ['color-contrast', 'color-contrast-enhanced']), [], `in high contrast, ${scheme}`);
          }
          assert.ok((await sideways(page)) <= 0, 'the page scrolls sideways');
          assert.deepEqual(page.errors, [], 'the page reported errors');
        });
      }
    });
  }
}

test('even 320 px need no sideways scrolling', async () => {
  const options = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
  const page = await openPage(browser, server, { settings: { language: 'ja', pace: 2 }, options });
  for (const state of STATES) {
    await show(page, server, state);
    assert.ok((await sideways(page)) <= 0, `${state.name} scrolls sideways`);
  }
  await page.context().close();
});

test('at 360 px a square is 42 px, and every other target at least 44', async () => {
  const options = { viewport: SIZES.narrow, isMobile: true, hasTouch: true };
  const page = await openPage(browser, server, { options });
  await show(page, server, STATES.find((state) => state.name === 'watch'));
  const small = await page.evaluate(() => {
    const cell = document.querySelector('[role=gridcell]').getBoundingClientRect();
    const targets = [...document.querySelectorAll('button:not([role]), select, input, a[href]:not(.skip)')];
    const tooSmall = targets
      .filter((target) => target.checkVisibility())
      .filter((target) => (target.closest('label') ?? target).getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML.slice(0, 90));
    return { cell: cell.width, tooSmall };
  });
  assert.ok(small.cell >= 42, `a square is ${small.cell} px wide`);
  assert.deepEqual(small.tooSmall, []);
  await page.context().close();
});

test('the buttons stay where they are, whatever the status line says', async () => {
  for (const [name, viewport] of Object.entries(SIZES)) {
    for (const language of ['en', 'ja']) {
      const options = { viewport, isMobile: name === 'narrow' };
      const page = await openPage(browser, server, { settings: { language, pace: 2 }, options });
      const tops = {};
      for (const state of STATES.filter((s) => s.hash.startsWith('#8') && !['new-game', 'new-game-clock', 'strength', 'settings', 'keys', 'lesson', 'clocks', 'resigned'].includes(s.name))) {
        await show(page, server, state);
        tops[state.name] = await page.locator('.actions').evaluate((bar) => bar.getBoundingClientRect().top);
      }
      assert.equal(new Set(Object.values(tops)).size, 1, `${name}, ${language}: ${JSON.stringify(tops)}`);
      await page.context().close();
    }
  }
});

/** The longest time, delay included, that a disc on the board takes to turn, in milliseconds. */
const longestTurn = (page) =>
  page.evaluate(() => {
    const ms = (text) => Number.parseFloat(text) * (text.endsWith('ms') ? 1 : 1000);
    const turns = [...document.querySelectorAll('#board .disc')].map((disc) => {
      const style = getComputedStyle(disc);
      return ms(style.transitionDuration) + ms(style.transitionDelay);
    });
    return Math.max(...turns);
  });

test('discs turn within 250 ms, and at once under reduced motion', async () => {
  const long = '#8/usual/e6f4e3f6g5d6e7f5?black=human&white=human';
  const page = await openPage(browser, server, { hash: long });
  await settled(page);
  await square(page, 'c5').click();
  await page.getByRole('gridcell', { name: 'c5, black, last move' }).waitFor();
  const longest = await longestTurn(page);
  assert.ok(longest > 170 && longest <= 250, `${longest} ms`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await longestTurn(page), 0);
  await page.context().close();
});

test('the theme follows the system until it is chosen, and is remembered', async () => {
  const page = await openPage(browser, server, { options: { colorScheme: 'dark' } });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  const light = await paper();
  assert.notEqual(light, dark);
  await page.reload();
  await page.getByRole('button', { name: 'Theme: light' }).waitFor();
  assert.equal(await paper(), light);
  await page.getByRole('button', { name: 'Theme: light' }).click();
  assert.equal(await paper(), dark);
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  assert.equal(await paper(), 'rgb(0, 0, 0)', 'high contrast is as dark as the system');
  await page.getByRole('button', { name: 'Theme: high contrast' }).click();
  assert.equal(await paper(), dark);
  await page.context().close();
});
