// How the board is shown: boards, animation, confirmation of moves, discs in lists, phones held sideways, and replay.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEVICES } from './devices.mjs';
import { MIDDLE } from './games.mjs';
import { moves, settled, square, stage } from './harness.mjs';
import { overflow } from './looks.mjs';

const on = stage();

const WORDS = {
  en: {
    settings: 'Settings',
    boards: { felt: 'Green felt', wood: 'Wood', sea: 'Blue', slate: 'Grey' },
    off: 'Off',
    confirm: 'Confirm each move',
    again: 'Choose f5 again to play it.',
    left: 'Time left',
    replay: 'Replay',
    pause: 'Pause',
  },
  ja: {
    settings: '設定',
    boards: { felt: '緑', wood: '木目', sea: '青', slate: 'グレー' },
    off: 'なし',
    confirm: '打つ前に確認する',
    again: 'もう一度 f5 を選ぶと打ちます。',
    left: '残り時間',
    replay: '再生する',
    pause: '一時停止',
  },
};
const PEOPLE = 'black=human&white=human';

/** Returns the WCAG contrast of two colours of getComputedStyle. */
function contrast(a, b) {
  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [less, more] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (more + 0.05) / (less + 0.05);
}

for (const { name, language, phone, options, inTurn } of DEVICES) {
  const words = WORDS[language];
  const open = (hash = `#8/usual/?${PEOPLE}`, more = {}) =>
    on.play(hash, { settings: { language, pace: 5, ...more }, options });
  const openSettings = async (page) => {
    await page.keyboard.press(',');
    const dialog = page.getByRole('dialog', { name: words.settings });
    await dialog.waitFor();
    return dialog;
  };

  describe(name, () => {
    inTurn('each board of the settings changes the board and is kept', async () => {
      const page = await open();
      const felt = () => page.evaluate(() => getComputedStyle(document.querySelector('#board')).backgroundImage);
      const seen = new Set();
      for (const [board, label] of Object.entries(words.boards)) {
        const dialog = await openSettings(page);
        await dialog.getByRole('radio', { name: label, exact: true }).check();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        seen.add(await felt());
        await page.reload();
        await settled(page);
        assert.equal(await page.evaluate(() => document.documentElement.dataset.board), board);
        assert.ok(seen.has(await felt()), 'the board is kept');
      }
      assert.equal(seen.size, 4, 'the boards differ');
    });

    inTurn('animations can be switched off', async () => {
      const page = await open();
      const duration = () =>
        page.evaluate(() => getComputedStyle(document.querySelector('#board .disc')).transitionDuration);
      assert.equal(await duration(), '0.17s');
      const dialog = await openSettings(page);
      await dialog.getByRole('radio', { name: words.off, exact: true }).check();
      assert.equal(await duration(), '0s');
    });

    inTurn('with confirmation, a move is chosen first and played second', async () => {
      const page = await open();
      const dialog = await openSettings(page);
      await dialog.getByRole('switch', { name: words.confirm }).check();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await square(page, 'd3').click();
      await square(page, 'f5').click();
      await page.locator('.status').getByText(words.again).waitFor();
      assert.equal(await page.locator('.would-turn').count(), 1);
      assert.equal(await moves(page), '');
      await square(page, 'f5').click();
      await settled(page);
      assert.equal(await moves(page), 'f5');
    });

    test('the settings have no empty strip, and a device without a keyboard folds the keys', async () => {
      const page = await open();
      const dialog = await openSettings(page);
      assert.equal(await dialog.locator('kbd').first().isVisible(), !phone);
      if (phone) await dialog.locator('summary').click();
      await dialog.locator('kbd').first().waitFor();
      const strip = await dialog.locator('.message').evaluate((line) => line.getBoundingClientRect().height);
      assert.equal(strip, 0);
    });

    inTurn('in the dark theme, discs of lists are black and white', async () => {
      const page = await open(`#8/usual/${MIDDLE}?${PEOPLE}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      const colours = await page.evaluate(() =>
        ['black', 'white'].map((color) => {
          const style = getComputedStyle(document.querySelector(`.list .dot.${color}`));
          return { disc: style.backgroundImage.match(/rgb\([^)]*\)/)[0], ground: style.backgroundColor };
        }),
      );
      const [black, white] = colours;
      assert.ok(contrast(black.disc, 'rgb(255, 255, 255)') > 15, `${black.disc} is black`);
      assert.ok(contrast(white.disc, 'rgb(0, 0, 0)') > 15, `${white.disc} is white`);
      for (const { disc, ground } of colours) assert.ok(contrast(disc, ground) >= 3, `${disc} on ${ground}`);
    });

    inTurn('a finished game is replayed at the chosen speed, on Play and on Analyse', async () => {
      const page = await open('#4/usual/b1c1d3a1--?black=human&white=human&ended=resigned:white', { pace: 4 });
      await page.evaluate(() => {
        globalThis.places = [];
        const replace = history.replaceState;
        history.replaceState = function (...given) {
          globalThis.places.push(Number(/&at=(\d+)/.exec(given[2])?.[1] ?? -1));
          return replace.apply(this, given);
        };
      });
      await page.getByRole('button', { name: words.replay }).click();
      await page.waitForFunction(() => globalThis.places.at(-1) === -1);
      assert.deepEqual(await page.evaluate(() => globalThis.places), [0, 1, 2, 3, 4, -1]);
      await page.getByRole('button', { name: words.replay }).click();
      await page.getByRole('button', { name: words.pause }).click();
      await page.getByRole('button', { name: words.replay }).waitFor();

      await page.goto(`${on.server.url}#analyse/8/usual/f5d6c3?at=0`);
      const replay = page.locator('.analyse .replay button');
      await replay.waitFor({ state: 'attached' });
      await replay.evaluate((button) => button.click());
      await page.waitForFunction(
        () => location.hash.startsWith('#analyse/8/usual/f5d6c3') && !/at=/.test(location.hash),
      );
    });
  });
}

const LANDSCAPES = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
];
const PORTRAITS = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];
const inView = (page, selector) =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { left, top, right, bottom, width } = element.getBoundingClientRect();
        return width > 1 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      }),
  );

for (const viewport of [...LANDSCAPES, ...PORTRAITS]) {
  test(`${viewport.width}×${viewport.height}: the board, both names and both clocks are in view`, async () => {
    const page = await on.play(`#8/usual/${MIDDLE}?black=human&white=kaeshi:skill=3&clock=5m`, {
      options: { viewport, isMobile: true, hasTouch: true },
    });
    await page.locator('.strip .player.short').getByText('Skill 3').waitFor();
    assert.deepEqual(await inView(page, '#board'), [true]);
    assert.deepEqual(await inView(page, '.strip .player'), [true, true]);
    assert.deepEqual(await inView(page, '[role=timer]'), [true, true]);
    assert.deepEqual(await inView(page, '.status .heading'), [true]);
    assert.deepEqual(await overflow(page), []);
    const smallest = await page
      .locator('#board [role=gridcell]')
      .evaluateAll((cells) => Math.min(...cells.map((cell) => cell.getBoundingClientRect().height)));
    assert.ok(smallest >= 33, `a square is ${smallest} px high`);
  });
}

test('after a loss on time, only the clock of the loser is red', async () => {
  const page = await on.play(`#8/usual/?${PEOPLE}&clock=1s`);
  await page.locator('.status.result').waitFor();
  const red = await page.locator('[role=timer]').evaluateAll((all) => all.map((one) => one.matches('.pressing')));
  assert.deepEqual(red, [true, false]);
});
