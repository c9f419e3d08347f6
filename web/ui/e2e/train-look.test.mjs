// The trainer: accessibility (axe-core), widths, targets and errors in every state, language and theme.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { openPage, startBrowser, startServer } from './harness.mjs';
import { showTrain, TRAIN_STATES } from './train-states.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = { narrow: { width: 360, height: 740 }, wide: { width: 1440, height: 900 } };

let server;
let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function violations(page, rules) {
  await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations: found } = await page.evaluate((o) => globalThis.axe.run(document, o), options);
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`));
}

const sideways = (page) => page.evaluate(() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth);

/** Everything that a finger may press, except the squares, which share the width of the screen. */
const smallTargets = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button:not([role]), select, input:not([hidden]), a[href])')]
      .filter((target) => target.checkVisibility())
      .map((target) => [(target.closest('label') ?? target).getBoundingClientRect().height, target.outerHTML.slice(0, 90)])
      .filter(([height]) => height < 43.5),
  );

for (const language of ['en', 'ja']) {
  for (const [name, viewport] of Object.entries(SIZES)) {
    describe(`${language}, ${name}`, () => {
      let page;
      before(async () => {
        const phone = { isMobile: name === 'narrow', hasTouch: name === 'narrow' };
        const options = { viewport, colorScheme: 'light', reducedMotion: 'reduce', serviceWorkers: 'block', ...phone };
        page = await openPage(browser, server, { settings: { language }, options, hash: '#train', ready: 'main' });
      });
      after(() => page.context().close());

      for (const state of TRAIN_STATES) {
        test(state.name, async () => {
          page.errors.length = 0;
          await page.emulateMedia({ colorScheme: 'light' });
          await showTrain(page, server, state);
          assert.deepEqual(await violations(page), []);
          // The themes change colours alone.
          await page.emulateMedia({ colorScheme: 'dark' });
          assert.deepEqual(await violations(page, ['color-contrast']), [], 'in the dark theme');
          await page.evaluate(() => (document.documentElement.dataset.theme = 'contrast'));
          assert.deepEqual(await violations(page, ['color-contrast', 'color-contrast-enhanced']), [], 'in high contrast');
          assert.ok((await sideways(page)) <= 0, 'the page scrolls sideways');
          if (name === 'narrow') assert.deepEqual(await smallTargets(page), []);
          assert.deepEqual(page.errors, []);
        });
      }
    });
  }
}

test('even 320 px need no sideways scrolling', async () => {
  for (const language of ['en', 'ja']) {
    const options = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, serviceWorkers: 'block' };
    const page = await openPage(browser, server, { settings: { language }, options, hash: '#train', ready: 'main' });
    for (const state of TRAIN_STATES) {
      await showTrain(page, server, state);
      assert.ok((await sideways(page)) <= 0, `${state.name} scrolls sideways in ${language}`);
    }
    await page.context().close();
  }
});
