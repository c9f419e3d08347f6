// The server is unreachable, busy, or refuses a request: the page reports it, and no game is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moves, settled, square, stage } from './harness.mjs';

const on = stage({ quiet: false });
let page;

const alert = () => page.getByRole('alert');

test('without the server the game is kept, and continues when it is back', async () => {
  page = await on.play('#8/usual/?black=human&white=kaeshi:level=1');
  await on.server.stop();
  await square(page, 'f5').click();
  await alert().getByText('The server is not responding. Your game is safe.').waitFor();
  assert.equal(await moves(page), 'f5');
  await page.getByRole('button', { name: 'Try again' }).click();
  await alert().waitFor();
  await on.server.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your turn').waitFor();
  assert.match(await moves(page), /^f5[a-h][1-8]$/);
});

test('a busy server is retried automatically', async () => {
  page = await on.play('#8/usual/?black=human&white=kaeshi:level=1');
  let requests = 0;
  await page.route('**/api/v1/think*', (route) => {
    if (requests++ > 0) return route.continue();
    const body = JSON.stringify({ title: 'busy', status: 503, detail: 'too many searches are under way' });
    return route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      contentType: 'application/problem+json',
      body,
    });
  });
  await square(page, 'f5').click();
  await alert()
    .getByText(/busy\. Retrying in 1 second\./)
    .waitFor();
  await page.getByText('Your turn').waitFor();
  assert.equal(requests, 2);
});

test('a broken stream is reported, and the computer can be replaced', async () => {
  page = await on.play('#8/usual/?black=human&white=kaeshi:level=1');
  await page.route('**/api/v1/think*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: progress\ndata: {"move":"d6","pov":"white"}\n\n' }),
  );
  await square(page, 'f5').click();
  await alert()
    .getByText(/not responding/)
    .waitFor();
  await page.unroute('**/api/v1/think*');
  await page.getByRole('group', { name: 'White' }).getByRole('radio', { name: 'Human' }).check();
  await alert().waitFor({ state: 'detached' });
  await square(page, 'd6').click();
  await page.getByText('Black to move', { exact: true }).waitFor();
  assert.equal(await moves(page), 'f5d6');
});

test('an unknown player in a link is reported', async () => {
  page = await on.open({ hash: '#8/usual/f5?black=human&white=nobody' });
  await alert()
    .getByText(/The server returned an error: .*nobody/)
    .waitFor();
  assert.equal(await moves(page), 'f5');
});

test('a finished game that could not be stored is stored on the second attempt', async () => {
  page = await on.play('#4/usual/?black=human&white=human');
  let broken = true;
  await page.route('**/api/v1/games', (route) =>
    broken
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: '{"status":500,"detail":"the games’ database failed"}',
        })
      : route.continue(),
  );
  while (await page.locator('[role=gridcell][aria-label*="legal"]').count()) {
    await page.locator('[role=gridcell][aria-label*="legal"]').first().click();
    await settled(page);
    await page.waitForFunction(() => !document.querySelector('.status button'));
    await settled(page);
  }
  await alert()
    .getByText(/The finished game could not be saved/)
    .waitFor();
  broken = false;
  const stored = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201);
  await page.getByRole('button', { name: 'Try again' }).click();
  await stored;
  await alert().waitFor({ state: 'detached' });
  const { games } = await fetch(`${on.server.url}api/v1/games`).then((answer) => answer.json());
  assert.equal(games.length, 1);
});
