// Keyboard shortcuts: shown for each page, reassigned, refused if taken, and stored.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEVICES, focusOn } from './devices.mjs';
import { moves, settled, stage } from './harness.mjs';

const on = stage();

const WORDS = {
  en: {
    sheet: 'Keyboard',
    settings: 'Settings',
    undo: 'undo',
    fresh: 'New key for “undo”',
    taken: '“n” is already the key for “new game”. Remove it there first or choose another key.',
    given: '“w” is now the key for “undo”.',
    remove: 'Remove u from “undo”',
    removed: '“u” was removed from “undo”.',
    reset: 'Reset all keys',
    kept: '“F5” is reserved by the browser. Choose another key.',
    contrast: 'High contrast',
    letters: 'Single-letter keys',
  },
  ja: {
    sheet: 'キー操作',
    settings: '設定',
    undo: '一手戻す',
    fresh: '「一手戻す」の新しいキー',
    taken: '「n」は「新しい対局」に使われています。先にそちらから外すか、別のキーを選んでください。',
    given: '「w」を「一手戻す」のキーにしました。',
    remove: '「一手戻す」から u を外す',
    removed: '「u」を「一手戻す」から外しました。',
    reset: 'すべてのキーを初期設定に戻す',
    kept: '「F5」はブラウザが使うキーです。別のキーを選んでください。',
    contrast: '高コントラスト',
    letters: '一文字キー',
  },
};
const GAME = '#8/usual/f5d6?black=human&white=human';
const at = (page) => page.evaluate(() => Number(/at=(\d+)/.exec(location.hash)?.[1] ?? -1));

for (const { name, language, options, inTurn } of DEVICES) {
  const words = WORDS[language];
  describe(name, () => {
    const open = (hash = GAME) => on.play(hash, { settings: { language }, options });

    inTurn('a key is assigned, refused if another command has it, removed, and reset', async () => {
      const page = await open();
      await page.keyboard.press(',');
      const dialog = page.getByRole('dialog', { name: words.settings });
      if (options.hasTouch) await dialog.locator('summary').click(); // Folded on a device without a keyboard.
      const fresh = dialog.getByRole('button', { name: words.fresh });
      await fresh.click();
      await page.keyboard.press('n');
      await dialog.getByText(words.taken).waitFor();
      await page.keyboard.press('F5');
      await dialog.getByText(words.kept).waitFor();
      await page.keyboard.press('w');
      await dialog.getByText(words.given).waitFor();
      await dialog.getByRole('button', { name: words.remove }).click();
      await dialog.getByText(words.removed).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.evaluate(() => document.activeElement?.blur());

      await page.keyboard.press('u');
      assert.equal(await at(page), -1, 'u has no effect');
      await page.keyboard.press('w');
      assert.equal(await at(page), 1);
      await page.reload();
      await settled(page);
      await page.keyboard.press('w');
      assert.equal(await at(page), 0, 'the key is kept');

      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: words.sheet });
      const row = sheet
        .locator('dl div')
        .filter({ has: page.locator('dd', { hasText: new RegExp(`^${words.undo}$`) }) });
      await row.waitFor();
      assert.deepEqual(await row.locator('kbd').allInnerTexts(), ['Ctrl+Z', 'w']);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
      await page.keyboard.press(',');
      if (options.hasTouch) await dialog.locator('summary').click();
      await dialog.getByRole('button', { name: words.reset }).click();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('kaeshi.settings')).keys), {});
    });

    inTurn('the high-contrast theme is selected in the settings and kept', async () => {
      const page = await open();
      await page.keyboard.press(',');
      await page.getByRole('dialog', { name: words.settings }).getByRole('radio', { name: words.contrast }).check();
      await page.keyboard.press('Escape');
      await page.reload();
      await settled(page);
      const colours = await page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.body).color,
      ]);
      assert.deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    });
  });
}

test('every page shows its own keys', async () => {
  const page = await on.play(GAME);
  const names = async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard' });
    await sheet.waitFor();
    const list = await sheet.locator('dd').allInnerTexts();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    return list;
  };
  assert.ok((await names()).includes('resign'));
  await page.goto(`${on.server.url}#record`);
  await page.locator('main h1').waitFor();
  const record = await names();
  assert.ok(record.includes('settings') && !record.includes('resign'));
});

test('by keyboard; keys do not reach the page during assignment or while a dialog is open', async () => {
  const page = await on.play(GAME);
  await page.keyboard.press(',');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.waitFor();
  await page.keyboard.press('u');
  assert.equal(await at(page), -1, 'keys do not reach the page from a dialog');
  await focusOn(page, /^New key for “resign”$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await dialog.isVisible(), true, 'Escape cancels the assignment, not the dialog');
  await page.keyboard.press('Enter');
  await page.keyboard.press('q');
  await dialog.getByText('“q” is now the key for “resign”.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('q');
  await page.getByRole('dialog', { name: 'Resign?' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await moves(page), 'f5d6');
});

test('a key pressed right after Escape works', async () => {
  const page = await on.play(GAME);
  for (const [shown, key, next] of [
    ['?', ',', 'Settings'],
    ['n', ',', 'Settings'],
    ['n', 'n', 'New game'],
    [',', '?', 'Keyboard'],
  ]) {
    await page.keyboard.press(shown);
    await page.locator('dialog[open] h2').waitFor();
    // Runs in one task, so that the close event has not been dispatched yet.
    await page.evaluate((key) => {
      const dialog = document.querySelector('dialog[open]');
      if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
      return Promise.resolve().then(() => dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })));
    }, key);
    // The close event precedes the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.locator('dialog[open] h2').waitFor();
    assert.deepEqual(await page.locator('dialog[open] h2').allInnerTexts(), [next], `${shown}, Escape, ${key}`);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
});

test('f flips the board, and arrow keys follow the displayed orientation', async () => {
  const page = await on.play(GAME);
  const corner = () => page.evaluate(() => document.querySelector('[role=gridcell]').dataset.square);
  assert.equal(await corner(), 'a1');
  await page.keyboard.press('f');
  assert.equal(await corner(), 'h8');
  await page.locator('[data-square=d4]').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'c4');
});
