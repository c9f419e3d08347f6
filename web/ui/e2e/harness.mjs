// Starts what the browser tests need: the real program on a free port with a database of its own, and Chromium.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const START_MS = 60_000;

/** The program: $KAESHI_BIN, or built from the working tree into `folder`. */
function program(folder) {
  if (process.env.KAESHI_BIN) return process.env.KAESHI_BIN;
  const built = join(folder, 'kaeshi');
  execFileSync('go', ['build', '-o', built, './cmd/kaeshi'], { cwd: ROOT, stdio: 'inherit' });
  return built;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function untilHealthy(url, server) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error(`the server ended with exit code ${server.exitCode}`);
    const answer = await fetch(`${url}healthz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`the server did not answer at ${url}healthz within ${START_MS} ms`);
}

/** A running server: `url`, and `stop` / `start` to take it away and bring it back on the same port and database. */
export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'kaeshi-e2e-'));
  const binary = program(folder);
  const port = await freePort();
  const database = join(folder, 'games.db');
  const url = `http://127.0.0.1:${port}/`;
  let server;
  const start = async () => {
    const flags = ['serve', '--addr', `127.0.0.1:${port}`, '--db', database, '--no-browser'];
    server = spawn(binary, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
    await untilHealthy(url, server);
  };
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  };
  await start();
  const close = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, start, stop, close, binary, database };
}

/** Holds a tournament beside the server, on its database: `ended` is its exit status, `stop` breaks it off. */
export function holdTournament(server, ...args) {
  const match = spawn(server.binary, ['match', ...args, '--db', server.database], { stdio: 'ignore' });
  const ended = new Promise((resolve) => match.once('exit', resolve));
  const stop = () => {
    match.kill('SIGKILL');
    return ended;
  };
  return { ended, stop };
}

const SLOW = fileURLToPath(new URL('slow-player.mjs', import.meta.url));

/** A player that takes so many milliseconds for a move and costs the machine nothing meanwhile. */
export const slowly = (server, ms, spec) =>
  `exec/gtp:${process.execPath} ${SLOW} ${ms} ${server.binary} gtp -p ${spec}`;

export async function startBrowser() {
  if (!existsSync(CHROMIUM)) throw new Error(`no browser at ${CHROMIUM}: install chromium or set CHROMIUM to its path`);
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** The settings of these tests: no waiting between moves. */
export const AT_ONCE = { language: 'en', pace: 5 };

/**
 * A page of its own context, open at `hash`. `settings` are those of src/session/settings.svelte.ts; `options` are
 * Playwright's; `ready` is what must be there. Nothing is kept on the device, so that a server that is gone is gone,
 * unless `options` allow service workers. Errors of the page, refused contents (CSP) included, are collected in
 * `page.errors`.
 */
export async function openPage(
  browser,
  server,
  { hash = '', settings = AT_ONCE, options = {}, ready = '#board' } = {},
) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    ...options,
  });
  await context.addInitScript((kept) => {
    if (location.protocol === 'about:') return; // Has no storage.
    if (!localStorage.getItem('kaeshi.settings')) localStorage.setItem('kaeshi.settings', JSON.stringify(kept));
  }, settings);
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PATIENCE_MS) || 30_000);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && page.errors.push(line.text()));
  await page.goto(server.url + hash);
  await page.locator(ready).first().waitFor();
  return page;
}

/**
 * A server and a browser for the tests of a file: `server`, `browser` and the `page` that was opened last, which each
 * test leaves closed and, unless `quiet` is false, without errors but those that match `ignore`. `open` takes what
 * openPage takes; `play` opens a game and waits until the board knows it. `prepare(server)` is done before the first
 * test; what it returns is called after the last.
 */
export function stage({ quiet = true, ignore, prepare } = {}) {
  const on = { server: null, browser: null, page: null };
  on.open = async (more) => (on.page = await openPage(on.browser, on.server, more));
  on.play = async (hash, more = {}) => {
    const page = await on.open({ hash, ...more });
    await settled(page);
    return page;
  };
  let undo;
  before(async () => {
    on.server = await startServer();
    undo = await prepare?.(on.server);
    on.browser = await startBrowser();
  });
  afterEach(async () => {
    const { page } = on;
    on.page = null;
    const errors = page?.errors.filter((text) => !ignore?.test(text)) ?? [];
    await page?.context().close();
    if (quiet) assert.deepEqual(errors, [], 'the page reported errors');
  });
  after(async () => {
    await on.browser?.close();
    await undo?.();
    await on.server?.close();
  });
  return on;
}

/** Waits until the server has told the position that the board shows. */
export const settled = (page) => page.locator('#board[aria-busy=false]').waitFor();

/** Waits until the page and the engine are kept on the device. */
export const engineKept = (page) =>
  page.evaluate(async () => {
    const isThere = async () => {
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith('.wasmgz')) return true;
      }
      return false;
    };
    await navigator.serviceWorker.ready;
    while (!(await isThere())) await new Promise(requestAnimationFrame);
  });

/** Loads the page again with a clock that `page.clock` moves. It runs at the usual speed until then. */
export async function withClock(page, ready) {
  await page.clock.install();
  await page.reload();
  await page.locator(ready).first().waitFor();
}

/** Waits until the picture of a tree has been the same in ten frames in a row. */
export const pictureAtRest = (page) =>
  page.waitForFunction(() => {
    const picture = document.querySelector('.screen canvas').toDataURL();
    window.same = picture === window.lastPicture ? window.same + 1 : 0;
    window.lastPicture = picture;
    return window.same === 10;
  });

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

export const moves = (page) => page.evaluate(() => location.hash.split('?')[0].split('/')[2] ?? '');

/** The discs on the board, by their accessible names: { black, white }. */
export function discs(page) {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('[role=gridcell]')].map(
      (cell) => cell.getAttribute('aria-label') ?? '',
    );
    const having = (word) => names.filter((name) => name.split(/[,、]\s*/)[1] === word).length;
    return { black: having('black') + having('黒'), white: having('white') + having('白') };
  });
}

/** Seats a person or a computer through the chooser of a side ("Black" or "White"; English pages). */
export async function seat(page, side, spec) {
  const chooser = page.getByRole('group', { name: side });
  if (spec === 'human') return chooser.getByRole('radio', { name: 'Human' }).check();
  await chooser.getByRole('radio', { name: 'Computer' }).check();
  await chooser.getByRole('combobox').selectOption(spec);
}
