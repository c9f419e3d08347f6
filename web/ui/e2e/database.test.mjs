// The database page: 2,000 WTHOR games are dropped, filtered, opened and exported, and the page is accessible.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { DEVICES } from './devices.mjs';
import { stage } from './harness.mjs';
import { checkPage } from './looks.mjs';
import { wthorFiles } from './wthor.mjs';

const GAMES = 2_000;
/** The limit on a quiet machine is 10 s (MOST_MS=10000). The default finds only regressions by a large factor. */
const MOST_MS = Number(process.env.MOST_MS ?? 120_000);
const NAMES = {
  en: {
    empty: 'No games yet',
    done: '2,000 new games, 0 known already',
    filter: /^Filter/,
    player: 'Player',
    players: 'Players',
    openings: 'Openings',
    exports: 'Export',
    moves: 'Moves after f5',
    years: 'Results by year',
  },
  ja: {
    empty: 'まだ棋譜がありません',
    done: '新しい棋譜2,000局、保存済み0局',
    filter: /^絞り込み/,
    player: '対局者',
    players: '対局者',
    openings: '定石',
    exports: '書き出し',
    moves: 'f5のあとの手',
    years: '年別の成績',
  },
};

/** Drops files on the page. */
async function drop(page, files) {
  const list = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }));
  await page.evaluate((given) => {
    const data = new DataTransfer();
    for (const { name, base64 } of given)
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    for (const kind of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, list);
}

for (const { name, language, phone, options } of DEVICES) {
  const names = NAMES[language];
  describe(name, () => {
    const on = stage();
    const open = (hash) => on.open({ hash, ready: 'main h1', settings: { language }, options });
    const field = (page, label) => page.locator('form').getByLabel(label, { exact: true });
    const unfold = (page) => (phone ? page.getByRole('button', { name: names.filter }).click() : undefined);

    test('2,000 WTHOR games are dropped, filtered, and one of them is opened', async () => {
      const page = await open('#database');
      await page.getByRole('heading', { name: names.empty }).waitFor();
      await checkPage(page);
      const files = wthorFiles(GAMES);
      const began = Date.now();
      await drop(page, files);
      await page.getByText(names.done).waitFor();
      await unfold(page);
      await field(page, names.player).fill('cleo dupre');
      await page.waitForFunction(() => /player=cleo/.test(location.hash));
      await page.locator('#games-title', { hasText: /^1,000/ }).waitFor();
      await page.locator('ol.rows a').first().click();
      await page.locator('#board[aria-busy=false]').waitFor();
      const took = Date.now() - began;
      console.log(`# ${GAMES} games dropped, filtered and one opened: ${took} ms`);
      assert.ok(took < MOST_MS, `${took} ms`);
      assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), /Dupré Cléo/);
      await page.goBack();
      await page.locator('#games-title', { hasText: /^1,000/ }).waitFor();
      await checkPage(page);
    });

    test('players, their results and the openings are shown', async () => {
      const page = await open('#database/players');
      await page.getByRole('link', { name: 'Byron Ada' }).waitFor();
      await checkPage(page);
      await page.getByRole('link', { name: 'Byron Ada' }).click();
      await page.getByRole('heading', { name: names.years }).waitFor();
      await checkPage(page);
      await page.goto(`${on.server.url}#database/openings`);
      const first = page.getByRole('button', { name: names.moves });
      await first.press('Enter');
      await page.locator('button[aria-pressed] .square', { hasText: 'd6' }).waitFor();
      assert.equal(await page.locator('main .moves > ul > li').count(), 1, 'first moves');
      await checkPage(page);
    });

    test('the games of a filter are exported', async () => {
      const page = await open('#database?player=%22Crane+Ben%22&result=won');
      await page.getByRole('button', { name: names.exports }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('dialog').getByRole('link', { name: /PGN/ }).click(),
      ]);
      const text = readFileSync(await download.path(), 'utf8');
      const count = Number((await page.locator('#games-title').innerText()).replace(/\D/g, ''));
      assert.equal(text.match(/^\[(Black|White) "Crane Ben"\]$/gm).length, count);
    });
  });
}
