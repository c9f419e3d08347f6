// Examines the analysis page in every state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANALYSE_STATES, importGames, WITH_QUICK_SEARCHES, showAnalysis } from './analyse-states.mjs';
import { openPage, stage } from './harness.mjs';
import { examineStates, PHONE } from './looks.mjs';

const on = stage({ prepare: importGames });

const open = (language, options) =>
  openPage(on.browser, on.server, {
    settings: { language },
    stored: WITH_QUICK_SEARCHES,
    options,
    hash: '#record',
    ready: 'main',
  });

examineStates({
  states: ANALYSE_STATES,
  open,
  bring: (page, state) => showAnalysis(page, on.server, state),
  targets: ':is(main, dialog) :is(button:not([role]), select, input, textarea, a.button)',
});

test('at 360 px the mark of a move on its square is fully visible and legible', async () => {
  const page = await open('en', PHONE);
  await showAnalysis(
    page,
    on.server,
    ANALYSE_STATES.find(({ name }) => name === 'analyse-review'),
  );
  const seen = new Set();
  for (const wanted of ['?!', '?', '??']) {
    const mistake = page
      .locator('.mistakes li')
      .filter({ has: page.locator('b.mark').getByText(wanted, { exact: true }) })
      .first();
    await mistake.locator('button.go').click();
    const mark = page.locator('#board .note.mark').getByText(wanted, { exact: true });
    await mark.waitFor();
    const { font, cut, outside } = await mark.evaluate((note) => {
      const [own, square] = [note, note.closest('button')].map((part) => part.getBoundingClientRect());
      const words = document.createRange();
      words.selectNodeContents(note);
      const text = words.getBoundingClientRect();
      return {
        font: Number.parseFloat(getComputedStyle(note).fontSize),
        cut: Math.max(own.left - text.left, text.right - own.right),
        outside: Math.max(
          square.left - own.left,
          own.right - square.right,
          square.top - own.top,
          own.bottom - square.bottom,
        ),
      };
    });
    assert.ok(font >= 12, `${wanted} has a font size of ${font} px`);
    assert.ok(
      cut <= 0 && outside <= 0,
      `${wanted} extends ${cut} px beyond its frame, which extends ${outside} px beyond the square`,
    );
    seen.add(wanted);
  }
  assert.equal(seen.size, 3);
  await page.context().close();
});
