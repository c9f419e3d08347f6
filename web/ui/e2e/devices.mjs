// The devices of the tests: each language and each width once, and all four combinations with EVERY=1 (`make
// test-slow`).
export const EVERY = Boolean(process.env.EVERY);
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

const desktop = (language) => ({ name: `${language}, desktop`, language, phone: false, options: DESKTOP });
const phone = (language) => ({ name: `${language}, phone`, language, phone: true, options: PHONE });

export const DEVICES = [desktop('en'), phone('ja'), ...(EVERY ? [phone('en'), desktop('ja')] : [])];
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
export async function focusOn(page, wanted, key = 'Tab', most = 120) {
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
