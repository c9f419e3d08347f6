// The rules, offered to a first visitor: from the first page to the first game, on a phone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moves, settled, stage } from './harness.mjs';

const on = stage();

const WORDS = {
  en: {
    locale: 'en-GB',
    offer: /^New to Othello/,
    hide: 'Hide this offer',
    next: 'Next',
    play: 'Play your first game',
    passed: /White has no legal move and passes/,
    result: /Black wins \d+–\d+/,
    learn: 'Learn',
    rules: /^Rules/,
    nothing: 'a1 flips no discs for Black.',
  },
  ja: {
    locale: 'ja-JP',
    offer: /^はじめての方へ/,
    hide: 'この案内を閉じる',
    next: '次へ',
    play: '最初の対局へ',
    passed: /白は打てるマスがないのでパスです/,
    result: /黒の勝ち \d+–\d+/,
    learn: '学習',
    rules: /^ルール/,
    nothing: 'a1 に黒を打っても、返せる石がありません。',
  },
};
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Opens the page as a first visitor, without settings. */
async function visit(locale) {
  const context = await on.browser.newContext({ ...PHONE, locale, serviceWorkers: 'block' });
  const page = (on.page = await context.newPage());
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && page.errors.push(line.text()));
  await page.goto(on.server.url);
  await settled(page);
  return page;
}

const done = (page) => page.locator('main[data-done=true]').waitFor();
const step = (page, name) => page.locator(`main[data-step=${name}] #board[aria-busy=false]`).waitFor();

/** Tries the legal squares in turn until one is accepted. */
async function tryAll(page, accepted) {
  const names = await page
    .locator('.square.legal')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-square')));
  const said = page.locator('.said');
  for (const name of names) {
    const before = await said.innerText();
    await page.locator(`[data-square=${name}]`).tap();
    await page.waitForFunction((old) => document.querySelector('.said').innerText !== old, before);
    if (await accepted()) return;
  }
  throw new Error(`none of ${names.join(' ')} is accepted`);
}

for (const [language, words] of Object.entries(WORDS)) {
  describe(language, () => {
    test('a first visitor learns the rules and begins a game', async () => {
      const page = await visit(words.locale);
      const offer = page.getByRole('link', { name: words.offer });
      const [link, board] = [await offer.boundingBox(), await page.locator('#board').boundingBox()];
      assert.ok(link.y >= board.y + board.height, 'the offer does not cover the board');
      await offer.tap();

      await step(page, 'place');
      await page.locator('[data-square=a1]').tap();
      await page.getByText(words.nothing).first().waitFor();
      await page.locator('.square.legal').first().tap();
      await done(page);
      await page.getByRole('button', { name: words.next }).tap();

      await step(page, 'flip');
      const isDone = async () => (await page.locator('main').getAttribute('data-done')) === 'true';
      await tryAll(page, async () => {
        // A refused move leaves the position as it is; an accepted one loads the next.
        await page.locator('main[data-done=true], #board[aria-busy=false]').first().waitFor();
        return isDone();
      });
      await page.getByRole('button', { name: words.next }).tap();

      await step(page, 'pass');
      await tryAll(page, async () => words.passed.test(await page.locator('.said').innerText()));
      await page.locator('.square.legal').first().tap();
      await done(page);
      await page.getByRole('button', { name: words.next }).tap();

      await step(page, 'end');
      await page.locator('.square.legal').first().tap();
      await done(page);
      assert.match(await page.locator('.said').innerText(), words.result);
      await page.getByRole('link', { name: words.play }).tap();

      await settled(page);
      assert.equal(await page.getByRole('link', { name: words.offer }).count(), 0, 'the offer is not repeated');
      await page.locator('[data-square=f5]').tap();
      await page.waitForFunction(() => /\/f5[a-h][1-8]/.test(location.hash));
      assert.match(await moves(page), /^f5[a-h][1-8]$/);
    });

    test('the offer can be hidden for good, and Learn has the rules', async () => {
      const page = await visit(words.locale);
      await page.getByRole('button', { name: words.hide }).tap();
      await page.getByRole('link', { name: words.offer }).waitFor({ state: 'detached' });
      await page.reload();
      await settled(page);
      assert.equal(await page.getByRole('link', { name: words.offer }).count(), 0);
      await page.getByRole('link', { name: words.learn, exact: true }).tap();
      await page.getByRole('link', { name: words.rules }).tap();
      await step(page, 'place');
    });

    test('a returning player is not offered the rules', async () => {
      const page = await on.play('', { settings: { language } });
      assert.equal(await page.getByRole('link', { name: words.offer }).count(), 0);
    });
  });
}
