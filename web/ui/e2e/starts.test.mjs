// Games from a balanced start, a named opening or a set-up board.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEVICES, focusOn } from './devices.mjs';
import { discs, moves, settled, square, stage } from './harness.mjs';

const on = stage();

const WORDS = {
  en: {
    new: 'New game',
    begin: 'Start game',
    fold: 'Board and start',
    balanced: 'Balanced',
    opening: 'Opening',
    tiger: /Tiger/,
    setUp: 'Custom position',
    board: 'Board',
    white: 'White',
    nothing: 'Empty',
    turn: 'To move',
    clear: 'Clear',
    usualStart: 'Standard start',
    usual: '2 black and 2 white discs.',
    counts: (black, white) => `${black} black and ${white} white discs.`,
    read: '2 black and 3 white discs.',
    impossible: /in the centre is empty/,
    analyse: 'Analyse this game',
  },
  ja: {
    new: '新しい対局',
    begin: '対局開始',
    fold: '盤と初期配置',
    balanced: '互角',
    opening: '定石',
    tiger: /虎/,
    setUp: '局面を指定',
    board: '盤面',
    white: '白',
    nothing: '空き',
    turn: '手番',
    clear: 'すべて消す',
    usualStart: '標準の初期配置',
    usual: '黒2枚、白2枚です。',
    counts: (black, white) => `黒${black}枚、白${white}枚です。`,
    read: '黒2枚、白3枚です。',
    impossible: /ありえない盤面です。中央の/,
    analyse: 'この対局を検討',
  },
};
const PEOPLE = '#8/usual/?black=human&white=human';
/** The usual start with an additional white disc: d2 flips two discs. */
const ROW = '--------';
const BOARD = [ROW, ROW, '---O----', '---OX---', '---XO---', ROW, ROW, ROW].join('\n');

for (const { name, language, options, inTurn } of DEVICES) {
  const words = WORDS[language];
  const open = () => on.play(PEOPLE, { settings: { language, pace: 5 }, options });
  const dialogOf = async (page) => {
    await page.getByRole('button', { name: words.new }).click();
    const dialog = page.getByRole('dialog', { name: words.new });
    await dialog.getByText(words.fold).click();
    return dialog;
  };

  describe(name, () => {
    inTurn('a balanced start is on the board, and undo does not remove it', async () => {
      const page = await open();
      const dialog = await dialogOf(page);
      await dialog.getByRole('radio', { name: words.balanced }).check();
      await dialog.getByRole('button', { name: words.begin }).click();
      await page.waitForFunction(() => location.hash.split('?')[0].split('/')[2].length === 16);
      await page.locator('#board[aria-busy=false]').waitFor();
      const shown = await discs(page);
      assert.equal(shown.black + shown.white, 12);
      await page.locator('.actions button').first().waitFor();
      assert.equal(await page.locator('.actions button').first().isDisabled(), true, 'the opening cannot be undone');
    });

    inTurn('a named opening', async () => {
      const page = await open();
      const dialog = await dialogOf(page);
      await dialog.getByRole('radio', { name: words.opening }).check();
      const list = dialog.getByRole('combobox', { name: words.opening });
      const option = list.locator('option').filter({ hasText: words.tiger }).first();
      await option.waitFor({ state: 'attached' });
      assert.equal(
        await dialog.getByRole('button', { name: words.begin }).isDisabled(),
        true,
        'an opening must be chosen first',
      );
      const wanted = await option.getAttribute('value');
      await list.selectOption(wanted);
      await dialog.getByRole('button', { name: words.begin }).click();
      await page.waitForFunction((played) => location.hash.includes(`/${played}?`), wanted);
    });

    inTurn('a board of any size is set up by squares, and the text beside it follows', async () => {
      const page = await open();
      const dialog = await dialogOf(page);
      await dialog.getByRole('radio', { name: words.setUp }).check();
      const text = dialog.getByLabel(words.board, { exact: true });
      await text.waitFor();
      const at = (name) => dialog.locator(`[data-square=${name}]`);
      await at('c4').click();
      await at('b2').click();
      await dialog.getByRole('radio', { name: words.white, exact: true }).first().check();
      await at('d3').click();
      await dialog.getByRole('radio', { name: words.nothing }).check();
      await at('b2').click();
      await dialog.getByText(words.counts(3, 3)).waitFor();
      await dialog.getByRole('group', { name: words.turn }).getByRole('radio', { name: words.white }).check();
      assert.equal(
        await text.inputValue(),
        [ROW, ROW, '---O----', '--XOX---', '---XO---', ROW, ROW, ROW, 'O'].join('\n'),
      );

      // Text of another size changes the board, and selecting a size resets it.
      await text.fill('XO-- -OX- -XO- ---- O');
      await dialog.getByText(words.counts(3, 3)).waitFor();
      assert.equal(await dialog.getByRole('radio', { name: '4×4' }).isChecked(), true);
      assert.equal(await dialog.getByRole('gridcell').count(), 16);
      await dialog.getByRole('radio', { name: '6×6' }).check();
      await dialog.getByText(words.usual).waitFor();
      assert.equal(await dialog.getByRole('gridcell').count(), 36);
      await dialog.getByRole('button', { name: words.clear }).click();
      await dialog.getByText(words.impossible).waitFor();
      assert.equal(await dialog.getByRole('button', { name: words.begin }).isDisabled(), true);
      page.errors.length = 0; // The browser also logs the refused request.

      // Invalid text disables the start button.
      await dialog.getByRole('button', { name: words.usualStart }).click();
      await dialog.locator('.primary:enabled').waitFor();
      await text.fill('no board');
      await dialog.locator('.primary:disabled').waitFor();
      await at('b3').click();
      await dialog.getByText(words.counts(2, 2)).waitFor();
      await dialog.locator('.primary:enabled').click();
      await page.waitForFunction(() => location.hash.startsWith('#set-up/------------'));
      await settled(page);
      assert.equal(await page.getByRole('gridcell').count(), 36);
    });

    inTurn('a set-up board is played, kept in the address, and opened in the analysis', async () => {
      const page = await open();
      const dialog = await dialogOf(page);
      await dialog.getByRole('radio', { name: words.setUp }).check();
      await dialog.getByText(words.usual).waitFor();
      await dialog.getByLabel(words.board, { exact: true }).fill(`${'X'.repeat(3)}${'-'.repeat(61)} X`);
      await dialog.getByText(words.impossible).waitFor();
      assert.equal(
        await dialog.getByRole('button', { name: words.begin }).isDisabled(),
        true,
        'the refusal of an impossible board is shown',
      );
      page.errors.length = 0; // The browser also logs the refused request.
      await dialog.getByLabel(words.board, { exact: true }).fill(`${BOARD}\nX`);
      await dialog.getByText(words.read).waitFor();
      await dialog.getByRole('button', { name: words.begin }).click();
      await page.waitForFunction(() => location.hash.startsWith('#set-up/'));
      await square(page, 'd2').click();
      await page.locator('#board[aria-busy=false]').waitFor();
      await page.waitForFunction(() => location.hash.includes('/d2?'));
      assert.deepEqual(await discs(page), { black: 5, white: 1 });
      const url = page.url();
      await page.goto('about:blank');
      await page.goto(url);
      await page.locator('[data-square=d2] .disc').waitFor();
      assert.deepEqual(await discs(page), { black: 5, white: 1 });
      assert.match(
        await page.getByRole('link', { name: words.analyse }).getAttribute('href'),
        /^#analyse\/set-up\/.*\/d2/,
      );
    });
  });
}

test('an opening is selected by keyboard', async () => {
  const page = await on.play(PEOPLE);
  await page.keyboard.press('n');
  await focusOn(page, /^Board and start/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await focusOn(page, /^Standard$/);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.getByRole('combobox', { name: 'Opening' }).locator('option').nth(3).waitFor({ state: 'attached' });
  await focusOn(page, /^Opening/);
  await page.keyboard.type('Ti');
  await focusOn(page, /^Start game$/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.split('?')[0].split('/')[2].length >= 8);
  assert.match(await moves(page), /^([a-h][1-8])+$/);
});

test('a board is set up and played by keyboard', async () => {
  const page = await on.play(PEOPLE);
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  await focusOn(page, /^Board and start/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await focusOn(page, /^Standard$/);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.locator('#set-up-board').waitFor();
  await focusOn(page, /^d4, white$/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell', { name: 'c4, black' }).waitFor();
  await focusOn(page, /^Black$/);
  await page.keyboard.press('ArrowRight');
  await focusOn(page, /^c4, black$/, 'Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByRole('gridcell', { name: 'c3, white' }).waitFor();
  await page.getByText('3 black and 3 white discs.').waitFor();
  await page.locator('dialog .primary:enabled').waitFor();
  await focusOn(page, /^Start game$/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (hash) => location.hash.startsWith(hash),
    `#set-up/${'-'.repeat(18)}O-------XOX------XO---------------------------X/`,
  );
});
