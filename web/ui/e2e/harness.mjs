// The environment of the browser tests: the real program on a free port with its own database, and Chromium.
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
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium-headless-shell';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // All pages of a context share a process, so a page that is left for about:blank keeps its process.
  '--process-per-site',
  // A separate process for software rendering takes a few per cent more processor time.
  '--in-process-gpu',
];
const START_MS = 60_000;

/** Returns the path of the program: $KAESHI_BIN, or a build of the working tree in `folder`. */
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

async function waitHealthy(url, server) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error(`the server exited with status ${server.exitCode}`);
    const answer = await fetch(`${url}healthz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`no response from ${url}healthz within ${START_MS} ms`);
}

/** Starts a hub and returns the address of its cluster. */
export async function startHub() {
  const folder = mkdtempSync(join(tmpdir(), 'kaeshi-e2e-'));
  const binary = program(folder);
  const flags = ['hub', '--addr', `127.0.0.1:${await freePort()}`, '--dir', join(folder, 'hub')];
  const hub = spawn(binary, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    hub.stdout.on('data', (part) => {
      text += part;
      const [, found] = /--join '([^']+)'/.exec(text) ?? [];
      if (found) resolve(found);
    });
    hub.once('exit', (status) => reject(new Error(`the hub exited with status ${status}`)));
  });
  const close = async () => {
    await stopProcess(hub);
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, binary, folder, close };
}

/** Ends a process and returns its exit status. */
export async function stopProcess(child) {
  const ended = new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()));
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

/**
 * Starts a server. Its `stop` and `start` simulate an outage, keeping the port and the database. `kill` is like `stop`,
 * but gives the server no time to end.
 */
export async function startServer(more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'kaeshi-e2e-'));
  const binary = program(folder);
  const port = await freePort();
  const database = join(folder, 'games.db');
  const url = `http://127.0.0.1:${port}/`;
  let server;
  const start = async () => {
    const flags = ['serve', '--addr', `127.0.0.1:${port}`, '--db', database, '--no-browser', ...more];
    server = spawn(binary, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
    await waitHealthy(url, server);
  };
  const end = async (signal) => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  const stop = () => end('SIGTERM');
  const kill = () => end('SIGKILL');
  await start();
  const close = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, start, stop, kill, close, binary, database };
}

/** Runs a tournament on the server's database: `ended` resolves to its exit status, `stop` interrupts it. */
export function runTournament(server, ...args) {
  const match = spawn(server.binary, ['match', ...args, '--db', server.database], { stdio: 'ignore' });
  const ended = new Promise((resolve) => match.once('exit', resolve));
  const stop = () => {
    match.kill('SIGKILL');
    return ended;
  };
  return { ended, stop };
}

const SLOW = fileURLToPath(new URL('slow-player.mjs', import.meta.url));

/** Returns the spec of a player that waits the given milliseconds before each move, without using the processor. */
export const slowPlayer = (server, ms, spec) =>
  `exec/gtp:${process.execPath} ${SLOW} ${ms} ${server.binary} gtp -p ${spec}`;

export async function startBrowser() {
  if (!existsSync(CHROMIUM))
    throw new Error(`no browser at ${CHROMIUM}: install chromium-headless-shell or set CHROMIUM to its path`);
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Settings without delays between moves. */
export const AT_ONCE = { language: 'en', pace: 5 };

/**
 * Opens a page at `hash` in a new context. `settings` are those of src/session/settings.svelte.ts, `stored` are other
 * entries of localStorage, `options` are Playwright's, and `ready` is a selector to wait for. Service workers are
 * blocked unless `options` allow them, so that a stopped server is really unreachable. Errors of the page, including
 * CSP violations, are collected in `page.errors`.
 */
export async function openPage(browser, server, more = {}) {
  const { settings = AT_ONCE, stored = {}, options = {} } = more;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    ...options,
  });
  await context.addInitScript(
    (entries) => {
      if (location.protocol === 'about:') return; // about:blank has no storage.
      for (const [key, value] of entries)
        if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value));
    },
    Object.entries({ 'kaeshi.settings': settings, ...stored }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PATIENCE_MS) || 30_000);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && page.errors.push(line.text()));
  await load(page, server, more);
  return page;
}

/** Loads the page at openPage's `hash` and waits for its `ready`. */
async function load(page, server, { hash = '', ready = '#board' } = {}) {
  page.errors.length = 0;
  await page.goto(server.url + hash);
  await page.locator(ready).first().waitFor();
}

/** Methods with an effect that outlasts a load of the page, by the object that has them. */
const LASTING = [
  [(page) => page, ['addInitScript', 'emulateMedia', 'exposeFunction', 'route', 'setViewportSize']],
  [(page) => page.clock, ['install']],
  [
    (page) => page.context(),
    ['addCookies', 'addInitScript', 'grantPermissions', 'newCDPSession', 'route', 'setOffline'],
  ],
];

/** Returns a function that reports whether another test can use the page: nothing lasting was called or opened. */
function observeChanges(page) {
  let changed = false;
  page.context().on('page', () => (changed = true));
  for (const [of, names] of LASTING) {
    const object = of(page);
    for (const name of names) {
      const call = object[name].bind(object);
      object[name] = (...given) => {
        changed = true;
        return call(...given);
      };
    }
  }
  return () => !changed && !page.isClosed();
}

/**
 * Leaves the application and deletes what it has stored and what the browser has cached, except for the cache of its
 * service worker.
 */
async function clear(page, devTools, server) {
  await page.goto(`${server.url}healthz`);
  await devTools.send('Network.clearBrowserCache');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases())
      await new Promise((done, failed) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = done;
        request.onerror = request.onblocked = () => failed(request.error);
      });
  });
}

/**
 * Sets up a server and a browser for the tests of a file: `server`, `browser`, and the `page` opened last. After each
 * test the page is checked for errors, unless `quiet` is false. Errors that match `ignore` are allowed. `open` takes
 * the arguments of openPage, and `play` opens a game and waits for its position. Both load the page with empty storage.
 * To save time, they use the context of the previous test if it has the same options and nothing else has changed.
 * `fresh` requires a new context. `show` is like `open`, but visits the address in the page of an earlier test with the
 * same settings and options. It is for tests that change only what the address shows.
 * `flags()` returns further flags of the server. `prepare(server)` runs before the first test; the function that it
 * returns runs after the last.
 */
export function stage({ quiet = true, ignore, flags, prepare } = {}) {
  const on = { server: null, browser: null, page: null };
  const keyOf = ({ settings, stored, options } = {}) => JSON.stringify([settings, stored, options]);
  /** The page of `open`, and the one of an earlier test that it may use. */
  let opened = null;
  let spare = null;
  on.open = async (more) => {
    const key = keyOf(more);
    if (spare?.key === key && !more?.fresh) {
      opened = spare;
      spare = null;
      await load(opened.page, on.server, more);
    } else {
      await spare?.page.context().close();
      spare = null;
      const page = await openPage(on.browser, on.server, more);
      const devTools = await page.context().newCDPSession(page);
      opened = { key, page, devTools, reusable: observeChanges(page) };
    }
    return (on.page = opened.page);
  };
  let kept = null;
  on.show = async (more) => {
    const key = keyOf(more);
    if (kept?.key === key) {
      await visit(kept.page, on.server, more.hash);
      await kept.page.locator(more.ready).first().waitFor();
    } else {
      await kept?.page.context().close();
      kept = null;
      kept = { key, page: await openPage(on.browser, on.server, more) };
    }
    return (on.page = kept.page);
  };
  on.play = async (hash, more = {}) => {
    const page = await on.open({ hash, ...more });
    await settled(page);
    return page;
  };
  /** Keeps the page of a test for the next ones, or closes it. */
  const leave = async (page, failed) => {
    if (page === kept?.page) {
      if (!failed) return;
      kept = null;
    } else if (page === opened?.page && !failed && opened.reusable()) {
      const cleared = await clear(page, opened.devTools, on.server).then(
        () => true,
        () => false, // The server is stopped.
      );
      if (cleared) {
        spare = opened;
        return;
      }
    }
    // A handler of a route may wait for a response.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  };
  let undo;
  before(async () => {
    on.server = await startServer(await flags?.());
    undo = await prepare?.(on.server);
    on.browser = await startBrowser();
  });
  afterEach(async () => {
    const { page } = on;
    on.page = null;
    if (!page) return;
    const errors = page.errors.filter((text) => !ignore?.test(text));
    await leave(page, errors.length > 0);
    page.errors.length = 0;
    if (quiet) assert.deepEqual(errors, [], 'the page reported errors');
  });
  after(async () => {
    await on.browser?.close();
    await undo?.();
    await on.server?.close();
  });
  return on;
}

/**
 * Shows an address without loading the page again, because loading takes five times as long. It first shows the record,
 * which discards the components of the previous address. `between` runs in the page while the record is shown.
 */
export async function visit(page, server, hash, between) {
  await page.evaluate(() => (location.hash = '#record'));
  await page.locator('[aria-current=page][href="#record"]').waitFor();
  if (between) await page.evaluate(between);
  await page.goto(server.url + hash);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Waits until the server has returned the position on the board. */
export const settled = (page) => page.locator('#board[aria-busy=false]').waitFor();

/** Waits until the page, the engine and the checker are cached on the device. */
export const engineKept = (page) =>
  page.evaluate(async () => {
    const areThere = async () => {
      const left = new Set(['kaeshi', 'proof']);
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
          left.delete(/\/([a-z]+)-[0-9a-f]+\.wasmgz$/.exec(url)?.[1]);
      return left.size === 0;
    };
    await navigator.serviceWorker.ready;
    while (!(await areThere())) await new Promise((next) => setTimeout(next, 100));
  });

/** Reloads the page with a clock that `page.clock` controls. It runs at normal speed until then. */
export async function withClock(page, ready) {
  await page.clock.install();
  await page.reload();
  await page.locator(ready).first().waitFor();
}

/** Waits until the canvas of a tree has been unchanged for ten frames. */
export const canvasSettled = (page) =>
  page.waitForFunction(() => {
    const picture = document.querySelector('.screen canvas').toDataURL();
    window.same = picture === window.lastPicture ? window.same + 1 : 0;
    window.lastPicture = picture;
    return window.same === 10;
  });

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

export const moves = (page) => page.evaluate(() => location.hash.split('?')[0].split('/')[2] ?? '');

/** Returns the numbers of discs on the board, by their accessible names: { black, white }. */
export function discs(page) {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('[role=gridcell]')].map(
      (cell) => cell.getAttribute('aria-label') ?? '',
    );
    const having = (word) => names.filter((name) => name.split(/[,、]\s*/)[1] === word).length;
    return { black: having('black') + having('黒'), white: having('white') + having('白') };
  });
}

/** Assigns a person or a computer with the chooser of a side ("Black" or "White"; English pages). */
export async function setPlayer(page, side, spec) {
  const chooser = page.getByRole('group', { name: side });
  if (spec === 'human') return chooser.getByRole('radio', { name: 'Human' }).check();
  await chooser.getByRole('radio', { name: 'Computer' }).check();
  await chooser.getByRole('combobox').selectOption(spec);
}
