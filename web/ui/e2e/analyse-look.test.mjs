// The page of analyses: accessibility (axe-core), widths, targets and errors in every state, language and theme.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { ANALYSE_STATES, importGames, quickly, showAnalysis } from './analyse-states.mjs';
import { openPage, startBrowser, startServer } from './harness.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = { narrow: { width: 360, height: 740 }, wide: { width: 1440, height: 900 } };

let server;
let browser;

before(async () => {
  server = await startServer();
  await importGames(server);
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

async function open(language, options) {
  const page = await openPage(browser, server, { settings: { language }, options, hash: '#record', ready: 'main' });
  await quickly(page);
  return page;
}

for (const language of ['en', 'ja']) {
  for (const [name, viewport] of Object.entries(SIZES)) {
    describe(`${language}, ${name}`, () => {
      let page;
      before(async () => {
        const phone = { isMobile: name === 'narrow', hasTouch: name === 'narrow' };
        page = await open(language, { viewport, colorScheme: 'light', reducedMotion: 'reduce', ...phone });
      });
      after(() => page.context().close());

      for (const state of ANALYSE_STATES) {
        test(state.name, async () => {
          page.errors.length = 0;
          await page.emulateMedia({ colorScheme: 'light' });
          await showAnalysis(page, server, state);
          assert.deepEqual(await violations(page), []);
          await page.emulateMedia({ colorScheme: 'dark' });
          assert.deepEqual(await violations(page, ['color-contrast']), [], 'in the dark theme');
          assert.ok((await sideways(page)) <= 0, 'the page scrolls sideways');
          // A refusal of the server is also a line in the browser's console.
          assert.deepEqual(state.refused ? page.errors.filter((line) => !/422/.test(line)) : page.errors, []);
        });
      }
    });
  }
}

test('even 320 px need no sideways scrolling', async () => {
  const page = await open('ja', { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
  for (const state of ANALYSE_STATES) {
    await showAnalysis(page, server, state);
    assert.ok((await sideways(page)) <= 0, `${state.name} scrolls sideways`);
  }
  await page.context().close();
});

test('at 360 px every target is at least 44 px high', async () => {
  const page = await open('en', { viewport: SIZES.narrow, isMobile: true, hasTouch: true });
  for (const state of ANALYSE_STATES) {
    await showAnalysis(page, server, state);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll(':is(main, dialog) :is(button:not([role]), select, input, textarea, a.button)')]
        .filter((target) => target.checkVisibility())
        .map((target) => [(target.closest('label') ?? target).getBoundingClientRect().height, target.outerHTML.slice(0, 90)])
        .filter(([height]) => height < 43.5),
    );
    assert.deepEqual(small, [], state.name);
  }
  await page.context().close();
});
