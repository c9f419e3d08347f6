// The end of a game: the result, the graph, the turning point, and what comes next.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEVICES } from './devices.mjs';
import { moves, settled, square, stage } from './harness.mjs';

const on = stage();

/** A game whose last move wins with all discs for Black; White's mistakes are large. */
const GAME = 'e6f4e3f6g5d6e7f5c5';

/** The symmetries of the start position. Reviews are identified by their moves, so each device has its own game. */
const SYMMETRIES = [
  (column, row) => [column, row],
  (column, row) => [row, column],
  (column, row) => [9 - column, 9 - row],
  (column, row) => [9 - row, 9 - column],
];

/** Returns the moves of GAME as one of the symmetries shows it. */
const gameOf = (symmetry) =>
  GAME.match(/../g).map((move) => {
    const [column, row] = symmetry(move.charCodeAt(0) - 96, Number(move[1]));
    return `${String.fromCharCode(96 + column)}${row}`;
  });

const WORDS = {
  en: {
    win: 'You win!',
    lose: 'You lose',
    reason: '64–0, by 64 discs',
    discs: 'Difference of discs after each move',
    values: 'Value of each position, from Black’s point of view',
    find: 'Find the turning point',
    found: /^Turning point\. Move \d+: White [a-h][1-8] lost \d+ discs\./,
    announced: /Move \d+: White [a-h][1-8] lost \d+ discs\./,
    show: 'Show it',
    review: 'Review',
    again: 'Review again',
    rematch: 'Rematch',
    resign: 'Resign',
    resigned: 'Black resigned.',
  },
  ja: {
    win: 'あなたの勝ち！',
    lose: 'あなたの負け',
    reason: '64–0、64石差',
    discs: '一手ごとの石差',
    values: '一手ごとの評価値(黒から見た石差)',
    find: '勝負の分かれ目を探す',
    found: /^勝負の分かれ目 \d+手目 白 [a-h][1-8] で\d+石の損/,
    announced: /\d+手目 白 [a-h][1-8] で\d+石の損/,
    show: '盤で見る',
    review: '振り返る',
    again: 'もう一度振り返る',
    rematch: 'もう一局',
    resign: '投了',
    resigned: '黒が投了しました。',
  },
};

for (const [i, { name, language, phone, options, inTurn }] of DEVICES.entries()) {
  const words = WORDS[language];
  const played = gameOf(SYMMETRIES[i]);
  const last = played.at(-1);
  const open = async () => {
    const page = await on.play(`#8/usual/${played.slice(0, -1).join('')}?black=human&white=kaeshi:level=1`, {
      settings: { language, pace: 5 },
      options,
    });
    return { page, card: (title) => page.getByRole('region', { name: title }) };
  };

  describe(name, () => {
    inTurn('the result, the graph and the turning point of a game', async () => {
      const { page, card } = await open();
      await square(page, last).click();
      const result = card(words.win);
      await result.getByText(words.reason).waitFor();
      await result.getByRole('img', { name: words.discs }).waitFor();
      await page.locator('.board-buttons').first().waitFor();
      assert.equal(
        await page.evaluate(() => document.activeElement?.getAttribute('data-square')),
        last,
        'the focus stays on the board',
      );

      await result.getByRole('button', { name: words.find }).click();
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'result-title');
      await result.getByText(words.found).waitFor();
      await result.getByRole('img', { name: words.values }).waitFor();
      await page.locator('#announcements').getByText(words.announced).waitFor({ state: 'attached' });

      const [number] = /\d+/.exec(await result.getByText(words.found).innerText());
      await result.getByRole('button', { name: words.show }).click();
      await page.waitForFunction((n) => location.hash.endsWith(`&at=${n}`), number);
      await result.getByText(words.reason).waitFor();

      await result.getByRole('button', { name: words.review }).click();
      await page.waitForFunction(() => location.hash.startsWith('#analyse/'));
      await page.locator('main button', { hasText: words.again }).waitFor({ state: 'attached' });
    });

    inTurn('a resignation is stated as the reason, and a rematch removes the result', async () => {
      const { page, card } = await open();
      await page.getByRole('button', { name: words.resign, exact: true }).click();
      await page.locator('dialog[open] .primary').click();
      const result = card(words.lose);
      await result.getByText(words.resigned).waitFor();
      await page.getByRole('button', { name: words.rematch }).click();
      await result.waitFor({ state: 'detached' });
      await settled(page);
      assert.equal(await moves(page), '');
    });

    test('the result is in view beside or below the board', async () => {
      const { page, card } = await open();
      await square(page, last).click();
      const heading = card(words.win).getByRole('heading');
      await heading.waitFor();
      for (const [width, height] of phone
        ? [
            [390, 844],
            [844, 390],
          ]
        : [[1280, 900]]) {
        await page.setViewportSize({ width, height });
        const [shown, board] = [await heading.boundingBox(), await page.locator('#board').boundingBox()];
        const at = `${width}×${height}: ${JSON.stringify(shown)}, board ${JSON.stringify(board)}`;
        assert.ok(shown.y >= 0 && shown.y + shown.height <= height, at);
        const beside = shown.x >= board.x + board.width || shown.x + shown.width <= board.x;
        assert.ok(beside || shown.y >= board.y + board.height, at);
      }
    });
  });
}
