// Playing a game: by keyboard, by pointer, from links, and with undo and redo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discs, moves, setPlayer, settled, square, stage } from './harness.mjs';

const on = stage();
let page;

const open = async (hash, more = {}) => {
  page = await on.play(hash, more);
};

const PEOPLE = 'black=human&white=human';
const status = () => page.getByRole('region', { name: 'Game status' });
const legalSquares = () =>
  page.locator('[role=gridcell][aria-label*="legal"]').evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
const announced = () => page.locator('#announcements').innerText();
/** For a person with the black discs; the computer may have passed. */
const yourTurnOrOver = () =>
  status()
    .getByText(/^Your turn$|passes — Black plays again|wins \d|^A draw/)
    .first()
    .waitFor();

/** Moves the keyboard focus to a square and plays it. */
async function playByKeyboard(name) {
  const focused = () => page.evaluate(() => document.activeElement?.dataset.square);
  for (let at = await focused(); at !== name; at = await focused()) {
    assert.ok(at, 'the focus is on the board');
    const sideways = at[0] < name[0] ? 'ArrowRight' : at[0] > name[0] ? 'ArrowLeft' : null;
    await page.keyboard.press(sideways ?? (at[1] < name[1] ? 'ArrowDown' : 'ArrowUp'));
  }
  await page.keyboard.press('Enter');
}

test('navigation to another page wins over a reload or a computer move at the same time', async () => {
  const place = `#analyse/set-up/${'-'.repeat(27)}OX------XO${'-'.repeat(27)}X/`;
  await open(`#8/usual/f5?${PEOPLE}`);
  const after = await page.evaluate((hash) => {
    location.hash = hash;
    // The page is unloaded before its hashchange event.
    dispatchEvent(new PageTransitionEvent('pagehide'));
    return location.hash;
  }, place);
  assert.equal(after, place);
  await page.reload();
  await page.locator('main.analyse #board[aria-busy=false]').waitFor();
  assert.equal(await page.evaluate(() => location.hash), place);
  await page.context().close();

  await open(`#8/usual/f5?${PEOPLE}`);
  const moved = await page.evaluate((hash) => {
    location.hash = hash;
    document.querySelector('[data-square=d6]').click();
    return location.hash;
  }, place);
  assert.equal(moved, place);
  await page.locator('main.analyse #board[aria-busy=false]').waitFor();
  assert.equal(await page.evaluate(() => location.hash), place);
  await page.goBack();
  await page.locator('main.play #board[aria-busy=false]').waitFor();
  assert.equal(await moves(page), 'f5', 'Back returns to the previous game');
});

test('a whole 4×4 game against the computer by keyboard', async () => {
  await open('');
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('dialog'));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter'); // Opens the fold.
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: 'Board, 4 by 4' }).waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the board');
  await page.keyboard.press('Enter');
  for (let turns = 0; turns < 12; turns++) {
    await yourTurnOrOver();
    const [target] = await legalSquares();
    if (!target) break;
    const before = await moves(page);
    await playByKeyboard(target);
    await page.waitForFunction((old) => !location.hash.includes(`/${old}?`), before);
  }
  await status()
    .getByText(/wins \d+–\d+|A draw/)
    .waitFor();
  assert.match(await announced(), /wins \d+–\d+|A draw/);
});

test('a legal square names the number of flips, and the move is announced', async () => {
  await open(`#8/usual/?${PEOPLE}`);
  assert.deepEqual((await legalSquares()).sort(), ['c4', 'd3', 'e6', 'f5']);
  await page.getByRole('gridcell', { name: 'd3, empty, legal, flips 1' }).click();
  await page.getByRole('gridcell', { name: 'd3, black, last move' }).waitFor();
  await page.getByText('Black d3, 1 flipped. Black 4, White 1. White to move.').waitFor({ state: 'attached' });
  assert.deepEqual(await discs(page), { black: 4, white: 1 });
});

test('a click on an illegal square reports the square and the reason, in both languages', async () => {
  await open(`#8/usual/?${PEOPLE}`);
  await square(page, 'a1').click();
  await status().getByText('a1 flips no discs for Black.').waitFor();
  assert.match(await announced(), /a1 flips no discs for Black\./);
  await square(page, 'd4').click();
  await status().getByText('d4 is occupied by a white disc.').waitFor();
  await page.getByRole('button', { name: '日本語' }).click();
  await page.getByText('d4 にはすでに白の石があります。').first().waitFor();
  await square(page, 'a1').click();
  await page.getByText('a1 に黒を打っても、返せる石がありません。').first().waitFor();
  assert.equal(await moves(page), '');
});

test('the language is remembered, and the first visit follows the browser', async () => {
  await open(`#8/usual/?${PEOPLE}`, { settings: {}, options: { locale: 'ja-JP' } });
  assert.equal(await page.locator('html').getAttribute('lang'), 'ja');
  await page.getByText('黒の番です').first().waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('Black to move').first().waitFor();
  await page.reload();
  await page.getByText('Black to move').first().waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});

test('a forced pass is announced, then play continues automatically', async () => {
  await open(`#4/usual/b1c1d3?${PEOPLE}`, { settings: { language: 'en', pace: 2 } });
  await square(page, 'a1').click();
  const words = 'Black has no legal move and passes — White plays again.';
  await status().getByText(words).waitFor();
  assert.match(await announced(), new RegExp(words));
  await page.getByRole('button', { name: /^Black pass$/ }).waitFor();
  await settled(page);
  assert.equal(await moves(page), 'b1c1d3a1--');
  await status().getByText(words).waitFor();
  const [next] = await legalSquares();
  await square(page, next).click();
  await status().getByText(words).waitFor({ state: 'detached' });
  assert.equal(await moves(page), `b1c1d3a1${next}`);
});

test('a pass can be played at once with its key, but not for the computer', async () => {
  await open('#4/usual/b1c1d3a1?black=greedy&white=greedy');
  assert.equal(await moves(page), 'b1c1d3a1', 'two paused computers do not pass automatically');
  await page.keyboard.press('p');
  await settled(page);
  assert.equal(await moves(page), 'b1c1d3a1--');
  await page.keyboard.press('p');
  assert.equal(await moves(page), 'b1c1d3a1--');
});

test('undo returns to the person’s turn, redo restores, and another move replaces', async () => {
  await open('#8/usual/?black=human&white=kaeshi:level=1');
  await square(page, 'd3').click();
  await yourTurnOrOver();
  const [second] = await legalSquares();
  await square(page, second).click();
  await page.waitForFunction(() => location.hash.split('?')[0].length >= '#8/usual/'.length + 8);
  await yourTurnOrOver();
  const four = await moves(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await status().getByText('Move 2 of 4').waitFor();
  assert.match(page.url(), /&at=2$/);
  await page.keyboard.press('Control+z');
  await status().getByText('Start position').waitFor();
  assert.deepEqual(await discs(page), { black: 2, white: 2 });
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await yourTurnOrOver();
  assert.equal(await moves(page), four);
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await square(page, 'f5').click();
  await yourTurnOrOver();
  assert.match(await moves(page), /^f5[a-h][1-8]$/);
});

test('a reload keeps the game, its players and the ply', async () => {
  await open(`#6/parallel/?${PEOPLE}`);
  for (let i = 0; i < 3; i++) {
    const [next] = await legalSquares();
    await square(page, next).click();
    await settled(page);
  }
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('ArrowLeft');
  const [url, shown] = [page.url(), await discs(page)];
  await page.reload();
  await page.getByText('Move 2 of 3').first().waitFor();
  assert.equal(page.url(), url);
  assert.deepEqual(await discs(page), shown);
  await page.goto('about:blank');
  await page.goto(on.server.url);
  await page.getByText('Move 2 of 3').first().waitFor();
});

test('a shared link opens the same game for someone else', async () => {
  await open(`#8/usual/f5d6c3d3c4?${PEOPLE}&at=4`);
  await page.getByText('Move 4 of 5').first().waitFor();
  assert.deepEqual(await discs(page), { black: 4, white: 4 });
  await page.getByRole('button', { name: 'Move 5: Black c4' }).click();
  assert.deepEqual(await discs(page), { black: 6, white: 3 });
});

test('an address with an illegal game is reported, with the offer of a new game', async () => {
  page = await on.open({ hash: `#8/usual/a1?${PEOPLE}` });
  await page
    .getByRole('alert')
    .getByText(/The link does not contain a valid game: .*a1/)
    .waitFor();
  assert.ok(page.errors.every((error) => error.includes('422')));
  page.errors.length = 0;
  await square(page, 'f5').click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  assert.equal(await moves(page), 'f5');
});

test('players change during a game: person, computer, and back', async () => {
  await open('#8/usual/?black=human&white=kaeshi:level=1');
  await square(page, 'f5').click();
  await yourTurnOrOver();
  assert.equal((await moves(page)).length, 4);
  await setPlayer(page, 'White', 'human');
  await setPlayer(page, 'Black', 'kaeshi:level=2');
  await status().getByText('Your turn').waitFor();
  await status().getByText('You play White.').waitFor();
  assert.equal((await moves(page)).length, 6);
  await setPlayer(page, 'Black', 'human');
  await page.getByText('White to move', { exact: true }).waitFor();
  const [next] = await legalSquares();
  await square(page, next).click();
  await page.getByText('Black to move', { exact: true }).waitFor();
  assert.equal((await moves(page)).length, 8);
});

test('the computer plays one move for a person', async () => {
  await open(`#8/usual/?black=human&white=human`);
  await page.getByRole('button', { name: 'Play a move for me' }).click();
  await page.getByText('White to move', { exact: true }).waitFor();
  assert.equal((await moves(page)).length, 2);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Enter');
  await page.getByText('Black to move', { exact: true }).waitFor();
  assert.equal((await moves(page)).length, 4);
});

test('thinking shows its progress, can be stopped, and can be cut short', async () => {
  await open('#8/usual/f5f6f7c5?black=human&white=kaeshi:level=60'); // a position without a proved value
  await square(page, 'c4').click();
  await status()
    .getByText(/^[\d,]+ positions$/) // without the best move, which is hidden from the person
    .waitFor();
  await page.getByRole('button', { name: 'Stop thinking' }).click();
  await status().getByText('White is waiting').waitFor();
  assert.equal(await moves(page), 'f5f6f7c5c4');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Move now', exact: true }).click();
  await yourTurnOrOver();
  assert.match(await moves(page), /^f5f6f7c5c4[a-h][1-8]$/);
});

test('Back returns from a new game to the previous one', async () => {
  await open(`#8/usual/f5d6?${PEOPLE}`);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('Board and start').click();
  await page.getByRole('radio', { name: '6×6' }).check();
  await page.getByRole('radio', { name: 'Parallel' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.getByRole('grid', { name: 'Board, 6 by 6' }).waitFor();
  assert.match(page.url(), /#6\/parallel\/\?/);
  await page.goBack();
  await page.getByRole('grid', { name: 'Board, 8 by 8' }).waitFor();
  assert.equal(await moves(page), 'f5d6');
});

test('single-letter keys can be disabled; the key sheet lists them', async () => {
  await open(`#8/usual/f5d6?${PEOPLE}`);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await sheet.getByRole('switch', { name: 'Single-letter keys' }).uncheck();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.press('u');
  assert.doesNotMatch(page.url(), /at=/);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Move 1 of 2').first().waitFor();
});

test('coordinates and legal squares can be hidden', async () => {
  await open(`#8/usual/?${PEOPLE}`);
  await page.getByRole('switch', { name: 'Legal moves' }).uncheck();
  assert.deepEqual(await legalSquares(), []);
  assert.equal(
    await page
      .locator('.letters')
      .innerText()
      .then((text) => text.replace(/\s/g, '')),
    'abcdefgh',
  );
  await page.getByRole('switch', { name: 'Coordinates' }).uncheck();
  assert.equal((await page.locator('.letters').innerText()).trim(), '');
});
