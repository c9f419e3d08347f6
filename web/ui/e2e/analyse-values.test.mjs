// The values of the analysis page: one sign for all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, POOR, tab, WITH_QUICK_SEARCHES } from './analyse-states.mjs';
import { DEVICES } from './devices.mjs';
import { square, stage } from './harness.mjs';

const on = stage({ quiet: false });

const WORDS = {
  en: { settings: 'Settings', mover: 'Side to move', ahead: { black: /Black ahead/, white: /White ahead/ } },
  ja: { settings: '設定', mover: '手番から見る', ahead: { black: /黒優勢/, white: /白優勢/ } },
};
/** Returns the first number of a text, whose minus sign is not ASCII. */
const numberIn = (text) => Number(/[+−]?\d+(\.\d+)?/.exec(text)?.[0].replace('−', '-'));

for (const { name, language, options } of DEVICES) {
  const words = WORDS[language];
  const open = (hash) =>
    on.open({
      hash,
      ready: '#board[aria-busy=false]',
      settings: { language },
      stored: WITH_QUICK_SEARCHES,
      options: { ...options, serviceWorkers: 'block' },
    });

  /** Returns the shown values of the best move: in the heading, in its line, and on its square. */
  async function shown(page) {
    const line = page.locator('.lines .line').first();
    const move = (await line.locator('.move').innerText()).trim();
    return {
      heading: numberIn(await page.locator('.now .lead').first().innerText()),
      line: numberIn(await line.locator('.score').innerText()),
      square: numberIn(await square(page, move).locator('.note').innerText()),
    };
  }

  test(`${name}: all values of a position have the same sign, and the settings choose it`, async () => {
    // White is to move.
    const page = await open(`#analyse/8/usual/${POOR.slice(0, 54)}`);
    await done(page);
    const ahead = (await page.locator('.now .lead').first().innerText()).match(words.ahead.black) ? 'black' : 'white';
    const black = await shown(page);
    assert.equal(black.heading > 0, ahead === 'black');
    assert.ok(Math.abs(black.heading) >= 2, `${black.heading}`);
    assert.equal(black.line, black.heading);
    assert.ok(Math.abs(black.square - black.heading) < 1, `${black.square} is ${black.heading} in whole discs`);

    await page.keyboard.press(',');
    const dialog = page.getByRole('dialog', { name: words.settings });
    await dialog.getByRole('radio', { name: words.mover }).check({ force: true });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const mover = await shown(page);
    assert.deepEqual([mover.heading, mover.line], [-black.heading, -black.line]);
    assert.ok(Math.abs(mover.square + black.square) <= 1, `${mover.square} and ${black.square}`);
    assert.match(await page.locator('.now .lead').first().innerText(), words.ahead[ahead]);
  });
}

for (const { name, language, options } of DEVICES) {
  const label = language === 'en' ? 'Value of the position' : '局面の評価値';
  test(`${name}: the evaluation bar shows the value, in forced colours too`, async () => {
    const page = await on.open({
      hash: `#analyse/8/usual/${POOR.slice(0, 54)}`,
      ready: '#board[aria-busy=false]',
      settings: { language },
      stored: WITH_QUICK_SEARCHES,
      options: { ...options, serviceWorkers: 'block', reducedMotion: 'reduce' },
    });
    await done(page);
    const bar = page.getByRole('meter', { name: label });
    const heading = await page.locator('.now .lead').first().innerText();
    assert.ok((await bar.getAttribute('aria-valuetext')).startsWith(heading), heading);
    const value = Number(await bar.getAttribute('aria-valuenow'));
    assert.equal(value, numberIn(heading));
    const { part, colours } = await bar.evaluate(measure);
    assert.ok(Math.abs(part - 1 / (1 + 3 ** (-value / 10))) < 0.01, `${part} at ${value}`);
    assert.equal(new Set(colours).size, 2);
    await page.emulateMedia({ forcedColors: 'active' });
    assert.deepEqual((await bar.evaluate(measure)).colours, colours);
  });
}

/** Measures the bar: Black's part of its width, and the colours of both parts. */
function measure(bar) {
  const black = bar.querySelector('.black');
  return {
    part: black.getBoundingClientRect().width / bar.clientWidth,
    colours: [black, bar].map((part) => getComputedStyle(part).backgroundColor),
  };
}

for (const { name, language, options } of DEVICES) {
  const words = {
    en: { title: 'Which values', best: 'Best only', some: 'Best 3', loss: 'Loss', heat: /Heat map/ },
    ja: { title: '表示する評価値', best: '最善のみ', some: '上位3手', loss: '損失', heat: /色分け/ },
  }[language];
  test(`${name}: the squares show the best moves, some or all, by value or by loss, and with colours`, async () => {
    const page = await on.open({
      hash: `#analyse/8/usual/${POOR.slice(0, 54)}`,
      ready: '#board[aria-busy=false]',
      settings: { language },
      stored: WITH_QUICK_SEARCHES,
      options: { ...options, serviceWorkers: 'block', reducedMotion: 'reduce' },
    });
    await done(page);
    const notes = page.locator('#board .note');
    const all = await page.locator('.lines .line').count();
    assert.equal(await notes.count(), all);
    const choose = async (role, label) => {
      await page.getByTitle(words.title).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole(role, { name: label, exact: true }).check({ force: true });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    };
    await choose('radio', words.some);
    assert.equal(await notes.count(), Math.min(3, all));
    await choose('radio', words.loss);
    const losses = await notes.allInnerTexts();
    assert.ok(losses.every((text) => /^\d+$/.test(text)) && losses.includes('0'), losses.join(' '));
    await choose('radio', words.best);
    for (const text of await notes.allInnerTexts()) assert.equal(text, '0');
    assert.equal(await page.locator('.heated').count(), 0);
    await choose('switch', words.heat);
    assert.equal(await page.locator('.heated').count(), await notes.count());
    const kept = await notes.count();
    await page.reload();
    await done(page);
    assert.equal(await page.locator('.heated').count(), kept);
  });
}

test('the list of moves has a column of values and a column of losses', async () => {
  const page = await openReviewed();
  const rows = await page.locator('.moves .entry').evaluateAll((entries) =>
    entries.map((entry) => ({
      mark: entry.querySelector('.remark b')?.textContent ?? '',
      value: entry.querySelector('.remark .value')?.textContent ?? '',
      loss: entry.querySelector('.remark .loss')?.textContent ?? '',
    })),
  );
  assert.ok(rows.filter(({ mark }) => mark).length > 5, 'marked moves');
  for (const { mark, value, loss } of rows) {
    assert.match(value, /^([+−]?\d+(\.\d)?|)$/);
    assert.match(loss, mark ? /^\d+(\.\d)?$/ : /^$/);
  }
  const columns = async (part) =>
    page
      .locator(`.moves .entry .remark .${part}`)
      .evaluateAll((cells) => [...new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().right)))]);
  assert.equal((await columns('loss')).length, 2, 'one column for each side');
  assert.equal((await columns('value')).length, 2);
});

/** Opens a reviewed game on a desktop. */
async function openReviewed() {
  const page = await on.open({
    hash: `#analyse/8/usual/${POOR}`,
    ready: '#board[aria-busy=false]',
    settings: { language: 'en' },
    stored: WITH_QUICK_SEARCHES,
    options: { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' },
  });
  await tab(page, 'review');
  const begin = page.getByRole('button', { name: 'Review the game' });
  const finished = page.getByRole('link', { name: 'Printable report' });
  await begin.or(finished).first().waitFor();
  if (await begin.isVisible()) await begin.click();
  await finished.waitFor({ timeout: 90_000 });
  return page;
}
