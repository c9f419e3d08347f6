// Examines the play and record pages in every state; also animations, themes and layout stability.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOOKS } from './devices.mjs';
import { openPage, settled, square, stage } from './harness.mjs';
import { examineStates, LEAST, overflow, PHONE, SIZES } from './looks.mjs';
import { show, STATES, storeGames } from './states.mjs';

const TARGETS = ':is(button:not([role]), select, input, textarea, a[href]:not(.skip))';
const on = stage({ prepare: storeGames });
const open = (more) => openPage(on.browser, on.server, more);
const bring = (page, state) => show(page, on.server, state);

const BUTTONS_STAY = STATES.filter(
  ({ name, hash }) =>
    hash.startsWith('#8') &&
    // The last state scrolls the page.
    ![
      'new-game',
      'new-game-clock',
      'new-game-set-up',
      'strength',
      'settings',
      'keys',
      'lesson',
      'turning-point',
    ].includes(name),
);
/** The top of the buttons in each state of BUTTONS_STAY examined so far, by language and page width. */
const tops = {};
const key = (language, { viewport }) => `${language}, ${viewport.width} px`;

async function measureButtons(page, state, look) {
  if (!BUTTONS_STAY.includes(state)) return;
  tops[look] ??= {};
  tops[look][state.name] = await page.locator('.actions').evaluate((bar) => bar.getBoundingClientRect().top);
}

const looks = new WeakMap();

examineStates({
  states: STATES,
  // The other states show everything that the omitted states show.
  examined: STATES.filter(
    ({ name }) => !['middle', 'wiped-out', 'board-6', 'set-up', 'not-counted', 'time-out'].includes(name),
  ),
  open: async (language, options) => {
    const page = await open({ settings: { language, pace: 2 }, options });
    looks.set(page, key(language, options));
    return page;
  },
  bring: async (page, state) => {
    await bring(page, state);
    await measureButtons(page, state, looks.get(page));
  },
  targets: TARGETS,
});

test('the pages fit the smallest phone without the names of the players', async () => {
  const page = await open({ options: { ...PHONE, viewport: LEAST } });
  await page.route('**/api/v1/players*', (route) => route.abort());
  const programs = 'black=exec/gtp:a_program_with_a_long_name&white=exec/nboard:another_program_with_a_long_name';
  for (const [hash, ready] of [
    ['#record', 'section:nth-of-type(2) li'],
    [`#8/usual/f5d6?${programs}`, '.status .note'],
  ]) {
    await page.goto('about:blank');
    await page.goto(on.server.url + hash);
    await page.locator(ready).first().waitFor();
    assert.deepEqual(await overflow(page), [], hash);
  }
  await page.context().close();
});

test('at 360 px a square is 42 px', async () => {
  const page = await open({ options: PHONE });
  for (const name of ['watch', 'new-game-set-up']) {
    await bring(
      page,
      STATES.find((state) => state.name === name),
    );
    const least = await page.evaluate(() =>
      Math.min(...[...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.getBoundingClientRect().width)),
    );
    assert.ok(least >= 42, `${name}: a square is ${least} px wide`);
  }
  await page.context().close();
});

test('the buttons keep their place whatever the status line shows', async () => {
  for (const [language, name] of LOOKS) {
    const options = { viewport: SIZES[name], isMobile: name === 'narrow', reducedMotion: 'reduce' };
    const look = key(language, options);
    const page = await open({ settings: { language, pace: 2 }, options });
    // The tests above have shown most states.
    for (const state of BUTTONS_STAY.filter((one) => tops[look]?.[one.name] === undefined)) {
      await bring(page, state);
      await measureButtons(page, state, look);
    }
    await page.context().close();
  }
  for (const [look, seen] of Object.entries(tops)) {
    assert.equal(Object.keys(seen).length, BUTTONS_STAY.length, look);
    assert.equal(new Set(Object.values(seen)).size, 1, `${look}: ${JSON.stringify(seen)}`);
  }
});

/** Returns the longest flip time of a disc on the board, including its delay, in milliseconds. */
const longestTurn = (page) =>
  page.evaluate(() => {
    const ms = (text) => Number.parseFloat(text) * (text.endsWith('ms') ? 1 : 1000);
    const turns = [...document.querySelectorAll('#board .disc')].map((disc) => {
      const style = getComputedStyle(disc);
      return ms(style.transitionDuration) + ms(style.transitionDelay);
    });
    return Math.max(...turns);
  });

test('discs flip within 250 ms, and immediately with reduced motion', async () => {
  const long = '#8/usual/e6f4e3f6g5d6e7f5?black=human&white=human';
  const page = await open({ hash: long });
  await settled(page);
  await square(page, 'c5').click();
  await page.getByRole('gridcell', { name: 'c5, black, last move' }).waitFor();
  const longest = await longestTurn(page);
  assert.ok(longest > 170 && longest <= 250, `${longest} ms`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await longestTurn(page), 0);
  await page.context().close();
});

test('the theme follows the system until one is selected, and is remembered', async () => {
  const page = await open({ options: { colorScheme: 'dark' } });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  const light = await paper();
  assert.notEqual(light, dark);
  await page.reload();
  await page.getByRole('button', { name: 'Theme: light' }).waitFor();
  assert.equal(await paper(), light);
  await page.getByRole('button', { name: 'Theme: light' }).click();
  assert.equal(await paper(), dark);
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  assert.equal(await paper(), 'rgb(0, 0, 0)', 'high contrast follows the dark system theme');
  await page.getByRole('button', { name: 'Theme: high contrast' }).click();
  assert.equal(await paper(), dark);
  await page.context().close();
});
