// Clocks: selection in the dialog, operation for both sides, use by the computer, loss on time. Resignation. Early ends
// are stored and counted.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEVICES, focusOn } from './devices.mjs';
import { moves, settled, square, stage } from './harness.mjs';

const on = stage();

const WORDS = {
  en: {
    new: 'New game',
    begin: 'Start game',
    minutes: 'Minutes per side',
    per: 'Seconds per move',
    added: 'Seconds added per move',
    left: 'Time left',
    mine: 'Your turn',
    kinds: { sudden: 'Sudden death', increment: 'Increment', byoyomi: 'Byo-yomi', move: 'Per move' },
    lost: 'Black’s time has run out — White wins',
    resign: 'Resign',
    resigned: 'Black resigned — White wins',
    dialog: 'Resign?',
    yes: 'Resign',
  },
  ja: {
    new: '新しい対局',
    begin: '対局開始',
    minutes: '持ち時間(分)',
    per: '1手の時間(秒)',
    added: '1手ごとの加算(秒)',
    left: '残り時間',
    mine: 'あなたの番です',
    kinds: { sudden: '切れ負け', increment: '加算', byoyomi: '秒読み', move: '1手ごと' },
    lost: '黒の時間切れ。白の勝ち',
    resign: '投了',
    resigned: '黒の投了。白の勝ち',
    dialog: '投了しますか？',
    yes: '投了する',
  },
};

const open = (hash, { language, options }) => on.play(hash, { settings: { language, pace: 5 }, options });
const clocks = (page, words) => page.getByRole('timer', { name: words.left });
const stored = async () =>
  (await fetch(`${on.server.url}api/v1/games?limit=1`).then((answer) => answer.json())).games[0];

for (const device of DEVICES) {
  const words = WORDS[device.language];
  describe(device.name, () => {
    device.inTurn('every kind of clock can be selected in the dialog and is kept in the address', async () => {
      const page = await open('#8/usual/?black=human&white=kaeshi:level=1', device);
      const cases = [
        ['sudden', { [words.minutes]: '3' }, '3m'],
        ['increment', { [words.minutes]: '2', [words.added]: '4' }, '2m+4s'],
        ['byoyomi', { [words.minutes]: '1', [words.per]: '20' }, '1m+20s/move'],
        ['move', { [words.per]: '15' }, '15s/move'],
      ];
      for (const [kind, fields, control] of cases) {
        await page.getByRole('button', { name: words.new }).click();
        const dialog = page.getByRole('dialog', { name: words.new });
        await dialog.getByRole('radio', { name: words.kinds[kind] }).check();
        for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
        await dialog.getByRole('button', { name: words.begin }).click();
        await page.waitForFunction((text) => location.hash.includes(`clock=${text}`), control);
        assert.equal(await clocks(page, words).count(), 2);
      }
    });

    device.inTurn(
      'the clock of the side to move runs, the computer receives its own; also after a reload',
      async () => {
        const page = await open('#8/usual/?black=human&white=kaeshi:level=3&clock=1m+2s', device);
        const request = page.waitForRequest('**/api/v1/think*');
        // The time spent exceeds the increment.
        await clocks(page, words)
          .first()
          .getByText(/0:5[0-5]/)
          .waitFor();
        await square(page, 'f5').click();
        const query = new URL((await request).url()).searchParams;
        assert.ok(Number(query.get('left')) <= 60 && Number(query.get('left')) > 40, query.get('left'));
        assert.equal(query.get('increment'), '2');
        await page.getByText(words.mine).first().waitFor();
        const spent = await page.evaluate(() =>
          JSON.parse(localStorage.getItem('kaeshi.games'))[0].session.game.plies.map(({ took }) => took),
        );
        assert.ok(spent[0] >= 4000 && spent[0] < 20_000, `${spent}`);
        await page.reload();
        await settled(page);
        assert.equal(
          await moves(page),
          await page.evaluate(() =>
            JSON.parse(localStorage.getItem('kaeshi.games'))[0]
              .session.game.plies.map(({ move }) => move)
              .join(''),
          ),
        );
        const [minutes, seconds] = (await clocks(page, words).first().innerText()).split(':').map(Number);
        const most = 60 - spent[0] / 1000 + 2; // The clock also runs during the reload, whose duration is unknown.
        assert.ok(
          60 * minutes + seconds <= Math.ceil(most) && 60 * minutes + seconds > most - 30,
          `${minutes}:${seconds} of ${most} s`,
        );
      },
    );

    device.inTurn('a loss on time is reported and counted', async () => {
      const page = await open('#8/usual/?black=human&white=kaeshi:level=1&clock=2s', device);
      await page.getByText(words.lost).first().waitFor();
      await page.locator('#announcements').getByText(words.lost).waitFor({ state: 'attached' });
      assert.equal(await page.locator('.square.legal').count(), 0);
      await page.locator('.status.result .note').getByText(/./).waitFor();
      const game = await stored();
      assert.deepEqual([game.ended, game.winner, game.score_black, game.mixed], ['time', 'white', -64, false]);
    });

    device.inTurn('a resignation ends the game after a confirmation, and is counted', async () => {
      const page = await open('#8/usual/?black=human&white=kaeshi:level=1', device);
      await square(page, 'f5').click();
      await page.getByText(words.mine).first().waitFor();
      await page.getByRole('button', { name: words.resign, exact: true }).click();
      await page
        .getByRole('dialog', { name: words.dialog })
        .getByRole('button', { name: words.yes, exact: true })
        .click();
      await page.getByText(words.resigned).first().waitFor();
      await page.locator('.status.result .note').getByText(/./).waitFor();
      const game = await stored();
      assert.deepEqual([game.ended, game.winner, game.mixed], ['resigned', 'white', false]);
    });
  });
}

test('the clock of an address replaces that of an earlier game', async () => {
  const people = '#8/usual/f5d6?black=human&white=human';
  const page = await open(people, DEVICES[0]);
  const shown = clocks(page, WORDS.en);
  assert.equal(await shown.count(), 0);
  for (const [hash, left] of [
    [`${people}&clock=5m+3s`, /^5:0|^4:5/],
    [`${people}&clock=2m`, /^2:0|^1:5/],
    [people, null],
  ]) {
    await page.goto('about:blank'); // Leaves the page, like a link pasted into another tab.
    await page.goto(on.server.url + hash);
    await settled(page);
    assert.equal(await page.evaluate(() => location.hash), hash);
    assert.equal(await shown.count(), left ? 2 : 0, hash);
    if (left) assert.match(await shown.last().innerText(), left);
  }
  // The same applies to navigation within the page.
  await page.evaluate((hash) => (location.hash = hash), `${people}&clock=7m`);
  await shown.first().waitFor();
  assert.match(await shown.last().innerText(), /^7:0|^6:5/);
});

test('byo-yomi continues with the period after the main time', async () => {
  const page = await open('#8/usual/?black=human&white=human&clock=1s+5s/move', DEVICES[0]);
  const [first] = [clocks(page, WORDS.en).first()];
  await page.waitForFunction(() => /^[0-4]\.\d$/.test(document.querySelector('[role=timer]').textContent.trim()));
  await square(page, 'f5').click();
  await page.getByText('White to move', { exact: true }).waitFor();
  assert.match(await first.innerText(), /^5\.0$/, 'the next move has the full period');
});

test('a clock is selected and a game resigned by keyboard', async () => {
  const page = await open('#8/usual/?black=human&white=kaeshi:level=1', DEVICES[0]);
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  await focusOn(page, /^None$/, 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await focusOn(page, /^Start game$/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('clock=5m'));
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Enter'); // The computer moves for Black.
  await page.getByText('Your turn').waitFor();
  await page.waitForFunction(() => location.hash.split('?')[0].split('/')[2].length === 4);
  await page.keyboard.press('x');
  await page.getByRole('dialog', { name: 'Resign?' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Black resigned — White wins').first().waitFor();
});
