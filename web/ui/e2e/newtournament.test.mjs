// Tournaments that are started from the page: set up, watched, paused, resumed, cancelled, and refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './harness.mjs';
import { api, until } from './tournament-states.mjs';

const on = stage({ quiet: false });
let page;

const open = (hash, language = 'en') => on.open({ hash, settings: { language }, ready: 'main h1' });
const newest = async () => (await api(on.server, '')).tournaments[0];
const chip = (state) => page.locator('header .chip').getByText(state, { exact: true }).waitFor();
const field = (name) => page.getByLabel(name, { exact: true });

/** Sets up a tournament of two players in the form. */
async function setUp(first, second, games) {
  await page.getByRole('combobox', { name: 'Player 1' }).selectOption(first);
  await page.getByRole('combobox', { name: 'Player 2' }).selectOption(second);
  await field('Games of each pairing').fill(String(games));
}

test('a tournament is set up by keyboard, started and watched to its end', async () => {
  page = await open('#tournaments');
  await page.getByRole('link', { name: 'New tournament' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#tournaments/new');
  await setUp('random', 'greedy', 4);
  await page.getByRole('button', { name: 'Add a player' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Player 3' }).selectOption('alphabeta:2');
  await page.getByText('At most 12 games in all.').waitFor();
  await page.getByRole('radio', { name: 'Random', exact: true }).check();
  await page.getByText('Name, seed and more').click();
  await field('Name').fill('Page cup');
  const command = "kaeshi match random greedy alphabeta:2 --name 'Page cup' --games 4 --openings random:2";
  await page.getByText(command, { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Page cup' }).waitFor();
  await chip('finished');
  const row = await newest();
  assert.deepEqual([row.run, row.state, row.played], ['done', 'finished', 12]);
  assert.match(
    await page.locator('section[aria-labelledby=run-title] code').innerText(),
    /^kaeshi match random greedy/,
  );
  assert.equal(await page.getByRole('button', { name: 'Cancel tournament…' }).count(), 0);
  assert.deepEqual(page.errors, []);
});

test('a tournament is paused, survives a restart, is resumed and cancelled', async () => {
  page = await open('#tournaments/new');
  await setUp('kaeshi:level=16', 'kaeshi:level=15', 4000);
  await page.getByRole('button', { name: 'Start tournament' }).click();
  await chip('running');
  const { id } = await newest();
  const run = async () => (await api(on.server, `/${id}`)).run;
  await page.getByRole('button', { name: 'Pause tournament' }).click();
  await chip('paused');
  assert.equal(await run(), 'paused');
  await page.getByText('Paused. Interrupted games start again when it continues.').waitFor();

  await on.server.stop();
  await on.server.start();
  await page.getByRole('button', { name: 'Resume tournament' }).click();
  await chip('running');
  await on.server.stop();
  await on.server.start();
  await until(async () => (await run()) === 'running');
  await page.reload();
  await chip('running');

  await page.getByRole('button', { name: 'Cancel tournament…' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Cancel tournament…' }).click();
  await page.getByRole('button', { name: 'Cancel tournament', exact: true }).click();
  await chip('cancelled');
  assert.equal(await run(), 'cancelled');
  assert.match(await page.locator('section[aria-labelledby=run-title] code').innerText(), /--resume$/);
});

for (const [language, words] of [
  [
    'en',
    {
      games: 'Games of each pairing',
      most: /this server plays at most 10,000/,
      start: 'Start tournament',
      clock: 'Time per game',
      minutes: 'Minutes',
      refused: /180m.*may take/,
    },
  ],
  [
    'ja',
    {
      games: '1組の局数',
      most: /10,000局までです/,
      start: '大会を始める',
      clock: '1局の持ち時間',
      minutes: '分',
      refused: /持ち時間.*時間かかることがあります/,
    },
  ],
]) {
  test(`limits of the server are explained: ${language}`, async () => {
    page = await open('#tournaments/new', language);
    const start = page.getByRole('button', { name: words.start });
    await field(words.games).fill('10002');
    await page.getByText(words.most).waitFor();
    assert.equal(await start.isDisabled(), true);
    await field(words.games).fill('1000');
    await page.getByRole('radio', { name: words.clock }).check();
    await field(words.minutes).fill('180');
    await start.click();
    await page.getByRole('alert').getByText(words.refused).waitFor();
    assert.deepEqual(
      page.errors.filter((line) => !/422/.test(line)),
      [],
    );
  });
}
