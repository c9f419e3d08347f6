// Opened files on the analysis page: their variations, comments, remarks and damaged games are shown, survive a reload,
// and are exported again.
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { paste, tab } from './analyse-states.mjs';
import { DEVICES } from './devices.mjs';
import { stage } from './harness.mjs';

const on = stage();
const SGF = '(;GM[2]PB[Ada]PW[Bea]RE[B+R]C[a club game];B[f5](;W[d6]TE[1];B[c3])(;C[perhaps];W[f6]C[why not]))';
const NAMES = {
  en: {
    found: '1 variation, 2 notes on moves',
    result: 'resignation',
    comment: 'Comment in the file',
    variation: /^Variation, move 2: f6; perhaps\nwhy not$|^Variation, move 2: f6.*why not/s,
    picture: 'Picture, export',
    remark: 'mirrored start',
    damaged: '1 game of the file could not be read',
    missing: 'only in the browser',
  },
  ja: {
    found: '変化1件、着手の注記2件',
    result: '投了',
    comment: 'ファイルのコメント',
    variation: /f6.*why not/s,
    picture: '画像・書き出し',
    remark: '左右を反転した初期配置',
    damaged: '読み取れなかった対局が1局',
    missing: 'ファイルを開いたブラウザ',
  },
};

const card = (page) => page.locator('section[aria-labelledby=file-title]');

for (const { name, language, options, inTurn } of DEVICES) {
  const names = NAMES[language];
  describe(name, () => {
    const open = (hash = '#analyse/8/usual/') => on.play(hash, { settings: { language }, options });

    inTurn('variations and comments are shown, survive a reload and are exported again', async () => {
      const page = await open();
      await paste(page, SGF);
      await tab(page, 'moves');
      await card(page).getByText(names.found).waitFor();
      await card(page).getByText(names.result).waitFor();
      await card(page).getByText('a club game').waitFor();
      await page.getByRole('button', { name: names.variation }).click();
      const comment = page.getByRole('region', { name: names.comment });
      await comment.getByText('why not').waitFor();

      await page.reload();
      await comment.getByText('why not').waitFor();

      await page.getByTitle(names.picture).click();
      const dialog = page.getByRole('dialog');
      const saved = {};
      for (const format of ['SGF', 'JSON']) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: format, exact: true }).click(),
        ]);
        saved[format] = readFileSync(await download.path(), 'utf8');
      }
      await page.keyboard.press('Escape');
      for (const text of Object.values(saved)) {
        await page.evaluate(() => localStorage.removeItem('kaeshi.files'));
        await page.goto('about:blank');
        await page.goto(`${on.server.url}#analyse/8/usual/`);
        await page.locator('#board[aria-busy=false]').waitFor();
        await paste(page, text);
        await page.waitForFunction(() => location.hash.includes('f5d6(f6)c3'));
        await tab(page, 'moves');
        await card(page).getByText('a club game').waitFor();
        await card(page).getByText(names.result).waitFor();
        await page.getByRole('button', { name: names.variation }).click();
        await comment.getByText('perhaps').waitFor();
      }
    });

    inTurn('remarks and damaged games are reported', async () => {
      const page = await open();
      await paste(page, 'f4d3c6\nf5f5f5\n');
      await tab(page, 'moves');
      await card(page).getByText(names.remark).waitFor();
      await card(page).getByText(names.damaged).waitFor();
      // A file with several games reports them in the list.
      await paste(page, 'f5d6\nf5f5\nc4\n');
      await page.getByRole('dialog').getByText(names.damaged).waitFor();
    });

    inTurn('a link to a file of another browser explains where its comments are', async () => {
      const page = await open('#analyse/8/usual/f5d6?file=01234567');
      await tab(page, 'moves');
      await card(page).getByText(names.missing).waitFor();
    });
  });
}
