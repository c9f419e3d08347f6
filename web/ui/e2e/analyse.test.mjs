// The analysis page in both languages, on desktop and phone: opening games, setting up boards, variations, engines,
// pictures and files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { done, importGames, tab, WITH_QUICK_SEARCHES } from './analyse-states.mjs';
import { DEVICES } from './devices.mjs';
import { ggfOf, PERFECT } from './games.mjs';
import { settled, square, stage } from './harness.mjs';

const on = stage({ quiet: false });
const MIDDLE = `#analyse/8/usual/${PERFECT.slice(0, 32)}`;
const NAMES = {
  en: {
    open: 'Open…',
    opened: 'Open',
    submit: 'Open',
    edit: 'Set up',
    use: 'Analyse position',
    take: 'Load',
    white: 'White',
    picture: 'Picture, export',
    lost: 'Saved as GGF, which cannot hold: variations',
    compare: 'Compare',
  },
  ja: {
    open: '開く…',
    opened: '開く',
    submit: '開く',
    edit: '盤面編集',
    use: 'この局面を検討',
    take: '読み込み',
    white: '白',
    picture: '画像・書き出し',
    lost: 'GGF で保存しました。この形式では次の内容が省かれます: 変化',
    compare: '比較',
  },
};
const address = (page) => page.evaluate(() => decodeURIComponent(location.hash));
const until = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(decodeURIComponent(location.hash)), pattern.source);

for (const { name, language, phone, options, inTurn } of DEVICES) {
  const names = NAMES[language];
  describe(name, () => {
    const at = (hash, ready = '#board[aria-busy=false]') => ({
      hash,
      ready,
      settings: { language },
      stored: WITH_QUICK_SEARCHES,
      options: { ...options, serviceWorkers: 'block' },
    });
    const open = (...address) => on.open(at(...address));
    // For tests that change neither settings nor requests.
    const show = (...address) => on.show(at(...address));
    const dialogOf = async (page) => {
      await page.getByTitle(names.open).click();
      return page.getByRole('dialog', { name: names.opened });
    };

    inTurn('opens moves, a file with several games and its own links, and reports invalid input', async () => {
      const page = await show('#analyse/8/usual/');
      let dialog = await dialogOf(page);
      await dialog.locator('textarea').fill('1. F5 d6 2. c3 d3');
      await dialog.getByRole('button', { name: names.submit, exact: true }).click();
      await until(page, /usual\/f5d6c3d3(\?|$)/);

      dialog = await dialogOf(page);
      const ggf = (black, moves) => ggfOf({ black, white: '花子', moves });
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'two.ggf',
        mimeType: 'text/plain',
        buffer: Buffer.from(`${ggf('Ada', 'f5f6')}\n${ggf('Bea', 'd3')}\n`),
      });
      await dialog.getByText('Bea').click();
      await until(page, /usual\/d3\?.*black=Bea/);
      assert.match(await address(page), /white=花子/);

      dialog = await dialogOf(page);
      await dialog.locator('textarea').fill(`${on.server.url}#8/usual/f5f6?black=human&white=random`);
      await dialog.getByRole('button', { name: names.submit, exact: true }).click();
      await until(page, /usual\/f5f6(\?|$)/);

      dialog = await dialogOf(page);
      await dialog.locator('textarea').fill('no game at all');
      // Cancelling the file chooser does not close the dialog.
      await dialog
        .locator('input[type=file]')
        .evaluate((input) => input.dispatchEvent(new Event('cancel', { bubbles: true })));
      await dialog.getByRole('button', { name: names.submit, exact: true }).click();
      await dialog.getByRole('alert').waitFor();
    });

    inTurn('pasted text and dropped files are opened anywhere on the page', async () => {
      const page = await show('#analyse/8/usual/');
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'f5d6');
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await until(page, /usual\/f5d6(\?|$)/);
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['F5 F6 E6'], 'game.txt', { type: 'text/plain' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      });
      await until(page, /usual\/f5f6e6(\?|$)/);
    });

    inTurn('a board is set up by squares and as text; invalid positions are refused', async () => {
      const page = await show('#analyse/8/usual/');
      await page.getByTitle(names.edit).click();
      await square(page, 'd3').click();
      await page.getByRole('radio', { name: names.white }).nth(1).check({ force: true });
      await page.getByRole('button', { name: names.use }).click();
      await until(page, /set-up\/-{19}X-{7}OX-{6}XO-{27}O\//);
      await settled(page);
      assert.match(await square(page, 'd3').getAttribute('aria-label'), language === 'en' ? /black/ : /黒/);

      await page.getByTitle(names.edit).click();
      const field = page.locator('section[aria-labelledby=edit-title] input[type=text]');
      await field.fill('not a board');
      await page.getByRole('button', { name: names.take }).click();
      await page
        .locator('#edit-note')
        .getByText(language === 'en' ? 'not a board' : '読み取れません')
        .waitFor();
      await field.fill('-----OX--XO----- O');
      await page.getByRole('button', { name: names.take }).click();
      await page.locator('.felt.size-4').waitFor();
      await page.getByRole('button', { name: names.use }).click();
      await until(page, /set-up\/-----OX--XO-----O\//);
    });

    inTurn('variations: played, navigated, promoted, deleted, and kept in the address', async () => {
      const page = await show('#analyse/8/usual/f5d6c3d3?at=2');
      await square(page, 'c4').click();
      await until(page, /f5d6c3\(c4\)d3\?at=5/);
      await settled(page);
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press('ArrowDown');
      await until(page, /at=3/);
      await page.keyboard.press('ArrowUp');
      await until(page, /at=5/);
      await tab(page, 'moves');
      await page.getByRole('button', { name: language === 'en' ? 'Make main line' : '本譜にする' }).click();
      await until(page, /f5d6c4\(c3d3\)/);
      await page.reload();
      await settled(page);
      await tab(page, 'moves');
      assert.equal(await page.locator('.branch .entry').count(), 2);
      await page.locator('.branch .entry').first().click();
      await page.getByRole('button', { name: language === 'en' ? 'Delete from here' : 'ここから削除' }).click();
      await until(page, /usual\/f5d6c4(\?|$)/);
    });

    inTurn('a square is played even if its value arrives during the press', async () => {
      let release;
      const pressed = new Promise((resolve) => (release = resolve));
      const page = await open('#record', 'main');
      await page.route(/api\/v1\/analyse/, async (route) => {
        await pressed;
        await route.continue();
      });
      await page.goto(`${on.server.url}#analyse/8/usual/f5d6`);
      await settled(page);
      await square(page, 'c4').hover();
      await page.mouse.down();
      release();
      await square(page, 'c4').locator('.note').waitFor();
      await page.mouse.up();
      await until(page, /usual\/f5d6c4(\?|$)/);
    });

    inTurn('the engine shows a value with its source on each legal square, stops and resumes', async () => {
      const page = await open(MIDDLE);
      await done(page);
      const legal = await page
        .locator('[role=gridcell].legal')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
      const value =
        language === 'en'
          ? /; [+−]?\d+, (depth \d+|exact|book|proved)/
          : /、[+−]?\d+、(\d+手読み|完全読み|ブック|証明済み)/;
      for (const label of legal) assert.match(label, value);
      assert.equal(await page.locator('.lines .line').count(), legal.length);
      for (const known of await page.locator('.lines .known').allInnerTexts())
        assert.match(known, /\d|exact|book|proved|完全読み|ブック|証明済み/);
      const toggle = page.locator('section[aria-labelledby=engine-title] header button');
      await page.keyboard.press('l');
      await page.locator('.now[data-stage=stopped]').waitFor();
      assert.equal(await page.locator('.lines .line').count(), legal.length, 'the known values are kept');
      assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
      await page.keyboard.press('l');
      await page.locator('.now[data-stage=done]').waitFor();
    });

    inTurn('a line is previewed by its number, and added to the game', async () => {
      const page = await show(MIDDLE);
      await done(page);
      const before = await address(page);
      await page.keyboard.press('1');
      await page.locator('.felt.ghost').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.felt.ghost').waitFor({ state: 'detached' });
      assert.equal(await address(page), before);
      await page.locator('.lines .follow').first().click();
      await page.locator('.ghostbar').waitFor();
      await page.locator('.note.step').nth(1).waitFor();
      await page.locator('.ghostbar .button').first().click();
      await page.waitForFunction((was) => decodeURIComponent(location.hash).length > was.length, before);
      assert.ok((await address(page)).startsWith(before));
    });

    inTurn('a second engine analyses in parallel', async () => {
      const page = await open(MIDDLE);
      await done(page);
      await page.getByRole('button', { name: names.compare, exact: true }).click();
      const second = page.locator('section[aria-labelledby=second-title]');
      await second.locator('.line').waitFor();
      await second.locator('select').selectOption('alphabeta:2');
      await second.locator('.now[data-stage=done]').waitFor();
      assert.equal((await page.locator('section[aria-labelledby=engine-title] .line').count()) > 1, true);
    });

    inTurn('the games of the database are counted, and their moves can be followed', async () => {
      await importGames(on.server);
      const page = await show('#analyse/8/usual/f5');
      await tab(page, 'games');
      const row = page.locator('section[aria-labelledby=explorer-title] tbody tr').first();
      await row.waitFor();
      const move = (await row.locator('.move').innerText()).trim();
      await row.locator('.move').click();
      await until(page, new RegExp(`usual/f5${move}`));
    });

    test('arrows and circles are drawn by pointer or as text, and appear in the picture', async () => {
      const page = await open(MIDDLE);
      await done(page);
      if (phone) await longPress(page, 'd2', 'f8');
      else await rightDrag(page, 'd2', 'f8');
      await page.locator('.overlay .head').waitFor({ state: 'attached' });
      await page.getByTitle(names.picture).click();
      const dialog = page.getByRole('dialog');
      const [arrows, circles] = [dialog.locator('.fields input').first(), dialog.locator('.fields input').last()];
      assert.equal(await arrows.inputValue(), 'd2f8');
      const before = await dialog.locator('img').getAttribute('src');
      await circles.fill('c4');
      await circles.press('Tab');
      await page.waitForFunction((before) => document.querySelector('dialog img').src !== before, before);
      assert.ok((await dialog.locator('img').evaluate(async (img) => (await img.decode(), img.naturalWidth))) > 0);
      for (const [format, begin] of [
        ['SVG', '<svg'],
        ['PNG', '\u{FFFD}PNG'],
      ]) {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: format }).click(),
        ]);
        const text = readFileSync(await file.path(), 'utf8');
        assert.ok(text.includes(begin), `${format}: ${text.slice(0, 20)}`);
        if (format === 'SVG')
          for (const shape of ['class="arrow"', 'class="ring"']) assert.ok(text.includes(shape), shape);
      }
    });

    inTurn('the tree is exported with the source of each value', async () => {
      const page = await show('#analyse/8/usual/f5d6c3(c4)d3');
      await done(page);
      await page.getByTitle(names.picture).click();
      const dialog = page.getByRole('dialog');
      const save = async (button) => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: button }).click(),
        ]);
        return readFileSync(await file.path(), 'utf8');
      };
      const json = JSON.parse(await save('JSON'));
      assert.equal(json.schema, 'kaeshi/analysis-tree/1');
      let node = json.tree;
      while (node.next[0]) node = node.next[0];
      for (const { source, depth, confidence } of node.analysis.moves) assert.ok(source && depth > 0 && confidence > 0);
      const sgf = await save('SGF');
      // The program can read its own file, including variations.
      const opened = await fetch(`${on.server.url}api/v1/open`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ text: sgf }),
      }).then((answer) => answer.json());
      assert.deepEqual([opened.format, opened.games[0].moves], ['sgf', 'f5d6c3d3']);
      assert.match(sgf, /\(;B\[c4\][^(]*\)/);
      assert.match(sgf, /C\[[a-h][1-8] [+-]?\d/);
      // GGF holds a single line, and the dialog reports what is omitted.
      const ggf = await save('GGF');
      assert.match(ggf, /B\[F5.*W\[D6.*B\[C3.*W\[D3/s);
      assert.doesNotMatch(ggf, /C4/);
      await dialog.getByRole('status').filter({ hasText: names.lost }).waitFor();
    });

    inTurn('the play page links to the analysis', async () => {
      const page = await show('#8/usual/f5d6?black=human&white=human');
      await page.locator('main a[href^="#analyse"]').first().click();
      await until(page, /^#analyse\/8\/usual\/f5d6.*black=human/);
      await page.locator('.analyse #board').waitFor();
    });

    inTurn('a refused position is reported, and the previous one can be restored', async () => {
      const page = await show('#analyse/8/usual/a1', '[role=alert]');
      assert.match(await page.getByRole('alert').first().innerText(), /a1/);
    });

    inTurn('commands by name', async () => {
      const page = await show('#analyse/8/usual/f5d6');
      await page.keyboard.press('/');
      const dialog = page.getByRole('dialog');
      await dialog.locator('input').fill('c3');
      await dialog.locator('input').press('Enter');
      await until(page, /f5d6c3/);
      await dialog.locator('input').fill('undo');
      await dialog.locator('input').press('Enter');
      await until(page, /at=2/);
      await dialog.locator('input').fill('nonsense');
      await dialog.locator('input').press('Enter');
      await dialog.getByRole('status').getByText('nonsense').waitFor();
    });
  });
}

async function middle(page, name) {
  const box = await square(page, name).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function rightDrag(page, from, to) {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
}

async function longPress(page, from, to) {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  const touch = await page.context().newCDPSession(page);
  const circles = await page.locator('.overlay circle.over').count();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [a] });
  // A circle around the square shows that the press was long enough.
  await page.waitForFunction((before) => document.querySelectorAll('.overlay circle.over').length > before, circles);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [b] });
  await page.locator('.overlay .head').waitFor({ state: 'attached' });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
