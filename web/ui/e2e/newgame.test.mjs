// The card of a new game: opponent, colour, clock, board. Nothing moves before Start.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEVICES } from './devices.mjs';
import { moves, settled, square, stage } from './harness.mjs';

const on = stage();

const WORDS = {
  en: {
    new: 'New game',
    begin: 'Start game',
    skill: /^Skill 1 /,
    strength: 'A child can beat it after one game.',
    others: 'Other computers',
    level: 'Searches 1 move ahead and plays the best one it finds.',
    person: 'Person here',
    white: 'White (second)',
    random: 'Random',
    link: 'Person by link',
    next: 'Next',
    create: 'Create the link',
    mine: 'Your turn',
    flip: 'Flip board',
  },
  ja: {
    new: '新しい対局',
    begin: '対局開始',
    skill: /^強さ1 /,
    strength: '一度遊んだことがあれば、子どもでも勝てます。',
    others: 'ほかのコンピュータ',
    level: '1手先まで読み、最善と見た手を打ちます。',
    person: '隣の人',
    white: '白(後手)',
    random: 'ランダム',
    link: 'リンクで',
    next: '次へ',
    create: 'リンクを作る',
    mine: 'あなたの番です',
    flip: '盤を回転',
  },
};

const sides = (page) => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).toString());
const corner = (page) => page.locator('#board [role=gridcell]').first().getAttribute('data-square');

for (const { name, language, options, inTurn } of DEVICES) {
  const words = WORDS[language];
  const open = async (more = {}) => {
    const page = await on.play('', { settings: { language, pace: 5, ...more }, options });
    await page.getByRole('button', { name: words.new }).click();
    const dialog = page.getByRole('dialog', { name: words.new });
    await dialog.waitFor();
    return { page, dialog };
  };

  describe(name, () => {
    inTurn('a game as White against a computer: nothing moves before Start, and the board faces White', async () => {
      const { page, dialog } = await open();
      await dialog.getByRole('radio', { name: words.skill }).check();
      await dialog.getByText(words.strength).waitFor();
      await dialog.getByRole('radio', { name: words.white, exact: true }).check();
      assert.equal(await moves(page), '', 'the choices start nothing');
      assert.equal(await sides(page), new URLSearchParams('black=human&white=kaeshi:skill=3').toString());
      await dialog.getByRole('button', { name: words.begin }).click();
      await page.getByText(words.mine).first().waitFor();
      assert.equal((await moves(page)).length, 2);
      assert.equal(await sides(page), new URLSearchParams('black=kaeshi:skill=1&white=human').toString());
      assert.equal(await corner(page), 'h8');

      // A reload keeps the side, and the person can turn the board back.
      await page.reload();
      await settled(page);
      assert.equal(await corner(page), 'h8');
      await page.getByRole('button', { name: words.flip }).click();
      assert.equal(await corner(page), 'a1');

      // The card remembers the choice.
      await page.getByRole('button', { name: words.new }).click();
      assert.equal(await dialog.getByRole('radio', { name: words.skill }).isChecked(), true);
      assert.equal(await dialog.getByRole('radio', { name: words.white, exact: true }).isChecked(), true);
    });

    inTurn('a level is chosen from the list of other computers', async () => {
      const { page, dialog } = await open();
      await dialog.getByRole('combobox', { name: words.others }).selectOption('kaeshi:level=1');
      await dialog.getByText(words.level).waitFor();
      await dialog.getByRole('button', { name: words.begin }).click();
      await page.waitForFunction(() => location.hash.includes('white=kaeshi:level=1'));
      await square(page, 'f5').click();
      await page.getByText(words.mine).first().waitFor();
      assert.equal((await moves(page)).length, 4);
    });

    inTurn('two people, and a drawn colour', async () => {
      const { page, dialog } = await open();
      await dialog.getByRole('radio', { name: words.person }).check();
      assert.equal(await dialog.getByRole('radio', { name: words.random }).count(), 0, 'two people need no colour');
      await dialog.getByRole('button', { name: words.begin }).click();
      await page.waitForFunction(() => location.hash.includes('black=human&white=human'));
      assert.equal(await corner(page), 'a1');

      await page.evaluate(() => (Math.random = () => 0.75));
      await page.getByRole('button', { name: words.new }).click();
      await dialog.locator('input[name=opponent][value=computer]').check();
      await dialog.getByRole('radio', { name: words.random }).check();
      await dialog.getByRole('button', { name: words.begin }).click();
      await page.waitForFunction(() => location.hash.includes('white=human') && !location.hash.includes('black=human'));
      assert.equal(await corner(page), 'h8');
    });

    inTurn('a game by link has the colour, clock and board of the card', async () => {
      const { page, dialog } = await open({ clock: '5m' });
      await dialog.getByRole('radio', { name: words.link }).check();
      await dialog.getByRole('radio', { name: words.white, exact: true }).check();
      await dialog.locator('summary').click();
      await dialog.locator('input[name=size][value="6"]').check();
      assert.equal(await dialog.locator('input[name=start]').count(), 0, 'such a game has the usual start');
      await dialog.getByRole('button', { name: words.next }).click();
      await page.getByRole('button', { name: words.create }).waitFor();
      const chosen = page.locator('form').locator('input:checked, select');
      assert.deepEqual(await chosen.evaluateAll((all) => all.map(({ value }) => value)), ['white', '5m', '6']);
    });

    test('the start button is in view on every screen', async () => {
      const { page, dialog } = await open();
      await page.setViewportSize(options.isMobile ? { width: 740, height: 360 } : { width: 1024, height: 600 });
      const box = await dialog.getByRole('button', { name: words.begin }).boundingBox();
      const { height } = page.viewportSize();
      assert.ok(box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
    });
  });
}
