// The review of a whole game by keyboard, in both languages, on desktop and phone; and its behaviour when it is
// cancelled or the server stops.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GAME, POOR, QUICK, tab } from './analyse-states.mjs';
import { DEVICES, focusOn } from './devices.mjs';
import { square, stage } from './harness.mjs';

const on = stage({ quiet: false });
const NAMES = {
  en: {
    review: 'Review',
    begin: 'Review the game',
    cancel: 'Cancel',
    again: 'Retry the mistakes',
    end: 'End',
    show: 'Show',
    next: 'Next',
    graph: 'Score after each move, from Black’s point of view',
    report: 'Printable report',
    loses: /loses/,
    better: 'Better line',
    refutation: 'Refutation',
    value: /(depth \d+|exact|proved)/,
  },
  ja: {
    review: '振り返り',
    begin: 'この対局を振り返る',
    cancel: '中止',
    again: '悪手をやり直す',
    end: '終了',
    show: '答えを見る',
    next: '次へ',
    graph: '一手ごとの評価値(黒から見た石差)',
    report: '印刷用レポート',
    loses: /損/,
    better: '最善の手順',
    refutation: 'とがめる手順',
    value: /(\d+手読み|完全読み|証明済み)/,
  },
};
const exactly = (name) => new RegExp(`^${name.replace(/[()]/g, '\\$&')}`);
const at = (page) => page.evaluate(() => Number(/[?&]at=(\d+)/.exec(location.hash)?.[1] ?? -1));

const open = (hash, { language = 'en', options = {}, level = QUICK.reviewLevel } = {}) =>
  on.open({
    hash,
    ready: '#board[aria-busy=false]',
    settings: { language },
    stored: { 'kaeshi.analyse': { ...QUICK, reviewLevel: level } },
    options: { ...options, serviceWorkers: 'block' },
  });
const begin = (page) => page.getByRole('button', { name: /^(Review the game|この対局を振り返る)$/ });
const report = (page) => page.getByRole('link', { name: /Printable report|印刷用レポート/ });

for (const [i, { name, language, phone, options }] of DEVICES.entries()) {
  const names = NAMES[language];
  test(`${name}: a game is reviewed, read and retried by keyboard`, async () => {
    // Each device reviews a different game, because the server returns the stored review of a known game.
    const page = await open(`#analyse/8/usual/${POOR.slice(0, 60 - 2 * i)}`, { language, options });
    if (phone) {
      await focusOn(page, exactly(names.review));
      await page.keyboard.press('Enter');
    }
    await focusOn(page, exactly(names.begin));
    await page.keyboard.press('Enter');
    await report(page).waitFor({ timeout: 90_000 });

    // Steps through the mistakes. Each is announced with its loss and the source of the value.
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('Home');
    await page.waitForFunction(() => /at=0/.test(location.hash));
    await page.keyboard.press('n');
    const first = await at(page);
    assert.ok(first > 0);
    assert.match((await page.locator('#announcements p').allInnerTexts()).join(' '), names.loses);
    await page.keyboard.press('n');
    assert.ok((await at(page)) > first || (await at(page)) === -1);
    await page.keyboard.press('Shift+n');
    assert.equal(await at(page), first);

    // The graph is a slider.
    await focusOn(page, exactly(names.graph));
    const slider = page.getByRole('slider', { name: names.graph });
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(page), 1);
    assert.equal(await slider.getAttribute('aria-valuenow'), '1');
    assert.match(await slider.getAttribute('aria-valuetext'), names.value);
    await page.keyboard.press('PageUp');
    assert.equal(await at(page), 11);

    // Plays both lines of a mistake on the board.
    await focusOn(page, exactly(names.refutation));
    await page.keyboard.press('Enter');
    await page.locator('.felt.ghost').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.felt.ghost').waitFor({ state: 'detached' });

    // Retries each mistake: first with the wrong move of the game, then with the best move.
    await page.evaluate(() => document.activeElement?.blur());
    await focusOn(page, exactly(names.again));
    await page.keyboard.press('Enter');
    const card = page.locator('[data-phase]');
    await page.locator('[data-phase=question]').waitFor();
    const marked = await page.locator('.note').allInnerTexts();
    assert.deepEqual(
      marked.filter((text) => /\d/.test(text)),
      [],
      'no value reveals the answer',
    );
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'gridcell');
    const move = /([a-h][1-8])/.exec(await card.locator('.words').innerText())[1];
    await square(page, move).focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-phase=wrong]').waitFor();
    await focusOn(page, exactly(names.show));
    await page.keyboard.press('Enter');
    await page.locator('[data-phase=shown]').waitFor();
    const best = /([a-h][1-8])/.exec(await card.locator('.words').innerText())[1];
    await focusOn(page, exactly(names.next));
    await page.keyboard.press('Enter');
    await page.locator('[data-phase=question]').waitFor();
    assert.ok(best);
    await focusOn(page, exactly(names.end));
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    if (phone) await tab(page, 'review');
    // The printable report contains the same data as the screen.
    const answer = await fetch(await report(page).getAttribute('href'));
    assert.match(await answer.text(), new RegExp(`<html lang="${language}"`));
  });
}

/** Returns the document of the finished review of a game. */
async function reviewed(game) {
  const { jobs } = await fetch(`${on.server.url}api/v1/jobs`).then((answer) => answer.json());
  const { id } = jobs.find(({ game: { moves }, state }) => moves === game && state === 'done');
  const job = await fetch(`${on.server.url}api/v1/jobs/${id}`).then((answer) => answer.json());
  return job.result;
}

describe('a review', () => {
  test('shows marks and values in the move list, and the ranked reasons', async () => {
    const page = await open(`#analyse/8/usual/${POOR}`);
    await begin(page).click();
    await report(page).waitFor({ timeout: 90_000 });
    const losses = await page.locator('.mistakes .go .loss').allInnerTexts();
    const { mistakes, moves } = await reviewed(POOR);
    assert.deepEqual(
      losses.map((text) => Number(text.replace('−', ''))),
      mistakes.map((ply) => Math.round(10 * moves[ply - 1].loss) / 10),
      'ordered as in the document, worst first',
    );
    assert.ok((await page.locator('.mistakes .more ul li').count()) > 0, 'reasons');
    assert.ok((await page.locator('.moves .remark b').allInnerTexts()).filter(Boolean).length > 5, 'marks in the list');
    assert.match(await page.locator('.accuracy td').first().innerText(), /^\d+\.\d$/);
  });

  test('accepts and counts a better move', async () => {
    const game = POOR.slice(0, 40);
    const page = await open(`#analyse/8/usual/${game}`);
    await begin(page).click();
    await report(page).waitFor({ timeout: 90_000 });
    // The document lists the best moves at the first mistake.
    const first = (await reviewed(game)).moves.find(({ mark }) => mark);
    await page.getByRole('button', { name: 'Retry the mistakes' }).click();
    await page.locator('[data-phase=question]').waitFor();
    await page.waitForFunction((ply) => new RegExp(`at=${ply - 1}$`).test(location.hash), first.ply);
    await page.locator(`[data-square=${first.best[0]}].legal`).click();
    await page.locator('[data-phase=right]').waitFor();
  });

  test('can be cancelled, keeping the judged moves', async () => {
    const page = await open(`#analyse/8/usual/${GAME}`, { level: 24 });
    await begin(page).click();
    await page.locator('progress').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/Cancelled after/).waitFor();
    await begin(page).waitFor();
  });

  test('resumes after a server restart, and is restored by a reload', async () => {
    const page = await open(`#analyse/8/usual/${GAME.slice(0, 100)}`, { level: 16 });
    await begin(page).click();
    await page.getByText(/[1-9]\d* of 50 moves reviewed/).waitFor();
    await on.server.stop();
    await on.server.start();
    await report(page).waitFor({ timeout: 120_000 });
    await page.reload();
    await report(page).waitFor();
    assert.ok((await page.locator('.moves .remark').count()) > 40);
  });
});
