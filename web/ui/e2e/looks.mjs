// Checks that apply to every page in every state, language, width and theme: accessibility (axe-core), no horizontal
// overflow, touch target sizes, and no console errors.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { EVERY, LOOKS } from './devices.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TOUCH = { isMobile: true, hasTouch: true };

/** The smallest phone. */
export const LEAST = { width: 320, height: 640 };
export const SIZES = { narrow: { width: 360, height: 740 }, wide: { width: 1440, height: 900 } };
/** A phone for openPage's `options`. */
export const PHONE = { viewport: SIZES.narrow, ...TOUCH };

/** Returns axe-core's violations; `rules` restricts the rules. */
async function violations(page, rules) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations: found } = await page.evaluate((o) => globalThis.axe.run(document, o), options);
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}

/** Returns the innermost elements that extend beyond the right edge of the screen; none if the page fits. */
export const overflow = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.scrollingElement.scrollWidth <= width) return [];
    const beyond = (element) => element.getBoundingClientRect().right > width + 0.5;
    const found = [...document.querySelectorAll('body *')].filter(
      (element) => beyond(element) && ![...element.children].some(beyond),
    );
    return ['the page is too wide', ...found.map((element) => element.outerHTML.slice(0, 120))];
  });

/** Checks that a page has no violations and fits the width of the screen. */
export async function checkPage(page) {
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(await overflow(page), []);
}

/** Returns the elements of a selector that are too low for touch. A label counts as part of its control. */
const smallTargets = (page, selector) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter((target) => target.checkVisibility())
        .map((target) => [
          (target.closest('label') ?? target).getBoundingClientRect().height,
          target.outerHTML.slice(0, 90),
        ])
        .filter(([height]) => height < 43.5),
    selector,
  );

/** The themes besides the light one: the scheme of the system, and the theme of the settings if it differs. */
const THEMES = [{ scheme: 'dark' }, { scheme: 'dark', theme: 'contrast' }, { scheme: 'light', theme: 'contrast' }];

/**
 * Examines the current state. Themes only change colours, so only the rules about colours are checked for them: in one
 * theme, depending on the number of the state, or in all with EVERY=1.
 */
async function examine(page, state, number) {
  assert.deepEqual(await violations(page), []);
  const own = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const { scheme, theme } of EVERY ? THEMES : [THEMES[number % THEMES.length]]) {
    await page.emulateMedia({ colorScheme: scheme });
    if (theme) await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    const rule = theme ? 'color-contrast-enhanced' : 'color-contrast';
    assert.deepEqual(await violations(page, [rule]), [], `in the theme ${theme ?? 'of the system'}, ${scheme}`);
  }
  await page.evaluate(
    (was) => (was ? (document.documentElement.dataset.theme = was) : delete document.documentElement.dataset.theme),
    own,
  );
  assert.deepEqual(await overflow(page), []);
  // The browser also logs a refused request as an error.
  assert.deepEqual(
    state.refused ? page.errors.filter((line) => !/\b4\d\d\b/.test(line)) : page.errors,
    [],
    'the page reported errors',
  );
}

/** Checks touch targets on a phone, and that the page fits the smallest one. */
async function fits(page, state, targets) {
  if (!state.refused)
    assert.deepEqual(await smallTargets(page, targets), [], `${state.name}: targets of less than 44 px`);
  await page.setViewportSize(LEAST);
  assert.deepEqual(await overflow(page), [], `${state.name} at ${LEAST.width} px`);
  await page.setViewportSize(SIZES.narrow);
}

/**
 * Tests all states of a page. `open(language, options)` opens it with openPage's options, and `bring(page, state)`
 * brings it to a state. `targets` selects the touch targets. The squares of a board are exempt, because their size
 * follows from the width of the screen. `examined` are the states checked with axe-core, which include everything that
 * the other states show. They are checked at the two widths in turn, and at both with EVERY=1.
 */
export function examineStates({ states, examined = states, open, bring, targets }) {
  for (const [language, name] of LOOKS) {
    const narrow = name === 'narrow';
    const here = examined.filter((_, i) => EVERY || i % 2 === (narrow ? 0 : 1));
    describe(`${language}, ${name}`, () => {
      let page;
      before(async () => {
        // With reduced motion, axe does not measure the contrast of half-faded text.
        page = await open(language, {
          viewport: SIZES[name],
          colorScheme: 'light',
          reducedMotion: 'reduce',
          ...(narrow && TOUCH),
        });
      });
      after(() => page.context().close());

      for (const state of narrow ? states : here) {
        test(state.name, async () => {
          page.errors.length = 0;
          await page.emulateMedia({ colorScheme: 'light' });
          await bring(page, state);
          if (here.includes(state)) await examine(page, state, here.indexOf(state));
          if (narrow) await fits(page, state, targets);
        });
      }
    });
  }

  for (const language of ['en', 'ja'].filter(
    (one) => !LOOKS.some(([seen, name]) => seen === one && name === 'narrow'),
  )) {
    test(`${language} fits a phone`, async () => {
      const page = await open(language, PHONE);
      for (const state of states) {
        await bring(page, state);
        await fits(page, state, targets);
      }
      await page.context().close();
    });
  }
}
