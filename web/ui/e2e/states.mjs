// The states of the play and record pages for the accessibility checks (axe-core), the overflow checks and the
// screenshots.
import { MIDDLE, PERFECT } from './games.mjs';
import { settled, visit } from './harness.mjs';

/** A position that is unlikely to occur in a game. */
const SET_UP = ['--------', '--XOO---', '--OXXO--', '---OX---', '---XOX--', '-OOX----', '--------', '--------'].join(
  '',
);
const KEYED = 'black=human&white=kaeshi:skill=3';
const over = async (page) => {
  await page.locator('.status.result').waitFor();
  await page.locator('.result h2').waitFor();
};

/**
 * The states. Those with `reloadAfter` change a setting that another address does not reset, so that the page is loaded
 * again before the next state.
 */
export const STATES = [
  { name: 'start', hash: `#8/usual/?${KEYED}` },
  { name: 'middle', hash: `#8/usual/${MIDDLE}?${KEYED}` },
  { name: 'refused', hash: `#8/usual/${MIDDLE}?${KEYED}`, act: (page) => page.locator('[data-square=a1]').click() },
  { name: 'pass', hash: '#4/usual/b1c1d3a1--?black=human&white=human' },
  { name: 'back', hash: `#8/usual/${MIDDLE}?${KEYED}&at=9` },
  {
    name: 'thinking',
    hash: `#8/usual/${MIDDLE}?black=kaeshi:level=60&white=human`,
    act: (page) => page.locator('.status .note').getByText(/\d/).waitFor(),
  },
  { name: 'watch', hash: `#8/usual/${MIDDLE}?black=kaeshi:level=6&white=kaeshi:skill=8` },
  { name: 'over', hash: `#8/usual/${PERFECT}?${KEYED}`, act: over },
  { name: 'wiped-out', hash: '#8/usual/e6f4e3f6g5d6e7f5c5?black=human&white=human', act: over },
  {
    name: 'hint',
    hash: `#8/usual/${MIDDLE}?${KEYED}`,
    act: async (page) => {
      await page.keyboard.press('h');
      // Two moves may be equally good.
      await page.locator('.note.best').first().waitFor();
    },
  },
  {
    name: 'lesson',
    reloadAfter: true,
    hash: '#8/usual/f5d6c3d3c4?black=kaeshi:skill=3&white=human',
    act: async (page) => {
      await page.locator('.tools button').nth(1).click();
      await page.locator('[data-square=g6]').click();
      await page.locator('.lesson button').nth(1).click();
    },
  },
  {
    name: 'clocks',
    hash: `#8/usual/${MIDDLE}?${KEYED}&clock=10m+30s/move`,
    act: (page) => page.locator('[role=timer]').first().waitFor(),
  },
  {
    name: 'resigned',
    hash: `#8/usual/${MIDDLE}?${KEYED}`,
    act: async (page) => {
      await page.keyboard.press('x');
      await page.locator('dialog[open] .primary').click();
      await over(page);
    },
  },
  {
    // The longest result text: empty squares, and a game that does not count.
    name: 'not-counted',
    hash: `#8/usual/e6f4e3f6g5d6e7f5?${KEYED}`,
    act: async (page) => {
      await page.locator('[data-square=c5]').click();
      await over(page);
      await page
        .locator('.status .note')
        .getByText(/was taken back|待った/)
        .waitFor();
    },
  },
  { name: 'time-out', hash: `#8/usual/${MIDDLE}?${KEYED}&clock=1s`, act: over },
  { name: 'set-up', hash: `#set-up/${SET_UP}X/?black=human&white=human` },
  { name: 'board-6', hash: '#6/parallel/?black=human&white=human' },
  { name: 'new-game', hash: `#8/usual/?${KEYED}`, act: (page) => page.keyboard.press('n') },
  {
    name: 'turning-point',
    hash: `#8/usual/e6f4e3f6g5d6e7f5c5?${KEYED}`,
    act: async (page) => {
      await over(page);
      await page.locator('.result .ways button').first().click();
      await page.locator('.result .turning b').waitFor();
    },
  },
  {
    name: 'new-game-clock',
    reloadAfter: true,
    hash: `#8/usual/?${KEYED}`,
    act: async (page) => {
      await page.keyboard.press('n');
      await page.locator('dialog[open] input[value=byoyomi]').check();
    },
  },
  {
    name: 'new-game-set-up',
    hash: `#8/usual/?${KEYED}`,
    act: async (page) => {
      await page.keyboard.press('n');
      await page.locator('dialog[open] summary').click();
      await page.locator('dialog[open] input[value=set-up]').check();
      await page.locator('#set-up-board [data-square=c4]').click();
      await page.locator('dialog[open] .primary:enabled').waitFor();
    },
  },
  {
    name: 'strength',
    hash: `#8/usual/?${KEYED}`,
    act: async (page) => {
      await page.locator('.players .more button').click();
      await page.locator('dialog[open] table').first().waitFor();
    },
  },
  {
    name: 'settings',
    hash: `#8/usual/?${KEYED}`,
    act: async (page) => {
      await page.keyboard.press(',');
      const keys = page.locator('dialog[open] details');
      await keys.waitFor();
      if ((await keys.getAttribute('open')) === null) await keys.locator('summary').click();
      await page.locator('dialog[open] kbd').first().waitFor();
    },
  },
  {
    name: 'keys',
    hash: `#8/usual/?${KEYED}`,
    act: async (page) => {
      await page.keyboard.press('?');
      await page.locator('dialog[open] kbd').first().waitFor();
    },
  },
  { name: 'record', hash: '#record', act: (page) => page.locator('table').waitFor() },
];

/** Stores games for the record and the list of games. */
export async function storeGames(server) {
  const store = (id, change) =>
    fetch(`${server.url}api/v1/games`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        id,
        size: 8,
        start: 'usual',
        moves: PERFECT,
        black: 'human',
        white: 'kaeshi:skill=3',
        mixed: false,
        ...change,
      }),
    }).then(async (answer) => {
      if (!answer.ok) throw new Error(`store game ${id}: HTTP ${answer.status} ${await answer.text()}`);
    });
  const won = { moves: 'e6f4e3f6g5d6e7f5c5' };
  await store('states-0001', {});
  await store('states-0002', won);
  await store('states-0003', { ...won, white: 'kaeshi:level=6' });
  await store('states-0005', { black: 'kaeshi:level=12', white: 'kaeshi:skill=10' });
  await store('states-0004', { ...won, black: 'kaeshi:skill=3', white: 'human', mixed: true });
}

const prepared = new WeakSet();

/** Makes each load of a page start without teaching, clocks and earlier games. */
async function resetSettings(page) {
  if (prepared.has(page)) return;
  prepared.add(page);
  await page.addInitScript(() => {
    if (location.protocol === 'about:') return; // about:blank has no storage.
    const settings = JSON.parse(localStorage.getItem('kaeshi.settings') ?? '{}');
    localStorage.setItem('kaeshi.settings', JSON.stringify({ ...settings, teach: false, clock: '' }));
    localStorage.removeItem('kaeshi.games');
  });
}

/** Pages that must be loaded again before they show another state. */
const toReload = new WeakSet();

/** Brings a page opened by openPage to a state. */
export async function show(page, server, state) {
  const loads = !prepared.has(page) || toReload.has(page);
  await resetSettings(page);
  if (loads) {
    toReload.delete(page);
    await page.goto('about:blank');
    await page.goto(server.url + state.hash);
  } else await visitGame(page, server, state.hash);
  if (state.hash !== '#record') await settled(page);
  if (state.reloadAfter) toReload.add(page);
  await state.act?.(page);
}

/** Shows a game without loading the page again. Waits until the page has opened it and writes its address itself. */
async function visitGame(page, server, hash) {
  await visit(page, server, hash, () => localStorage.removeItem('kaeshi.games'));
  if (hash !== '#record')
    await page.waitForFunction(() => document.querySelector('header .name').getAttribute('href') === location.hash);
}
