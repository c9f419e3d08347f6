// The states of the page of machines, with the responses that they show.
const worker = (name, more = {}) => ({
  id: `id-${name}`,
  name,
  version: 'kaeshi 0.1.0, weights 0123456789ab',
  slots: 16,
  busy: 16,
  done: 4213,
  failed: 0,
  per_minute: 87.4,
  kinds: ['analyze', 'match', 'solve'],
  refused: [],
  draining: false,
  last_seen: '2026-05-04T03:02:01Z',
  ...more,
});

const job = (id, more = {}) => ({
  id,
  kind: 'solve',
  title: 'kaeshi solve endings-of-the-world-championships-1977-to-2025.obf',
  state: 'running',
  created: '2026-05-04T01:00:00Z',
  submitter: 'host, process 4711',
  total: 12_000,
  done: 4_000,
  failed: 0,
  waiting: 320,
  active: 24,
  per_second: 3.25,
  quarantined: [],
  ...more,
});

const EMPTY = {
  schema: 'kaeshi/machines/1',
  configured: true,
  workers: [],
  jobs: [],
  totals: { workers: 0, slots: 0, busy: 0, running: 0, paused: 0, waiting: 0, failed: 0 },
};

const FULL = {
  ...EMPTY,
  workers: [
    worker('attic'),
    worker('研究室の古い計算機', {
      busy: 0,
      done: 0,
      per_minute: 0,
      refused: ['match-1: it offers no program "edax"'],
    }),
    worker('laptop', { draining: true, busy: 1, failed: 3 }),
  ],
  jobs: [
    job('solve-0a1b2c3d', { failed: 2, quarantined: ['laptop'] }),
    job('match-1', { kind: 'match', title: 'kaeshi match kaeshi:level=8 kaeshi:level=8', state: 'paused', total: 0 }),
    job('train-2', { state: 'cancelled', submitter: '', per_second: 0, active: 0, waiting: 0 }),
    job('train-3', { state: 'ended', submitter: '', done: 12_000, per_second: 0, active: 0, waiting: 0 }),
  ],
  totals: { workers: 3, slots: 48, busy: 17, running: 1, paused: 1, waiting: 640, failed: 2 },
};

const FAILURES = {
  schema: 'kaeshi/unit-failures/1',
  failures: [
    { unit: '{"kind":"solve","spec":{"position":"…"}}', reason: 'out of memory', worker: 'laptop', attempts: 3 },
  ],
};

const title = (page) => page.locator('main h1').waitFor();

export const MACHINE_STATES = [
  { name: 'none', list: { ...EMPTY, configured: false }, act: (page) => page.locator('#none-title').waitFor() },
  { name: 'empty', list: EMPTY, act: (page) => page.locator('.workers code').waitFor() },
  { name: 'full', list: FULL, act: (page) => page.locator('table').waitFor() },
  {
    name: 'cancel',
    list: FULL,
    act: async (page) => {
      await page.locator('article').first().locator('.button').last().click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  {
    name: 'errors',
    list: FULL,
    act: async (page) => {
      await page.locator('article').first().locator('.button').first().click();
      await page.locator('dialog[open] code').waitFor();
    },
  },
];

/** Brings a page to a state. The server's responses are replaced. */
export async function showMachines(page, server, { list, act }) {
  await page.unroute('**/api/v1/machines**');
  await page.route('**/api/v1/machines', (route) => route.fulfill({ json: list }));
  await page.route('**/api/v1/machines/jobs/*/failures', (route) => route.fulfill({ json: FAILURES }));
  await page.goto(`${server.url}#record`);
  await page.locator('[aria-current=page][href="#record"]').waitFor();
  await page.goto(`${server.url}#machines`);
  await title(page);
  await act(page);
}
