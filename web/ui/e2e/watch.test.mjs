// Games between two computers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discs, moves, setPlayer, settled, square, stage } from './harness.mjs';

const on = stage();
let page;

const open = async (hash, more = {}) => {
  page = await on.play(hash, more);
};

const button = (name) => page.getByRole('button', { name, exact: true });
const result = () => page.getByText(/(Black|White) wins \d+–\d+|A draw, \d+–\d+/).first();
const finished = () => result().waitFor({ timeout: 60_000 });

test('a whole 8×8 game between two computers', async () => {
  await open('#8/usual/?black=human&white=human');
  await setPlayer(page, 'White', 'kaeshi:level=1');
  await setPlayer(page, 'Black', 'alphabeta:1');
  await page.getByText('Paused', { exact: true }).waitFor();
  assert.equal(await moves(page), '', 'two computers wait for Play');
  await button('Play').click();
  await finished();
  const shown = await discs(page);
  const transcript = await moves(page);
  assert.match(transcript, /^([a-h][1-8])+$/);
  assert.equal(shown.black + shown.white, 4 + transcript.length / 2);
  const answer = await fetch(`${on.server.url}api/v1/game?moves=${transcript}`).then((r) => r.json());
  assert.equal(answer.over, true);
  assert.deepEqual({ black: answer.black, white: answer.white }, shown);
});

test('a game can be paused, stepped and resumed', async () => {
  await open('#4/usual/?black=kaeshi:level=1&white=kaeshi:level=2', { settings: { language: 'en', pace: 0 } });
  await page.getByText('Paused', { exact: true }).waitFor();
  await button('Step').click();
  await page.waitForFunction(() => /\/[a-d][1-4]\?/.test(location.hash));
  await page.getByText('Paused', { exact: true }).waitFor();
  await button('Step').click();
  await page.waitForFunction(() => /\/([a-d][1-4]){2}\?/.test(location.hash));
  await page.getByRole('slider', { name: /Speed/ }).focus();
  await page.keyboard.press('End');
  await button('Play').click();
  await finished();
});

test('playing again replays the known moves first', async () => {
  await open('#4/usual/b1c1d3?black=greedy&white=greedy');
  await button('One move back').click();
  await button('One move back').click();
  await page.getByText('Move 1 of 3').first().waitFor();
  await button('Play').click();
  await finished();
  assert.match(await moves(page), /^b1c1d3/);
});

test('two deterministic computers repeat their game until a person plays a move for one of them', async () => {
  const start = '#6/usual/?black=kaeshi:level=2&white=kaeshi:level=1';
  await open(start);
  await button('Play').click();
  await finished();
  const first = await moves(page);

  const stored = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await button('Rematch').click();
  await stored;
  await finished();
  assert.equal(await moves(page), first, 'the same players play the same game');

  await page.context().close();
  await open(start);
  const plies = 6;
  for (let ply = 1; ply <= plies; ply++) {
    await button('Step').click();
    await page.waitForFunction((n) => location.hash.split('?')[0].split('/')[2].length === 2 * n, ply);
    await settled(page);
  }
  assert.equal(await moves(page), first.slice(0, 2 * plies));
  await setPlayer(page, 'Black', 'human');
  const legal = await page
    .locator('[role=gridcell][aria-label*="legal"]')
    .evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
  const other = legal.find((name) => name !== first.slice(2 * plies, 2 * plies + 2));
  assert.ok(other, 'another legal move exists');
  await square(page, other).click();
  await setPlayer(page, 'Black', 'kaeshi:level=2');
  await button('Play').click();
  await finished();
  const second = await moves(page);
  assert.ok(second.startsWith(first.slice(0, 2 * plies) + other));
  assert.notEqual(second, first, 'a move by a person changes the game');
});
