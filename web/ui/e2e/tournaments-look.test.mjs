// Tournaments: accessibility (axe-core), widths and errors in every state, language and theme.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { openPage, startBrowser, startServer } from './harness.mjs';
import { holdTournaments, showTournament, TOURNAMENT_STATES } from './tournament-states.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = { narrow: { width: 360, height: 740 }, wide: { width: 1440, height: 900 } };

let server;
let browser;
let running;

before(async () => {
  server = await startServer();
  running = await holdTournaments(server);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await running?.stop();
  await server?.close();
});

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
        const phone = { isMobile: name === 'narrow', hasTouch: name === 'narrow' };
        const options = { viewport, colorScheme: 'light', reducedMotion: 'reduce', ...phone };
        page = await openPage(browser, server, { settings: { language }, options, hash: '#tournaments', ready: 'main h1' });
      });
      after(() => page.context().close());

      for (const state of TOURNAMENT_STATES) {
        test(state.name, async () => {
          page.errors.length = 0;
          await page.emulateMedia({ colorScheme: 'light' });
          await showTournament(page, server, state);
          assert.deepEqual(await violations(page), []);
          await page.emulateMedia({ colorScheme: 'dark' });
          assert.deepEqual(await violations(page, ['color-contrast']), [], 'in the dark theme');
          assert.ok((await sideways(page)) <= 0, 'the page scrolls sideways');
          // A refusal of the server is also a line in the browser's console.
          assert.deepEqual(state.refused ? page.errors.filter((line) => !/404/.test(line)) : page.errors, []);
        });
      }
    });
  }
}

test('even 320 px need no sideways scrolling', async () => {
  const options = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
  for (const language of ['en', 'ja']) {
    const page = await openPage(browser, server, { settings: { language }, options, hash: '#tournaments', ready: 'main h1' });
    for (const state of TOURNAMENT_STATES) {
      await showTournament(page, server, state);
      assert.ok((await sideways(page)) <= 0, `${state.name} scrolls sideways in ${language}`);
    }
    await page.context().close();
  }
});

test('at 360 px every target is at least 44 px high', async () => {
  const options = { viewport: SIZES.narrow, isMobile: true, hasTouch: true };
  const page = await openPage(browser, server, { options, hash: '#tournaments', ready: 'main h1' });
  for (const state of TOURNAMENT_STATES) {
    await showTournament(page, server, state);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll(':is(header, main) :is(button:not([role]), select, input, a)')]
        .filter((target) => target.checkVisibility())
        .map((target) => [(target.closest('label') ?? target).getBoundingClientRect().height, target.outerHTML.slice(0, 90)])
        .filter(([height]) => height < 43.5),
    );
    assert.deepEqual(small, [], state.name);
  }
  await page.context().close();
});
