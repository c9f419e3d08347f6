// The states of the tournament pages, and the tournaments that they show.
import { runTournament, slowPlayer, visit } from './harness.mjs';

/** Runs past tournaments, numbered from 1, and one that lasts until it is stopped. */
export async function runTournaments(server) {
  const past = [
    [
      'random',
      'greedy',
      'kaeshi:skill=1',
      'kaeshi:level=1',
      'random',
      'kaeshi:skill=2',
      '--games',
      '6',
      '--openings',
      'balanced:3',
    ],
    [
      'kaeshi:level=1',
      'random',
      '--games',
      '40',
      '--openings',
      'balanced:20',
      '--sprt',
      'elo0=0,elo1=200',
      '--name',
      'Level 1 and chance 一手',
    ],
    // The slow player loses every game on time.
    [
      slowPlayer(server, 400, 'random'),
      'greedy',
      '--games',
      '2',
      '--openings',
      'balanced:1',
      '--time',
      '100ms/move',
      '--margin',
      '1ms',
    ],
  ];
  for (const args of past) {
    const status = await runTournament(server, ...args).ended;
    if (status !== 0) throw new Error(`kaeshi match ${args.join(' ')}: exit status ${status}`);
  }
  const slow = [slowPlayer(server, 700, 'greedy'), slowPlayer(server, 900, 'kaeshi:level=1'), 'random'];
  const on = runTournament(
    server,
    ...slow,
    '--games',
    '60',
    '--openings',
    'balanced:30',
    '--concurrency',
    '3',
    '--name',
    'Evening cup',
  );
  await until(async () => (await boards(server, 4)).filter(({ over }) => !over).length >= 2);
  // Two players without other opponents form a separate rating group.
  const status = await runTournament(server, 'alphabeta:1', 'alphabeta:2', '--games', '2', '--openings', 'balanced:1')
    .ended;
  if (status !== 0) throw new Error(`kaeshi match of the separate rating group: exit status ${status}`);
  await startRuns(server);
  return on;
}

/** Starts a tournament on the server that runs, one that waits, and one that is paused. */
async function startRuns(server) {
  for (const [name, ...players] of [
    ['Running', 'kaeshi:level=16', 'kaeshi:level=15'],
    ['Waiting', 'kaeshi:skill=3', 'kaeshi:skill=4', 'kaeshi:skill=5'],
    ['Paused', 'random', 'greedy'],
  ]) {
    const body = JSON.stringify({ name, players, games: 2000, concurrency: 1 });
    const started = await post(server, '', body);
    if (name === 'Paused') await post(server, `/${started.id}/pause`);
  }
}

async function post(server, path, body) {
  const answer = await fetch(`${server.url}api/v1/tournaments${path}`, {
    method: 'POST',
    ...(body && { headers: { 'Content-Type': 'application/json' }, body }),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${await answer.text()}`);
  return answer.json();
}

export const api = (server, path) => fetch(`${server.url}api/v1/tournaments${path}`).then((answer) => answer.json());

/** Returns a function that returns the English name that the page shows for a player. */
export async function shownNames(server) {
  const { players } = await fetch(`${server.url}api/v1/players`).then((answer) => answer.json());
  const headOf = ({ name }) => name.en.split(' · ')[0];
  return (spec) => {
    const player = players.find((one) => one.spec === spec);
    if (!player) return spec;
    const alone = players.filter((one) => headOf(one) === headOf(player)).length === 1;
    return alone ? headOf(player) : player.name.en;
  };
}

const boards = async (server, id) => (await api(server, `/${id}/boards`)).boards ?? [];

export async function until(holds) {
  for (const end = Date.now() + 30_000; !(await holds()); ) {
    if (Date.now() > end) throw new Error('the condition did not hold within 30 s');
    await new Promise((done) => setTimeout(done, 100));
  }
}

const games = (page) => page.locator('section[aria-labelledby=games-title] ol').waitFor();

export const TOURNAMENT_STATES = [
  { name: 'tournaments', hash: '#tournaments', ready: 'main ul' },
  { name: 'tournament-robin', hash: '#tournaments/1', ready: 'table', act: games },
  { name: 'tournament-head', hash: '#tournaments/2', ready: '.sprt', act: games },
  { name: 'tournament-faults', hash: '#tournaments/3', ready: '.cut', act: games },
  { name: 'tournament-live', hash: '#tournaments/4', ready: 'section[aria-labelledby=live-title] svg[role=img]' },
  {
    name: 'tournament-game',
    hash: '#tournaments/1/game/3?at=20',
    ready: '#board',
    act: (page) => page.locator('.ways a').first().waitFor(),
  },
  {
    name: 'tournament-fault',
    hash: '#tournaments/3/game/0',
    ready: '#board',
    act: (page) => page.locator('dd.cut').waitFor(),
  },
  { name: 'tournament-new', hash: '#tournaments/new', ready: 'form button[type=submit]:enabled' },
  {
    name: 'tournament-new-more',
    hash: '#tournaments/new',
    ready: 'form button[type=submit]:enabled',
    act: async (page) => {
      await page.locator('form input[name=clock]').nth(1).check();
      await page.locator('form .check input').first().check();
      await page.locator('form summary').click();
      await page.locator('form input[name=openings]').nth(3).check();
    },
  },
  {
    name: 'tournament-new-many',
    hash: '#tournaments/new',
    ready: 'form button[type=submit]:enabled',
    act: async (page) => {
      for (let i = 0; i < 3; i++) await page.locator('form fieldset > .button').first().click();
      await page.locator('form input[name=format]').nth(2).check();
      await page.locator('form input[type=number]').first().fill('9000');
      await page.locator('form .wrong').waitFor();
    },
  },
  { name: 'tournament-run', hash: '#tournaments/6', ready: '.buttons' },
  {
    name: 'tournament-cancel',
    hash: '#tournaments/7',
    ready: '.buttons',
    act: async (page) => {
      await page.locator('.buttons button').last().click();
      await page.locator('.buttons p').waitFor();
    },
  },
  { name: 'tournament-paused', hash: '#tournaments/8', ready: '.buttons .primary' },
  { name: 'ratings', hash: '#tournaments/ratings', ready: '#group-1' },
  { name: 'rating-history', hash: '#tournaments/ratings?player=random', ready: 'main ol li' },
  { name: 'rating-none', hash: '#tournaments/ratings?player=nobody', ready: '[role=alert]', refused: true },
  { name: 'tournament-gone', hash: '#tournaments/99', ready: '.gone', refused: true },
];

/** Brings a page to a state. */
export async function showTournament(page, server, { hash, ready, act }) {
  await visit(page, server, hash);
  await page.locator(ready).first().waitFor();
  await act?.(page);
}
