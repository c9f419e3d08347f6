// The states of the analysis page for the accessibility checks (axe-core), the overflow checks and the screenshots.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ggfOf, MIDDLE, PERFECT } from './games.mjs';
import { visit } from './harness.mjs';

/** A game with marked moves of both sides and an exactly searched endgame. */
export const GAME = PERFECT;
/** A game of weak players, with every kind of mark. */
export const POOR = 'c4e3f2c5d6e2f3g1d1g3e6c3b6e1b2a7g4f4h2f7d2h3b4c1g8e7f8a5a4b3c2d3h4d7';
const VARIATIONS = '#analyse/8/usual/f5d6c3(c4g5(f4g4)c6)d3c4f4?at=9';

/** Settings for quick searches, as only the page is examined. */
export const QUICK = { level: 8, reviewLevel: 8, values: true };

/** The same for openPage's `stored`. */
export const WITH_QUICK_SEARCHES = { 'kaeshi.analyse': QUICK };

/** Selects the tab that holds a part of the page on narrow screens. */
export async function tab(page, name) {
  const button = page.locator('.tabs button').nth(['engine', 'moves', 'review', 'games'].indexOf(name));
  if (await button.isVisible()) await button.click();
}

/** Pastes text on the page. */
export const paste = (page, text) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** A file with a variation, comments, a result, a contradiction and a damaged game. */
const FILE =
  '(;GM[2]PB[Ada]PW[Bea]PC[Oslo]RE[B+R]C[a club game];B[f5](;W[d6]TE[1];B[c3])(;W[f6]C[why not]V[-2]))(;GM[2];B[a1])';

export const done = (page) => page.locator('.now[data-stage=done]').first().waitFor({ state: 'attached' });

async function review(page) {
  await tab(page, 'review');
  const begin = page.getByRole('button', { name: /Review the game|この対局を振り返る/ });
  const finished = page.getByRole('link', { name: /Printable report|印刷用レポート/ });
  await begin.or(finished).first().waitFor();
  // A stored review may load while the button is still visible.
  if (await begin.isVisible()) await Promise.race([begin.click(), finished.waitFor()]);
  await finished.waitFor({ timeout: 90_000 });
}

const dialog = (page) => page.getByRole('dialog').waitFor();

export const ANALYSE_STATES = [
  { name: 'analyse', hash: `#analyse/8/usual/${MIDDLE}`, act: done },
  { name: 'analyse-exact', hash: `#analyse/8/usual/${GAME}?at=48`, act: done },
  {
    name: 'analyse-line',
    hash: `#analyse/8/usual/${MIDDLE}`,
    act: async (page) => {
      await done(page);
      await page.keyboard.press('2');
      await page.locator('.felt.ghost').waitFor();
      await page.locator('.note.step').nth(3).waitFor();
    },
  },
  {
    name: 'analyse-variation',
    hash: VARIATIONS,
    act: async (page) => {
      await done(page);
      await tab(page, 'moves');
    },
  },
  {
    name: 'analyse-file',
    hash: '#analyse/8/usual/',
    act: async (page) => {
      await paste(page, FILE);
      await tab(page, 'moves');
      await page.locator('section[aria-labelledby=file-title] summary').click();
      await page.locator('.branch .entry').first().click();
      await page.locator('section.filed').waitFor();
      await done(page);
    },
  },
  {
    name: 'analyse-review',
    hash: `#analyse/8/usual/${POOR}?black=Ada&white=%E8%8A%B1%E5%AD%90`,
    act: async (page) => {
      await review(page);
      await page.keyboard.press('n');
    },
  },
  {
    name: 'analyse-moves',
    hash: `#analyse/8/usual/${POOR}`,
    act: async (page) => {
      await review(page);
      await page.keyboard.press('n');
      await tab(page, 'moves');
    },
  },
  {
    name: 'analyse-retry',
    hash: `#analyse/8/usual/${POOR}`,
    act: async (page) => {
      await review(page);
      await page.getByRole('button', { name: /Retry the mistakes|悪手をやり直す/ }).click();
      await page.locator('[data-phase=question]').waitFor();
    },
  },
  {
    name: 'analyse-set-up',
    hash: `#analyse/8/usual/${MIDDLE}`,
    act: (page) => page.getByTitle(/Set up|盤面編集/).click(),
  },
  {
    name: 'analyse-second',
    hash: `#analyse/8/usual/${MIDDLE}`,
    act: async (page) => {
      await done(page);
      await page.getByRole('button', { name: /^(Compare|比較)$/ }).click();
      await page.locator('.second .line').first().waitFor();
    },
  },
  {
    name: 'analyse-open',
    hash: '#analyse/8/usual/',
    act: async (page) => {
      await page.getByTitle(/Open…|開く…/).click();
      await dialog(page);
    },
  },
  {
    name: 'analyse-picture',
    hash: `#analyse/8/usual/${MIDDLE}`,
    act: async (page) => {
      await done(page);
      await page.getByTitle(/Picture, export|画像・書き出し/).click();
      await dialog(page);
      await page.locator('dialog img').evaluate((img) => img.decode());
    },
  },
  {
    name: 'analyse-games',
    hash: '#analyse/8/usual/f5',
    act: async (page) => {
      await done(page);
      await tab(page, 'games');
      await page.locator('section[aria-labelledby=explorer-title] table').waitFor();
    },
  },
  {
    name: 'analyse-hints',
    hash: `#analyse/8/usual/${MIDDLE}`,
    act: async (page) => {
      await done(page);
      await page.getByTitle(/Which values|表示する評価値/).click();
      await dialog(page);
    },
  },
  {
    name: 'analyse-heat',
    hash: `#analyse/8/usual/${MIDDLE}`,
    act: async (page) => {
      await done(page);
      await page.getByTitle(/Which values|表示する評価値/).click();
      await page.getByRole('switch', { name: /Heat map|色分け/ }).check();
      await page.keyboard.press('Escape');
      await page.locator('.heated').first().waitFor();
    },
  },
  { name: 'analyse-refused', hash: '#analyse/8/usual/a1', ready: '[role=alert]', refused: true },
];

/** Imports games for the database panel. */
export async function importGames(server) {
  const folder = mkdtempSync(join(tmpdir(), 'kaeshi-import-'));
  const file = join(folder, 'games.ggf');
  const line = (black, white, moves) => ggfOf({ black, white, moves, result: '+2', more: 'DT[2001]TI[5:00]' });
  const games = [line('Ada', '花子', GAME.slice(0, 60)), line('Bea', 'Ada', POOR), line('花子', 'Cleo', 'f5f4e3d6')];
  writeFileSync(file, `${games.join('\n')}\n`);
  const ended = await new Promise((resolve) =>
    spawn(server.binary, ['import', file, '--db', server.database], { stdio: 'ignore' }).once('exit', resolve),
  );
  rmSync(folder, { recursive: true });
  if (ended !== 0) throw new Error(`kaeshi import: exit status ${ended}`);
}

/** Brings a page to a state. */
export async function showAnalysis(page, server, { hash, act, ready = '#board[aria-busy=false]' }) {
  await visit(page, server, hash);
  await page.locator(ready).first().waitFor();
  await act?.(page);
}
