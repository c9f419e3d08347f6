// The engine on the device, and the page without a server: cmd/wasm in a worker, cached by the service worker.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GAME, POOR, QUICK, tab } from './analyse-states.mjs';
import { DEVICES } from './devices.mjs';
import { engineKept, moves, openPage, settled, square, stage } from './harness.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
/**
 * The longest allowed task of the main thread in ms. On an idle machine, an analysis blocks the thread for less than
 * 50 ms and a review for 62 ms, which MOST_HELD=100 checks. On a busy machine, the default shows only that the page
 * does not freeze.
 */
const MOST_HELD = Number(process.env.MOST_HELD) || 5000;
/** FFO #40: 20 empty squares, black to move, +38 by a2. */
const FFO_40 = readFileSync(`${ROOT}record/obf/testdata/ffo-40-59.obf`, 'utf8').split('\n')[1].slice(0, 66);

const WORDS = {
  en: {
    answers: (who) => `Engine: ${who}`,
    docs: 'API reference',
    device: 'This device',
    server: 'Server',
    title: 'Engine',
    always: 'Always this device',
    auto: /^Server, with offline fallback$/,
    away: /The server cannot be reached/,
    over: /wins \d+–\d+|A draw/,
    watch: 'See how a search works',
    learn: 'Learn',
    load: 'Update',
    newer: /newer version/,
    values: 'Show values',
    review: 'Review the game',
    level: 'Level',
    cancel: 'Cancel',
    judged: /[1-9]\d* of \d+ moves reviewed/,
    judging: /\d+ of \d+ moves reviewed/,
    queued: /Waiting: number \d+ in the queue/,
    cancelled: /Cancelled after \d+ of/,
    here: /Reviewed by the engine on this device/,
    report: 'Printable report',
    browser: 'by the engine in the browser',
    retry: 'Retry the mistakes',
    end: 'End',
    show: 'Show',
    picture: 'Picture, export',
    why: /[a-z]/,
    refutation: 'Refutation',
    verify: 'Verify here',
    verified: /the claim is proved/,
  },
  ja: {
    answers: (who) => `使用エンジン: ${who}`,
    docs: 'API リファレンス',
    device: 'この端末',
    server: 'サーバー',
    title: '使用エンジン',
    always: '常にこの端末',
    auto: /^サーバー\(/,
    away: /サーバーに接続できないため/,
    over: /勝ち|引き分け/,
    watch: 'AIの読みをのぞく',
    learn: '学習',
    load: '更新する',
    newer: /新しいバージョン/,
    values: '評価値を表示',
    review: 'この対局を振り返る',
    level: 'レベル',
    cancel: '中止',
    judged: /\d+手中[1-9]\d*手まで終了$/,
    judging: /\d+手中\d+手まで終了$/,
    cancelled: /\d+手中\d+手で中止/,
    here: /この端末のエンジンによる振り返り/,
    report: '印刷用レポート',
    browser: 'ブラウザ内のエンジン',
    retry: '悪手をやり直す',
    end: '終了',
    show: '答えを見る',
    picture: '画像・書き出し',
    why: /[ぁ-ん]/,
    refutation: 'とがめる手順',
    verify: 'ここで検証',
    verified: /主張は証明されています/,
  },
};

// Network errors caused by the stopped server are expected.
const on = stage({ ignore: /Failed to load resource: net::ERR/ });
let page;

const HERE = { viewport: SIZES.desktop, serviceWorkers: 'allow' };
const open = async (more = {}) => (page = await on.open({ options: HERE, ...more }));

/**
 * Sends a request to the device's engine through the page's own code. With `stopAfter`, the request is aborted after
 * that many events.
 */
const onDevice = (path, stopAfter = 0) =>
  page.evaluate(
    async ([path, stopAfter]) => {
      const script = async () => {
        const name = [...(await (await fetch('sw.js')).text()).matchAll(/"(assets\/device-[^"]+\.js)"/g)][0][1];
        return Object.values(await import(new URL(name, document.baseURI).href)).find(
          (part) => typeof part?.request === 'function',
        );
      };
      window.device ??= await script();
      const controller = new AbortController();
      const answer = await window.device.request(new URL(path, document.baseURI), { signal: controller.signal });
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      let text = '';
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          text += decoder.decode(value, { stream: true });
          if (stopAfter && text.split('event: ').length > stopAfter) controller.abort();
        }
      } catch (error) {
        if (!controller.signal.aborted) throw error;
      }
      return { status: answer.status, text };
    },
    [path, stopAfter],
  );

const events = (text) =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data]) => ({ name, ...JSON.parse(data) }));

/** Starts collecting long tasks of the main thread; the returned function gives the longest since then. */
async function watchTasks() {
  await page.evaluate(() => {
    window.durations = [0];
    window.tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.durations.push(duration);
    });
    window.tasks.observe({ type: 'longtask' });
  });
  return () =>
    page.evaluate(() => Math.max(...window.durations, ...window.tasks.takeRecords().map(({ duration }) => duration)));
}

/** The time in which a worker must stop a search, as in src/engine/instance.ts. */
const STOP_MS = 2_000;

/**
 * Observes the page's timeouts for stopping workers. The returned function waits until each has fired or was cleared.
 */
async function watchStops() {
  await page.evaluate((stopMs) => {
    const { setTimeout: set, clearTimeout: clear } = window;
    window.stops = [];
    const over = (id) => {
      for (const stop of window.stops) if (stop.id === id) stop.over = true;
    };
    window.setTimeout = (call, ms, ...rest) => {
      const id = set(
        (...given) => {
          over(id);
          call(...given);
        },
        ms,
        ...rest,
      );
      if (ms === stopMs) window.stops.push({ id, over: false });
      return id;
    };
    window.clearTimeout = (id) => {
      over(id);
      clear(id);
    };
  }, STOP_MS);
  return () => page.waitForFunction(() => window.stops.length > 0 && window.stops.every(({ over }) => over));
}

/** Waits until the board shows move values. */
const valuesShown = () =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll('[role=gridcell]')].filter(({ textContent }) =>
        /^(0|[+−]\d.*)$/.test(textContent.trim()),
      ).length >= 3,
  );

const badge = () => page.locator('.engine');

test('the engine on the device reports the same node counts as the program', async () => {
  await open();
  const native = execFileSync(on.server.binary, ['bench', '--json', '--weights', `${ROOT}eval/light.bin`], {
    encoding: 'utf8',
  });
  const { text } = await onDevice('device/bench');
  assert.equal(JSON.parse(text).nodes, JSON.parse(native).nodes);
});

test('FFO #40 is solved in the browser, and the page stays responsive meanwhile', { timeout: 300_000 }, async () => {
  await open();
  await page.evaluate(() => localStorage.setItem('kaeshi.engine', 'device'));
  // The page analyses all moves and shows the results. At the same time, the best move is searched to the end.
  await page.reload();
  await settled(page);
  await page.goto(`${on.server.url}#analyse/set-up/${FFO_40.replace(' ', '')}/`);
  await valuesShown();
  const longest = await watchTasks();
  const { text } = await onDevice(
    `api/v1/analyse?position=${encodeURIComponent(FFO_40)}&depth=20&lines=1&confidence=100`,
  );
  const held = await longest();
  const last = events(text).at(-1);
  console.log(`# ${last.nodes} nodes in ${last.seconds} s`);
  assert.equal(last.name, 'done');
  assert.deepEqual(
    { move: last.moves[0].move, score: last.moves[0].score, exact: last.moves[0].exact },
    { move: 'a2', score: 38, exact: true },
  );
  assert.ok(events(text).filter(({ name }) => name === 'progress').length > 1, 'progress was reported');
  assert.ok(held <= MOST_HELD, `a task blocked the page for ${held} ms`);
});

test('an aborted search stops, and the same worker answers the next request', async () => {
  await open();
  const stopped = await watchStops();
  await onDevice('api/v1/analyse?moves=f5f6f7c5c4&level=60&lines=1', 2);
  const workers = page.workers().length;
  const { status, text } = await onDevice('api/v1/analyse?level=2&lines=1');
  assert.equal(status, 200);
  assert.equal(events(text).at(-1).name, 'done');
  await stopped(); // After this time, the page terminates a worker that has not stopped.
  assert.equal(page.workers().length, workers);
});

test('an analysis of all moves is split among workers, with the same result', async () => {
  await open();
  const path = 'api/v1/analyse?moves=f5d6c3d3c4f4&depth=5&lines=all&confidence=100';
  const alone = events((await onDevice(path)).text).at(-1);
  await page.addInitScript(() =>
    Object.defineProperties(navigator, { hardwareConcurrency: { value: 4 }, deviceMemory: { value: 8 } }),
  );
  await page.reload();
  await settled(page);
  const shared = events((await onDevice(path)).text).at(-1);
  assert.equal(page.workers().length, 4); // One for quick requests, three for searches.
  assert.equal(shared.name, 'done');
  const scoresOf = ({ moves }) => Object.fromEntries(moves.map(({ move, score, depth }) => [move, { score, depth }]));
  assert.ok(shared.moves.length > 5);
  assert.deepEqual(Object.keys(scoresOf(shared)).sort(), Object.keys(scoresOf(alone)).sort());
  const scores = shared.moves.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

test('the engine is not fetched before it is needed; then it is cached', async () => {
  const requests = [];
  await open({ fresh: true }); // The service worker has not cached the engine.
  page.on('request', (request) => requests.push(request.url()));
  await page.reload();
  await settled(page);
  assert.ok(!requests.some((url) => url.endsWith('.wasmgz')), 'the engine is fetched with the page');
  await engineKept(page);
});

for (const { name, language, options, inTurn } of DEVICES) {
  const w = WORDS[language];
  describe(name, () => {
    inTurn('playing, analysing and learning work without the server', { timeout: 180_000 }, async () => {
      await open({
        settings: { language, pace: 5 },
        options: { ...options, reducedMotion: 'reduce', serviceWorkers: 'allow' },
      });
      await engineKept(page);
      await on.server.stop();
      try {
        await page.goto(`${on.server.url}#4/usual/?black=kaeshi:level=2&white=kaeshi:skill=1`);
        await page.reload();
        await badge()
          .and(page.getByRole('button', { name: w.answers(w.device) }))
          .waitFor();
        await settled(page);
        await page.keyboard.press('Space'); // The computers wait for a resume.
        await page.waitForFunction(
          (over) => new RegExp(over).test(document.querySelector('main').innerText),
          w.over.source,
        );
        assert.ok((await moves(page)).length >= 12, 'a whole game was played');

        await page.goto(`${on.server.url}#analyse/8/usual/f5d6c3`);
        await page.locator('#board[aria-busy=false]').waitFor();
        await valuesShown();
        await page.goto(`${on.server.url}#learn/tictactoe`);
        await page.getByRole('switch', { name: w.values }).check();
        await page.locator('[data-square=b2] .note').waitFor();
        await page.goto(`${on.server.url}#learn/proof`);
        await page.getByRole('button', { name: w.verify }).click();
        await page.locator('.verdict').getByText(w.verified).waitFor();

        await badge().click();
        await page.getByRole('dialog', { name: w.title }).getByText(w.away).waitFor();
        await page.keyboard.press('Escape');
      } finally {
        await on.server.start();
      }
      await page.getByRole('button', { name: w.answers(w.server) }).waitFor({ timeout: 30_000 });
    });

    inTurn('the API documentation is linked, except while this device answers', async () => {
      await open({ settings: { language, pace: 5 } });
      const link = page.getByRole('contentinfo').getByRole('link', { name: w.docs });
      await link.click();
      await page.waitForURL(`${on.server.url}api/v1/docs`);
      await page.getByText('/api/v1/analyse').first().waitFor();
      await page.goBack();
      await link.waitFor();
      await badge().click();
      await page.getByRole('radio', { name: w.always }).check();
      await link.waitFor({ state: 'detached' });
      await page.getByRole('radio', { name: w.auto }).check();
      await link.waitFor();
    });

    inTurn('the device’s engine can be selected although the server is reachable', async () => {
      await open({ settings: { language, pace: 5 } });
      await badge().click();
      const dialog = page.getByRole('dialog', { name: w.title });
      await dialog.getByRole('radio', { name: w.always }).check();
      await page.keyboard.press('Escape');
      const requests = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.goto(`${on.server.url}#8/usual/f5d6?black=human&white=human`);
      await page.reload();
      await settled(page);
      await page.getByRole('button', { name: w.answers(w.device) }).waitFor();
      assert.deepEqual(
        requests.filter((path) => /\/api\/v1\/(game|players)$/.test(path)),
        [],
      );
      await badge().click();
      await page.getByRole('radio', { name: w.auto }).check();
      await page.getByRole('button', { name: w.answers(w.server) }).waitFor();
    });
  });
}

/** The level of a review that takes too long to wait for. The first move at level 24 takes twice as long to judge. */
const LONG = 20;

/** Opens a game on the analysis page without a server, with quick searches except for the review. */
async function analyseAlone({ language, viewport, processors, game }) {
  await open({
    settings: { language, pace: 5 },
    options: { viewport, reducedMotion: 'reduce', serviceWorkers: 'allow' },
  });
  await engineKept(page);
  await page.addInitScript(
    ([processors, prefs]) => {
      Object.defineProperties(navigator, { hardwareConcurrency: { value: processors }, deviceMemory: { value: 8 } });
      if (!localStorage.getItem('kaeshi.analyse')) localStorage.setItem('kaeshi.analyse', prefs);
    },
    [processors, JSON.stringify({ ...QUICK, reviewLevel: LONG })],
  );
  await on.server.stop();
  await page.goto(`${on.server.url}#analyse/8/usual/${game}`);
  await page.reload();
  await badge()
    .and(page.getByRole('button', { name: WORDS[language].answers(WORDS[language].device) }))
    .waitFor();
  await page.locator('#board[aria-busy=false]').waitFor();
  await tab(page, 'review');
}

const reviewPart = () => page.getByRole('region').filter({ has: page.locator('#review-title') });
const atPly = (ply) => page.waitForFunction((ply) => location.hash.endsWith(`at=${ply}`), ply);

/** The link that the review panel shows once a review is finished. */
const report = (w) => page.getByRole('link', { name: w.report });

for (const { language, viewport, processors } of [
  { language: 'en', viewport: SIZES.desktop, processors: 4 },
  { language: 'ja', viewport: SIZES.phone, processors: 2 }, // with one worker for all requests
]) {
  const w = WORDS[language];
  test(`a whole game is reviewed and drawn without the server: ${language}`, { timeout: 300_000 }, async () => {
    try {
      await analyseAlone({ language, viewport, processors, game: POOR });
      // A long review is started, shows its progress, leaves the board usable, and is cancelled.
      await page.getByRole('button', { name: w.review }).click();
      await page.getByRole('status').getByText(w.judged).waitFor();
      await page.locator('progress').waitFor();
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press('Home');
      await atPly(0);
      await page.getByRole('button', { name: w.cancel }).click();
      await page.getByText(w.cancelled).waitFor();
      // A short review is started instead and runs to its end.
      await reviewPart().getByLabel(w.level).selectOption('8');
      const longest = await watchTasks();
      await page.getByRole('button', { name: w.review }).click();
      await report(w).waitFor({ timeout: 180_000 });
      const held = await longest();
      assert.ok(held <= MOST_HELD, `a task blocked the page for ${held} ms`);
      await page.getByText(w.here).waitFor();

      assert.ok((await page.locator('.mistakes .go .loss').count()) > 3);
      assert.match(await page.locator('.mistakes .more ul li').first().innerText(), w.why);
      await page.getByRole('button', { name: w.refutation }).first().click();
      await page.locator('.felt.ghost').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.felt.ghost').waitFor({ state: 'detached' });

      await page.getByRole('button', { name: w.retry }).click();
      const card = page.locator('[data-phase=question]');
      const played = /([a-h][1-8])/.exec(await card.innerText())[1];
      await square(page, played).click();
      await page.locator('[data-phase=wrong]').waitFor();
      await page.getByRole('button', { name: w.show }).click();
      await page.locator('[data-phase=shown]').waitFor();
      await page.getByRole('button', { name: w.end, exact: true }).click();
      await page.locator('[data-phase]').waitFor({ state: 'detached' });

      await tab(page, 'moves');
      await page.locator('.moves .remark b').filter({ hasText: '?' }).first().waitFor();
      await tab(page, 'review');
      await readReport(language);

      await page.getByTitle(w.picture).click();
      const picture = page.locator('dialog img');
      assert.ok((await picture.evaluate(async (img) => (await img.decode(), img.naturalWidth))) > 0);
      for (const [kind, start] of [
        ['SVG', '<svg'],
        ['PNG', '\x89PNG'],
      ]) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('dialog').getByRole('button', { name: kind }).click(),
        ]);
        assert.ok(readFileSync(await download.path(), 'latin1').startsWith(start), kind);
      }
    } finally {
      await on.server.start();
    }
  });
}

/** Follows the link to the report and checks its language and style. */
async function readReport(language) {
  const w = WORDS[language];
  const [printed] = await Promise.all([page.context().waitForEvent('page'), report(w).click()]);
  const errors = [];
  printed.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await printed.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await printed.locator('html').getAttribute('lang'), language);
  await printed.getByText(w.browser).waitFor();
  assert.equal(
    await printed.evaluate(() => getComputedStyle(document.querySelector('.graph polyline')).strokeWidth),
    '2px',
    'the CSP allows its style',
  );
  assert.ok((await printed.locator('figure.board svg').count()) > 0);
  assert.deepEqual(errors, []);
  await printed.close();
}

test('a review started on this device stays there when the server is back', { timeout: 180_000 }, async () => {
  const w = WORDS.en;
  const elsewhere = async () => {
    await page.goto(`${on.server.url}#learn`);
    await page.locator('#review-title').waitFor({ state: 'detached' });
  };
  try {
    await analyseAlone({ language: 'en', viewport: SIZES.desktop, processors: 4, game: POOR });
    await page.getByRole('button', { name: w.review }).click();
    await page.getByRole('status').getByText(w.judged).waitFor();
    // Another review is queued, which is too deep to finish before the server is back.
    await elsewhere();
    await page.goto(`${on.server.url}#analyse/8/usual/${GAME}`);
    await reviewPart().getByLabel(w.level).selectOption('24');
    await page.getByRole('button', { name: w.review }).click();
    await page.getByRole('status').getByText(w.queued).waitFor();
  } finally {
    await on.server.start();
  }
  await page.getByRole('button', { name: w.answers(w.server) }).waitFor();
  // The page finds the review by its game, and it can be cancelled.
  await elsewhere();
  await page.goto(`${on.server.url}#analyse/8/usual/${GAME}`);
  await page.getByRole('status').getByText(w.queued).or(page.getByRole('status').getByText(w.judging)).waitFor();
  await page.getByRole('button', { name: w.cancel }).click();
  await page.getByText(w.cancelled).waitFor();
  // The next review runs on the server.
  await reviewPart().getByLabel(w.level).selectOption('8');
  await page.getByRole('button', { name: w.review }).click();
  await report(w).waitFor({ timeout: 90_000 });
  assert.match(await report(w).getAttribute('href'), /^http/);
  assert.equal(await page.getByText(w.here).count(), 0);
});

test('a game finished without the server is stored when it is back', async () => {
  await open({ hash: '#4/usual/?black=human&white=greedy' });
  await engineKept(page);
  const id = `offline-${Date.now()}`;
  await on.server.stop();
  try {
    await page.reload();
    await badge()
      .and(page.getByRole('button', { name: WORDS.en.answers(WORDS.en.device) }))
      .waitFor();
    // Plays a whole game on 4×4 by clicking legal squares.
    for (let turn = 0; turn < 12 && !(await page.getByText(WORDS.en.over).count()); turn++) {
      const legal = page.locator('[role=gridcell][aria-label*="legal"]').first();
      await Promise.race([legal.waitFor(), page.getByText(WORDS.en.over).first().waitFor()]);
      if ((await legal.count()) === 0) continue;
      const name = await legal.getAttribute('data-square');
      await legal.click();
      await page.locator(`[data-square=${name}] .disc`).waitFor();
    }
    await page.getByText(WORDS.en.over).first().waitFor();
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('kaeshi.outbox') ?? '[]').length === 1);
  } finally {
    await on.server.start();
  }
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('kaeshi.outbox') ?? '[]').length === 0, null, {
    timeout: 30_000,
  });
  const { games } = await (await fetch(`${on.server.url}api/v1/games?limit=1`)).json();
  assert.equal(games[0].white, 'greedy', id);
});

test('a newer version waits until the user accepts it', async () => {
  // A proxy adds a line to the service worker, which simulates another version.
  let newer = false;
  const proxy = createServer((request, answer) => {
    const { pathname } = new URL(request.url, on.server.url);
    const headers = { ...request.headers, 'accept-encoding': 'identity', host: new URL(on.server.url).host };
    delete headers['if-none-match'];
    const forwarded = httpRequest(
      new URL(request.url, on.server.url),
      { method: request.method, headers },
      (upstream) => {
        const changed = newer && pathname === '/sw.js';
        if (changed) delete upstream.headers['content-length'];
        answer.writeHead(upstream.statusCode, upstream.headers);
        if (!changed) return upstream.pipe(answer);
        let text = '';
        upstream
          .setEncoding('utf8')
          .on('data', (part) => (text += part))
          .on('end', () => answer.end(text.replace(/const VERSION = '.*'/, "const VERSION = 'newer'")));
      },
    );
    request.pipe(forwarded);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${proxy.address().port}/`;
    page = on.page = await openPage(on.browser, { ...on.server, url }, { options: HERE });
    await engineKept(page);
    newer = true;
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await page.getByRole('status').getByText(WORDS.en.newer).waitFor();
    const before = await page.evaluate(() => caches.keys());
    assert.equal(before.length, 2, 'both versions are cached');
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: WORDS.en.load }).click()]);
    await settled(page);
    assert.deepEqual(await page.evaluate(() => caches.keys()), ['kaeshi-newer']);
  } finally {
    await page?.context().close();
    proxy.closeAllConnections();
    proxy.close();
  }
});

test('it can be installed: the manifest has valid icons', async () => {
  await open();
  const manifest = await (await fetch(`${on.server.url}manifest.webmanifest`)).json();
  assert.equal(manifest.display, 'standalone');
  for (const { src, type, sizes } of manifest.icons) {
    const answer = await fetch(new URL(src, `${on.server.url}manifest.webmanifest`));
    assert.equal(answer.status, 200, src);
    assert.equal(answer.headers.get('content-type'), type);
    if (type !== 'image/png') continue;
    const header = Buffer.from(await answer.arrayBuffer());
    assert.equal(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`, sizes, src);
  }
  assert.equal(await page.locator('link[rel=manifest]').getAttribute('href'), './manifest.webmanifest');
});
