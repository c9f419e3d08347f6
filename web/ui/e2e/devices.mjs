// What the tests of each feature go through: each language and each width once, and all four pairs of them with EVERY=1
// (`make test-slow`).
const EVERY = Boolean(process.env.EVERY);
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const DESK = { viewport: { width: 1280, height: 900 } };

const desk = (language) => ({ name: `${language}, desk`, language, phone: false, options: DESK });
const phone = (language) => ({ name: `${language}, phone`, language, phone: true, options: PHONE });

export const DEVICES = [desk('en'), phone('ja'), ...(EVERY ? [phone('en'), desk('ja')] : [])];
/** The same for what only looks at pages, the other way about: languages and names of widths. */
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

/**
 * Moves the keyboard's focus with `key` until it is on something that `wanted` accepts; tells what it met on the way
 * otherwise.
 */
export async function focusOn(page, wanted, key = 'Tab', most = 120) {
  const met = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      const label = at?.closest('label')?.innerText ?? '';
      return at?.getAttribute('aria-label') || label || at?.innerText || at?.getAttribute('name') || at?.tagName || '';
    });
    if (wanted.test(name.trim())) return;
    met.push(name.trim().slice(0, 30));
  }
  throw new Error(`the keyboard does not reach ${wanted}: ${met.join(' | ')}`);
}
