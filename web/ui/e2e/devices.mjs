// The devices of the tests: each language and each width once, and all four combinations with EVERY=1 (`make
// test-slow`).
import { test } from 'node:test';

export const EVERY = Boolean(process.env.EVERY);
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

/**
 * Returns a replacement for node:test's `test` that runs every second test, from the `first` (0 or 1), and all with
 * EVERY=1. Tests that should hold alike on two devices or in two languages run on one of them in turn.
 */
function everySecond(first) {
  let tests = 0;
  return (...definition) => {
    if (EVERY || tests++ % 2 === first) test(...definition);
  };
}

const desktop = (language) => ({ name: `${language}, desktop`, language, phone: false, options: DESKTOP });
const phone = (language) => ({ name: `${language}, phone`, language, phone: true, options: PHONE });

/** Each device has a function `inTurn`, which replaces `test` for tests that need to run on one device only. */
export const DEVICES = [desktop('en'), phone('ja'), ...(EVERY ? [phone('en'), desktop('ja')] : [])].map(
  (device, i) => ({ ...device, inTurn: everySecond(i) }),
);
/** The languages, for tests whose device is the same in both. */
export const LANGUAGES = ['en', 'ja'].map((language, i) => ({ language, inTurn: everySecond(i) }));
/** The pairs of language and width for the page examinations, complementary to DEVICES. */
export const LOOKS = [
  ['en', 'narrow'],
  ['ja', 'wide'],
  ...(EVERY
    ? [
        ['en', 'wide'],
        ['ja', 'narrow'],
      ]
    : []),
];

/** Presses `key` until the focused element's name matches `wanted`; otherwise throws with the names visited. */
export async function focusOn(page, wanted, key = 'Tab', most = 200) {
  const visited = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      const label = at?.closest('label')?.innerText ?? '';
      return at?.getAttribute('aria-label') || label || at?.innerText || at?.getAttribute('name') || at?.tagName || '';
    });
    if (wanted.test(name.trim())) return;
    visited.push(name.trim().slice(0, 30));
  }
  throw new Error(`the focus does not reach ${wanted}; visited: ${visited.join(' | ')}`);
}
