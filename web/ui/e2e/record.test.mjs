// Finished games are stored once, counted correctly, listed, and opened again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discs, moves, settled, square, stage } from './harness.mjs';

const on = stage();
let page;

const OPPONENT = 'alphabeta:1';
const api = (path) => fetch(`${on.server.url}api/v1/${path}`).then((answer) => answer.json());
const status = () => page.getByRole('region', { name: 'Game status' });

/** Plays the game on the board to its end, always the first legal square. */
async function playOut() {
  for (;;) {
    await status()
      .getByText(/^Your turn$|wins \d|^A draw/)
      .first()
      .waitFor();
    const next = page.locator('[role=gridcell][aria-label*="legal"]').first();
    if (!(await next.count())) return;
    const before = page.url();
    await next.click();
    await page.waitForFunction((old) => location.href !== old, before);
  }
}

test('a finished game against the computer enters the record once', async () => {
  page = await on.play(`#4/usual/?black=human&white=${OPPONENT}`);
  await playOut();
  await status().getByText('Saved to your record.').waitFor();
  const transcript = await moves(page);
  await page.reload();
  await status().getByText('Saved to your record.').waitFor();

  const { games } = await api('games');
  assert.equal(games.length, 1);
  assert.deepEqual([games[0].moves, games[0].mixed, games[0].white], [transcript, false, OPPONENT]);

  await page.getByRole('link', { name: 'Record' }).click();
  const row = page.getByRole('row').nth(1);
  await row.waitFor();
  const cells = await row.getByRole('cell').allInnerTexts();
  const won = { black: ['1', '0', '0'], white: ['0', '1', '0'], draw: ['0', '0', '1'] }[games[0].winner];
  assert.deepEqual(cells.slice(0, 4), ['4×4', ...won]);
});

test('a game with an undone move is stored but not counted', async () => {
  page = await on.play(`#4/usual/?black=human&white=${OPPONENT}`);
  await square(page, 'b1').click();
  await status().getByText('Your turn').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Start position').first().waitFor();
  await square(page, 'a2').click();
  await playOut();
  await status()
    .getByText(/not counted in your record/)
    .waitFor();
  const { games } = await api('games');
  assert.equal(games[0].mixed, true);
  const { rows } = await api('record');
  assert.equal(
    rows.reduce((sum, row) => sum + row.wins + row.losses + row.draws, 0),
    1,
  );
});

test('a recent game opens on the board and is not stored again', async () => {
  const { games } = await api('games');
  page = await on.open({ hash: '#8/usual/?black=human&white=human' });
  await page.getByRole('link', { name: 'Record' }).click();
  await page.getByRole('listitem').first().getByRole('link').click();
  await page.getByRole('grid', { name: 'Board, 4 by 4' }).waitFor();
  await settled(page);
  assert.deepEqual(await discs(page), { black: games[0].discs_black, white: games[0].discs_white });
  assert.equal((await api('games')).games.length, games.length);
  await page.goBack();
  await page.getByRole('heading', { name: 'Recent games' }).waitFor();
  await page.goBack();
  await page.getByRole('grid', { name: 'Board, 8 by 8' }).waitFor();
});

test('the record is reset after a confirmation, and the games are kept', async () => {
  page = await on.open({ hash: '#8/usual/?black=human&white=human' });
  await page.getByRole('link', { name: 'Record' }).click();
  await page.getByRole('button', { name: 'Reset the record' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the record' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await api('record')).rows.length, 1);
  await page.getByRole('button', { name: 'Reset the record' }).click();
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByText('No counted games yet.').waitFor();
  assert.deepEqual((await api('record')).rows, []);
  assert.equal((await api('games')).games.length, 2);
});
