// Hints with the source of their values, and teaching: play stops at a mistake, explains it, and lets the user retry.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEVICES, focusOn } from './devices.mjs';
import { moves, settled, square, stage } from './harness.mjs';

const on = stage();

const WORDS = {
  en: {
    hint: 'Hint',
    value: /^[a-h][1-8], .*[+−-]?\d.*(depth \d+|exact|% confidence|book|proved)/,
    best: /Best [a-h][1-8], .*(depth \d+|exact|proved)/,
    best1: /best/,
    teach: 'Coach',
    lesson: 'What went wrong',
    heading: /^g6 loses \d+ discs?$/,
    again: 'Try again',
    show: 'Show a better move',
    accept: 'Play on',
    better: /^Better: /,
    mine: 'Your turn',
    strong: 'Strength guide',
    child: 'A child can beat it after one game.',
    skill: /^Skill 1 /,
    close: 'Close',
    reason: /[a-z]{4}/,
  },
  ja: {
    hint: 'ヒント',
    value: /^[a-h][1-8]、.*\d.*(\d+手読み|完全読み|確信度|ブック|証明済み)/,
    best: /最善は[a-h][1-8]、/,
    best1: /最善/,
    teach: 'コーチ',
    lesson: 'どこが悪かったか',
    heading: /^g6 は\d+石の損です$/,
    again: '打ち直す',
    show: '良い手を見る',
    accept: 'このまま続ける',
    better: /^より良い手/,
    mine: 'あなたの番です',
    strong: '強さの目安',
    child: '一度遊んだことがあれば、子どもでも勝てます。',
    skill: /^強さ1 /,
    close: '閉じる',
    reason: /[ぁ-ん]{2}/,
  },
};

/** White to move; g6 loses much, b3 slightly more than the default limit for mistakes. */
const MOVES = 'f5d6c3d3c4';
const AGAINST = 'black=kaeshi:level=1&white=human';
const open = (hash, { language, options }, more = {}) =>
  on.play(hash, { settings: { language, pace: 5, ...more }, options });

for (const device of DEVICES) {
  const words = WORDS[device.language];
  describe(device.name, () => {
    device.inTurn('a hint shows the value of every legal move and its source', async () => {
      const page = await open(`#8/usual/${MOVES}?black=human&white=human`, device);
      await page.getByRole('button', { name: words.hint, exact: true }).click();
      await page.locator('.note.best').first().waitFor();
      const legal = await page.locator('.square.legal').count();
      assert.ok(legal > 5);
      await page.waitForFunction((n) => document.querySelectorAll('#board .note').length === n, legal);
      const labels = await page
        .locator('.square.legal')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
      for (const label of labels) assert.match(label, words.value);
      assert.equal(labels.filter((label) => words.best1.test(label)).length >= 1, true);
      await page.locator('.status').getByText(words.best).waitFor();
      await page.getByRole('button', { name: words.hint, exact: true }).click();
      await page.locator('#board .note').first().waitFor({ state: 'detached' });
    });

    device.inTurn('teaching stops at a mistake, explains it, and lets the user retry', async () => {
      const page = await open(`#8/usual/${MOVES}?${AGAINST}`, device);
      await page.getByRole('button', { name: words.teach, exact: true }).click();
      await square(page, 'g6').click();
      const lesson = page.getByRole('region', { name: words.lesson });
      await lesson.waitFor();
      await page.getByText(words.heading).waitFor();
      assert.equal(await moves(page), `${MOVES}g6`, 'the computer waits');
      assert.match(await lesson.getByRole('listitem').first().innerText(), words.reason);
      await lesson.getByRole('button', { name: words.show }).click();
      await lesson.getByText(words.better).waitFor();
      const best = /[a-h][1-8]/.exec(await lesson.getByText(words.better).innerText())[0];
      await lesson.getByRole('button', { name: words.again }).click();
      await page.getByText(words.mine).first().waitFor();
      assert.equal(await moves(page), MOVES);
      await square(page, best).click();
      await page.waitForFunction((n) => location.hash.split('?')[0].split('/')[2].length >= n, 2 * 7);
      assert.ok((await moves(page)).startsWith(MOVES + best), 'the best move is not a mistake');
    });
  });
}

describe('by keyboard', () => {
  test('h toggles hints, the lesson is announced, and each action is reachable', async () => {
    const page = await open(`#8/usual/${MOVES}?${AGAINST}`, DEVICES[0], { teach: true });
    await page.keyboard.press('h');
    await page.locator('.note.best').first().waitFor();
    await page.keyboard.press('e');
    await page
      .locator('#announcements')
      .getByText(/Best [a-h][1-8]/)
      .waitFor({ state: 'attached' });
    await focusOn(page, /^d4|^e4|^[a-h][1-8],/);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown'])
      await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page
      .locator('#announcements')
      .getByText(/g6 loses \d+ discs?\./)
      .waitFor({ state: 'attached' });
    await focusOn(page, /^Play on$/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.split('?')[0].split('/')[2].length >= 14);
    assert.ok((await moves(page)).startsWith(`${MOVES}g6`), 'the mistake is kept');
  });

  test('a limit above all losses never stops play; the limit is kept', async () => {
    const page = await open(`#8/usual/${MOVES}?${AGAINST}`, DEVICES[0], { teach: true });
    await page.keyboard.press(',');
    await page
      .getByRole('dialog', { name: 'Settings' })
      .getByLabel('Smallest loss that counts as a mistake')
      .selectOption('10');
    await page.getByRole('dialog', { name: 'Settings' }).getByLabel('Stop when I make a mistake').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await settled(page);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('kaeshi.settings')).teachLimit), 10);
    await square(page, 'b3').click();
    await page.waitForFunction(() => location.hash.split('?')[0].split('/')[2].length >= 14);
  });
});

for (const { name, language, options, inTurn } of DEVICES) {
  inTurn(`the rating scale is described: ${name}`, async () => {
    const words = WORDS[language];
    const page = await on.play('#8/usual/?black=human&white=human', { settings: { language }, options });
    await page.getByRole('button', { name: words.strong }).click();
    const dialog = page.getByRole('dialog', { name: words.strong });
    await dialog.getByText(words.child).waitFor();
    const ratings = await dialog.locator('table').first().locator('.rating').allInnerTexts();
    const numbers = ratings.map((text) => Number(text.replace(/\D/g, '')));
    assert.equal(numbers.length, 10);
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => a - b),
      'each skill is stronger than the previous one',
    );
    await dialog.getByRole('rowheader', { name: words.skill }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });
}
