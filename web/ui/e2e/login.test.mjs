// A server with a token: users log in once, by keyboard, and continue to the requested page. Also the API
// documentation. Both pages are rendered by the server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVERY } from './devices.mjs';
import { openPage, square, startBrowser, startServer } from './harness.mjs';
import { checkPage } from './looks.mjs';

const TOKEN = 'a token of some length';
const GAME = '#8/usual/f5d6c3?black=human&white=human';

let server;
let browser;

before(async () => {
  process.env.KAESHI_TOKEN = TOKEN;
  server = await startServer();
  delete process.env.KAESHI_TOKEN;
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

const TEXTS = {
  'ja-JP': { enter: 'ログイン', wrong: 'このサーバーのトークンではありません。', operations: '操作' },
  'en-GB': { enter: 'Log in', wrong: 'That is not the token of this server.', operations: 'Operations' },
};

const [PHONE, DESKTOP] = [
  [360, 'light'],
  [1440, 'dark'],
];
// Each language and each width once, and all four combinations with EVERY=1.
for (const [locale, screens] of Object.entries({
  'ja-JP': EVERY ? [PHONE, DESKTOP] : [PHONE],
  'en-GB': EVERY ? [PHONE, DESKTOP] : [DESKTOP],
})) {
  const texts = TEXTS[locale];
  for (const [width, colorScheme] of screens) {
    test(`logging in, ${locale}, ${width} px, ${colorScheme}`, async () => {
      const settings = { language: locale.slice(0, 2), pace: 5 };
      const options = { locale, colorScheme, viewport: { width, height: 800 } };
      const page = await openPage(browser, server, { hash: GAME, settings, options, ready: '#token' });
      await checkPage(page);
      await page.keyboard.type('not the token');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText(texts.wrong).waitFor();
      await checkPage(page);
      assert.equal(await page.evaluate(() => document.activeElement.id), 'token');
      await page.keyboard.type(TOKEN);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.textContent), texts.enter);
      await page.keyboard.press('Enter');
      await page.locator('#board').waitFor();
      assert.ok(page.url().endsWith(GAME), page.url());
      assert.ok(
        !page.url().includes('token') && !(await page.evaluate(() => document.cookie)),
        'the token is exposed to scripts or in URLs',
      );

      // An expired session leads back to the form, and the game is kept.
      await page.context().clearCookies();
      await square(page, 'd3').click();
      await page.locator('#token').waitFor();
      await page.locator('#token').fill(TOKEN);
      await page.keyboard.press('Enter');
      await page.locator('#board').waitFor();
      assert.ok(page.url().includes('f5d6c3'), page.url());

      await page.goto(`${server.url}api/v1/docs`);
      await page.getByRole('heading', { name: texts.operations }).waitFor();
      await page.locator('#move summary').focus();
      await page.keyboard.press('Enter');
      await page.locator('#move').getByText('kaeshi:level=6').first().waitFor();
      await checkPage(page);
      await page.context().close();
    });
  }
}
