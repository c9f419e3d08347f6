// The states of the learn pages for the accessibility checks (axe-core), the overflow checks and the screenshots.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MIDDLE } from './games.mjs';
import { visit } from './harness.mjs';

const { lessons } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../src/course/lessons.json', import.meta.url)), 'utf8'),
);

const TREE = '.screen canvas';

const lesson = (n) => ({
  name: `learn-${n}`,
  hash: `#learn/lesson/${n}`,
  ready: TREE,
  act: async (page) => {
    await page.locator('.claim button').click();
    await page.locator('.verdict').waitFor();
  },
});

export const LEARN_STATES = [
  { name: 'learn', hash: '#learn', ready: '.home' },
  {
    name: 'learn-rules',
    hash: '#learn/rules',
    ready: '.square.legal',
    act: async (page) => {
      await page.locator('.square.legal').first().click();
      await page.locator('main[data-done=true]').waitFor();
    },
  },
  { name: 'learn-course', hash: '#learn/course', ready: '.contents' },
  {
    name: 'learn-course-example',
    hash: '#learn/course/corners',
    ready: '#board[aria-busy=false]',
    act: async (page) => {
      await page.locator('.card .button').first().click();
      await page.locator('.note.step').first().waitFor();
    },
  },
  {
    name: 'learn-course-exercise',
    hash: '#learn/course/squares/1',
    ready: '.exercise[data-phase=question]',
    act: async (page) => {
      await page.locator(`[data-square=${lessons.squares.exercises[0].bad[0]}]`).click();
      await page.locator('.why').waitFor();
    },
  },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(lesson),
  {
    name: 'learn-tictactoe',
    hash: '#learn/tictactoe',
    ready: '[role=gridcell]',
    act: async (page) => {
      await page.locator('label.switch input').check();
      await page.locator('[data-square=a1] .note').waitFor();
      await page.locator('[data-square=a1]').click();
      await page.locator('svg.o').waitFor();
    },
  },
  {
    name: 'learn-tree',
    hash: `#learn/tree?game=othello&size=8&moves=${MIDDLE}&algo=alphabeta&depth=3&at=300`,
    ready: TREE,
  },
  { name: 'learn-tree-article', hash: '#learn/tree?game=numbers&algo=alphabeta&depth=end&at=14', ready: TREE },
  {
    name: 'learn-tree-tictactoe',
    hash: '#learn/tree?game=tictactoe&position=O-XX-X-OO+X&algo=minimax&depth=end',
    ready: TREE,
  },
  { name: 'learn-tree-mcts', hash: '#learn/tree?game=tictactoe&position=O-XX-X-OO+X&algo=mcts&depth=end', ready: TREE },
  {
    name: 'learn-tree-large',
    hash: '#learn/tree?game=othello&size=4&moves=b1c1d3&algo=alphabeta-table&depth=6&at=0',
    ready: TREE,
    act: (page) => page.getByRole('button', { name: /Next table hit|次の置換表ヒット/ }).click(),
  },
  {
    name: 'learn-list',
    hash: '#learn/tree?game=othello&size=4&moves=b1c1d3&algo=alphabeta-table&depth=6&view=list&at=60',
    ready: '[role=treegrid]',
  },
  {
    name: 'learn-compare',
    hash: '#learn/compare?game=othello&size=4&moves=b1c1d3&algo=minimax,alphabeta,iterative,pvs&depth=5',
    ready: '.lanes canvas',
    act: (page) => page.getByRole('button', { name: /To the end|最後へ/ }).click(),
  },
  {
    name: 'learn-solve4',
    hash: '#learn/solve4',
    ready: 'main button',
    act: async (page) => {
      await page.locator('main button').first().click();
      await page.locator('[data-testid=solution]').waitFor();
    },
  },
  {
    name: 'learn-proof',
    hash: '#learn/proof',
    ready: TREE,
    act: (page) => page.locator('.side section').waitFor(),
  },
  {
    name: 'learn-proof-refused',
    hash: '#learn/proof',
    ready: TREE,
    act: async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'damaged.kproof',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('damaged'),
      });
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'learn-refused',
    hash: '#learn/tree?game=numbers&position=((5+7&algo=alphabeta&depth=3',
    ready: '[role=alert]',
    refused: true,
  },
];

/** Brings a page to a state. */
export async function showLearn(page, server, { hash, ready, act }) {
  await visit(page, server, hash);
  await page.locator(ready).first().waitFor();
  await act?.(page);
  // Canvases are drawn in animation frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
