// Tournaments: listed, watched in progress, and their games replayed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discs, runTournament, moves, settled, slowPlayer, stage, withClock } from './harness.mjs';
import { api, shownNames, until } from './tournament-states.mjs';

const on = stage({ quiet: false });
let page;

const open = (hash, settings = { language: 'en' }) => on.open({ hash, settings, ready: 'main h1' });
const hold = async (...args) => assert.equal(await runTournament(on.server, ...args).ended, 0);
const live = () => page.getByRole('region', { name: 'Boards' });
const liveNames = () =>
  live()
    .getByRole('img')
    .evaluateAll((boards) => boards.map((board) => board.getAttribute('aria-label')));

/** Returns the name of the player in a row, whose parts are separate elements. */
const headerOf = async (row) => (await row.getByRole('rowheader').innerText()).replace(/\n/g, '').trim();

/** Returns the results of one player against another in the first tournament. */
async function pairOf(one, other) {
  const { standings } = await api(on.server, '/1');
  const rank = (name) => standings.players.findIndex(({ player }) => player === name);
  return standings.cross[rank(one)][rank(other)];
}

test('without tournaments the page explains how to start one, in both languages', async () => {
  for (const [language, words] of [
    ['en', 'No tournaments yet'],
    ['ja', '大会はまだありません'],
  ]) {
    page = await open('#tournaments', { language });
    await page.getByRole('heading', { name: words }).waitFor();
    await page.getByText('kaeshi match kaeshi:level=4 classic/lazytree --games 200').waitFor();
    assert.deepEqual(page.errors, []);
    if (language === 'en') await page.context().close();
  }
});

test('a new tournament appears automatically, and its table matches the program’s', async () => {
  page = await open('#tournaments');
  await hold('random', 'greedy', 'kaeshi:skill=1', '--games', '4', '--openings', 'balanced:2', '--name', 'Small cup');
  await page.getByRole('link', { name: /Small cup/ }).click();
  const table = page.getByRole('region', { name: 'Standings', exact: true });
  await table.getByRole('row').nth(3).waitFor();
  const { standings } = await api(on.server, '/1');
  const shown = await shownNames(on.server);
  for (const [i, { player, wins, draws, losses }] of standings.players.entries()) {
    const row = table.getByRole('row').nth(i + 1);
    assert.equal(await headerOf(row), shown(player));
    const cells = await row.getByRole('cell').allInnerTexts();
    assert.deepEqual(cells.slice(7, 10), [wins, draws, losses].map(String));
  }
  const cross = page.getByRole('region', { name: 'Crosstable' });
  const { wins, draws, losses } = standings.cross[0][1];
  assert.match(await cross.getByRole('row').nth(1).innerText(), new RegExp(`${wins}–${draws}–${losses}`));
  assert.equal(await page.getByRole('list').filter({ hasText: 'Elo' }).count(), 0);
  await page.getByText('12 games', { exact: true }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('the games of two players are selected and one is replayed by keyboard', async () => {
  page = await open('#tournaments/1');
  const list = page.getByRole('region', { name: 'Games', exact: true });
  await list.getByRole('listitem').nth(11).waitFor();
  await list.getByLabel('Player').selectOption('random');
  await list.getByLabel('Opponent').selectOption('greedy');
  await page.waitForURL('**/#tournaments/1?player=random&versus=greedy');
  await until(async () => (await list.getByRole('listitem').count()) === 4);
  const { wins, draws, losses } = await pairOf('random', 'greedy');
  await list.getByText(`Random v Greedy: ${wins} won, ${draws} drawn, ${losses} lost.`).waitFor();
  await list.getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('grid').waitFor();

  const { games } = await api(on.server, '/1/games?player=random&versus=greedy');
  const game = await api(on.server, `/1/games/${games[0].game}`);
  const end = game.book + game.took.length;
  const at = async (ply) => {
    const now = ply === 0 ? 'Start position' : `Move ${ply} of ${end}`;
    await page.locator('p.now').getByText(now).waitFor();
  };
  await at(end);
  await page
    .getByText(game.score === 0 ? /^Draw/ : game.score > 0 ? /^Black \d/ : /^White \d/)
    .first()
    .waitFor();
  const shown = await discs(page);
  assert.equal(Math.sign(shown.black - shown.white), Math.sign(game.score));
  await page.keyboard.press('ArrowLeft');
  await at(end - 1);
  assert.match(page.url(), new RegExp(`/game/${game.game}\\?player=random&versus=greedy&at=${end - 1}$`));
  await page.keyboard.press('Home');
  await at(0);
  assert.deepEqual(await discs(page), { black: 2, white: 2 });
  await page.keyboard.press('ArrowRight');
  await at(1);
  assert.equal(
    await page
      .locator('#announcements p')
      .last()
      .innerText()
      .then((said) => said.startsWith('Move 1 of')),
    true,
  );
  await page.getByRole('button', { name: 'One move forward' }).focus();
  await page.keyboard.press('Enter');
  await at(2);
  await page.keyboard.press('ArrowRight');
  await at(3);
  await page.keyboard.press('End');
  await at(end);
  await page.reload();
  await at(end);

  // The previous and next links stay within the selected games.
  await page.getByRole('link', { name: 'Previous game' }).click();
  await page.getByRole('heading', { name: new RegExp(`^Game ${games[1].game + 1}`) }).waitFor();
  await page.getByRole('link', { name: 'Next game' }).click();
  await page.getByRole('heading', { name: new RegExp(`^Game ${games[0].game + 1}`) }).waitFor();

  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('button', { name: 'One move forward' }).click();
  await at(1);
  await page.getByRole('link', { name: 'Play on from here' }).click();
  await settled(page);
  assert.equal(await moves(page), game.transcript.slice(0, 2));
  await page.goBack();
  await page.getByRole('link', { name: '‹ The tournament' }).click();
  await page.getByRole('heading', { name: 'Small cup' }).waitFor();
  assert.equal(await page.getByLabel('Opponent').inputValue(), 'greedy');
  assert.deepEqual(page.errors, []);
});

test('a running tournament is watched: boards, table and end, without layout shifts', async () => {
  const [slow, slower] = [slowPlayer(on.server, 60, 'greedy'), slowPlayer(on.server, 90, 'random')];
  const cup = runTournament(
    on.server,
    slow,
    slower,
    '--games',
    '6',
    '--openings',
    'balanced:3',
    '--concurrency',
    '2',
    '--name',
    'Live cup',
  );
  page = await open('#tournaments');
  await page.getByRole('link', { name: /Live cup/ }).click();
  await until(async () => (await liveNames()).length >= 2);
  await page
    .getByText(/^\d of 6 games$/)
    .first()
    .waitFor(); // on a busy machine, some games end before the page has loaded
  const first = await liveNames();
  await until(async () => (await liveNames()).some((name, i) => name !== first[i]));
  await until(async () =>
    (await liveNames()).some((name) =>
      /^Game \d, exec\/gtp:.* v exec\/gtp:.*: \d+–\d+, (move \d+, [a-h][1-8]|begins)$/.test(name),
    ),
  );

  await page.evaluate(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) =>
      globalThis.shifts.push(
        ...list
          .getEntries()
          .filter(({ hadRecentInput }) => !hadRecentInput)
          .map(({ value, sources }) => [value, sources?.map(({ node }) => node?.className)]),
      ),
    ).observe({ type: 'layout-shift' });
  });
  await page
    .locator('.progress .words')
    .getByText(/^[2-5] of 6 games$/)
    .waitFor();
  const offered = page.getByRole('button', { name: /^Show \d new$/ });
  await offered.click();
  await page.getByRole('button', { name: 'Up to date' }).or(offered).waitFor();
  assert.ok((await page.getByRole('region', { name: 'Games', exact: true }).getByRole('listitem').count()) > 0);
  const shifts = await page.evaluate(() => globalThis.shifts);
  assert.ok(shifts.reduce((sum, [value]) => sum + value, 0) < 0.01, JSON.stringify(shifts));

  await page.getByText('finished', { exact: true }).waitFor();
  await page.locator('.progress .words').getByText('6 games', { exact: true }).waitFor();
  assert.equal(await cup.ended, 0);
  assert.match((await liveNames()).join('\n'), /Game 6, .*(Black|White|Draw) \d+–\d+/);
  await page
    .getByRole('status')
    .getByText(/The tournament has ended\. First: exec/)
    .waitFor({ state: 'attached' });
  assert.deepEqual(page.errors, []);
});

test('a lost connection is reported and restored', async () => {
  const cup = runTournament(
    on.server,
    slowPlayer(on.server, 300, 'greedy'),
    'random',
    '--games',
    '20',
    '--openings',
    'balanced:10',
    '--concurrency',
    '1',
  );
  page = await open('#tournaments');
  await until(async () => (await api(on.server, '')).tournaments[0].state === 'running');
  const { id } = (await api(on.server, '')).tournaments[0];
  await page.goto(`${on.server.url}#tournaments/${id}`);
  await page.getByText(/^Started/).waitFor();
  await on.server.stop();
  await page.getByText('Connection lost. Reconnecting…').first().waitFor();
  await on.server.start();
  await page.getByText(/^Started/).waitFor();
  const before = await liveNames();
  await until(async () => (await liveNames()).some((name, i) => name !== before[i]));
  await cup.stop();
});

test('a tournament that does not exist is reported', async () => {
  page = await open('#tournaments/999');
  await page.getByRole('alert').getByRole('heading', { name: 'Tournament not found' }).waitFor();
  await page.getByRole('link', { name: 'Tournaments', exact: true }).last().click();
  await page.getByRole('link', { name: /Small cup/ }).waitFor();
});

test('the first page does not load the tournaments chunk', async () => {
  page = await open('#8/usual/?black=human&white=human');
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.ok(
    loaded.some((name) => /index-.*\.js$/.test(name)),
    String(loaded),
  );
  assert.deepEqual(
    loaded.filter((name) => /Tournaments|MiniBoard|Learn/.test(name)),
    [],
  );
});

for (const [language, words] of [
  [
    'en',
    {
      pause: 'Pause',
      play: 'Play',
      behind: /^To latest \(\d+ behind\)$/,
      live: 'Live',
      boards: 'Boards',
      large: /^Enlarge game \d+$/,
    },
  ],
  [
    'ja',
    {
      pause: '一時停止',
      play: '再生',
      behind: /^最新へ\(あと\d+手\)$/,
      live: 'ライブ',
      boards: '盤面',
      large: /を拡大$/,
    },
  ],
]) {
  test(`live boards are paused and slowed down, and catch up: ${language}`, async () => {
    const cup = runTournament(
      on.server,
      slowPlayer(on.server, 120, 'greedy'),
      slowPlayer(on.server, 120, 'random'),
      '--games',
      '40',
      '--openings',
      'balanced:20',
      '--concurrency',
      '2',
      '--name',
      `Slow ${language}`,
    );
    try {
      const { tournaments } = await api(on.server, '');
      const newest = async () => (await api(on.server, '')).tournaments[0];
      await until(
        async () =>
          (await newest()).id > (tournaments[0]?.name === `Slow ${language}` ? 0 : (tournaments[0]?.id ?? 0)) ||
          (await newest()).name === `Slow ${language}`,
      );
      page = await open(`#tournaments/${(await newest()).id}`, { language });
      const boards = page.locator('section[aria-labelledby=live-title]');
      await boards.getByRole('img').first().waitFor();
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press('Space');
      await boards.getByRole('button', { name: words.play }).waitFor();
      const held = await boards.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      await boards.getByRole('button', { name: words.behind }).waitFor();
      assert.deepEqual(
        await boards.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
        held,
        'nothing moves',
      );
      await boards.getByRole('slider').focus();
      await page.keyboard.press('Home');
      await boards.getByRole('button', { name: words.play }).click();
      await boards.getByRole('button', { name: words.behind }).click();
      await boards.getByRole('button', { name: words.pause }).waitFor();
      await boards.getByRole('button', { name: words.large }).first().click();
      assert.equal(await boards.locator('li.large').count(), 1);
      assert.deepEqual(page.errors, []);
    } finally {
      await cup.stop();
    }
  });
}

test('a game of a tournament plays automatically, at the selected speed, and stops', async () => {
  page = await open('#tournaments/1/game/0?at=0', { language: 'en', pace: 4 });
  await withClock(page, 'main h1');
  await page.locator('p.now').getByText('Start position').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page
    .locator('p.now')
    .getByText(/^Move [3-9] of/)
    .waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const now = await page.locator('p.now').innerText();
  await page.clock.runFor(10_000);
  assert.equal(await page.locator('p.now').innerText(), now);
});

test('players are rated over all tournaments, and a name links to its tournaments and games, by keyboard', async () => {
  await hold('random', 'greedy', '--games', '6', '--openings', 'balanced:3', '--name', 'Again');
  await hold('alphabeta:1', 'alphabeta:2', '--games', '2', '--openings', 'balanced:1', '--name', 'Apart');
  const ratings = () => fetch(`${on.server.url}api/v1/ratings`).then((answer) => answer.json());
  await until(async () =>
    (await ratings()).groups.flatMap(({ players }) => players).some(({ player }) => player === 'alphabeta:2'),
  );
  const { groups } = await ratings();
  for (const [language, words] of [
    ['ja', { link: '全大会のレーティング', apart: /グループ同士は比べられません/ }],
    ['en', { link: 'Ratings across all tournaments', apart: /These groups cannot be compared/ }],
  ]) {
    page = await open('#tournaments', { language });
    await page.getByRole('link', { name: words.link }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/#tournaments/ratings');
    await page.getByText(words.apart).waitFor();
    if (language === 'ja') await page.context().close();
  }
  const shown = await shownNames(on.server);
  const table = page.locator('section[aria-labelledby=group-0] table');
  for (const [i, { player, games, wins }] of groups[0].players.entries()) {
    const row = table.getByRole('row').nth(i + 1);
    assert.equal(await headerOf(row), shown(player));
    assert.deepEqual(
      (await row.getByRole('cell').allInnerTexts()).filter((_, at) => at === 3 || at === 5),
      [games, wins].map(String),
    );
  }
  assert.equal(await page.locator('section[aria-labelledby^=group-]').count(), groups.length);

  await table.getByRole('link', { name: 'Random', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Random', exact: true }).waitFor();
  const history = page.getByRole('region', { name: 'Tournaments', exact: true });
  await history.getByRole('link', { name: /^Again/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Again' }).waitFor();
  const list = page.getByRole('region', { name: 'Games', exact: true });
  await list.getByRole('listitem').nth(5).waitFor();
  assert.equal(await list.getByLabel('Player').inputValue(), 'random');
  await page.goBack();
  await history.getByRole('link', { name: /^Small cup/ }).waitFor();
  await page.goto(`${on.server.url}#tournaments/ratings?player=nobody`);
  await page.getByText('This player has no finished games').waitFor();
  assert.deepEqual(
    page.errors.filter((line) => !/404/.test(line)),
    [],
  );
});
