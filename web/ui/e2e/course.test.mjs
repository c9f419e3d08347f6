// The strategy course: lessons with an example and exercises that the engine checks, and links from reasons to lessons.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEVICES } from './devices.mjs';
import { settled, square, stage } from './harness.mjs';

const on = stage();

const { lessons } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../src/course/lessons.json', import.meta.url)), 'utf8'),
);

const WORDS = {
  en: {
    start: 'Start',
    go: 'Continue',
    play: 'Play the moves',
    again: 'Try again',
    next: 'Exercise 2',
    solved: '✓ All solved',
    lesson: /^Lesson: /,
    titles: ['Corners and stable discs', 'X and C squares'],
  },
  ja: {
    start: '始める',
    go: '続きから',
    play: '並べてみる',
    again: 'もう一度',
    next: '問題2',
    solved: '✓ 全問正解',
    lesson: /^講座: /,
    titles: ['隅と確定石', 'X打ちとC打ち'],
  },
};

const question = (page) => page.locator('.exercise[data-phase=question]').waitFor();
const phase = (page, name) => page.locator(`.exercise[data-phase=${name}]`).waitFor();

for (const { name, language, options } of DEVICES) {
  const words = WORDS[language];
  const open = (hash, ready) => on.open({ hash, ready, settings: { language }, options });
  describe(name, () => {
    test('a lesson: the example is played, wrong and right answers are judged, the progress is kept', async () => {
      const page = await open('#learn/course', 'main h1');
      await page.getByRole('link', { name: words.start, exact: true }).click();
      await page.getByRole('heading', { name: words.titles[0], level: 1 }).waitFor();
      await page.getByRole('button', { name: words.play }).click();
      const { example, exercises } = lessons.corners;
      await page.locator(`[data-square=${example.line.slice(0, 2)}] .disc-place`).waitFor();

      for (const [i, { good, bad }] of exercises.entries()) {
        await page.evaluate((hash) => (location.hash = hash), `#learn/course/corners/${i + 1}`);
        await question(page);
        await square(page, bad[0]).click();
        await phase(page, 'wrong');
        await page.getByRole('button', { name: words.again, exact: true }).click();
        await question(page);
        await square(page, good[0]).click();
        await phase(page, 'right');
      }
      await page.evaluate(() => (location.hash = '#learn/course'));
      await page.getByText(words.solved).waitFor();
      await page.reload();
      await page.getByText(words.solved).waitFor();
      await page.getByRole('link', { name: words.go, exact: true }).click();
      await page.getByRole('heading', { name: words.titles[1], level: 1 }).waitFor();
    });

    test('the engine on this device judges the answers, too', async () => {
      const page = await open('#learn', 'main h1');
      await page.evaluate(() => localStorage.setItem('kaeshi.engine', 'device'));
      await page.reload(); // The engine is selected when the page loads.
      const asked = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.evaluate(() => (location.hash = '#learn/course/parity/1'));
      await question(page);
      await square(page, lessons.parity.exercises[0].good[0]).click();
      await phase(page, 'right');
      const analysed = asked.filter((url) => /api\/v1\/analyse/.test(url));
      assert.deepEqual(analysed, [], 'the server analyses nothing');
    });

    test('a reason for a mistake leads to its lesson', async () => {
      const { moves, bad } = lessons.squares.exercises[1];
      const page = await on.play(`#8/usual/${moves}?black=human&white=kaeshi:level=1`, {
        settings: { language, pace: 5, teach: true },
        options,
      });
      await square(page, bad[0]).click();
      await page.getByRole('link', { name: words.lesson }).first().click();
      await page.locator('.course h1').waitFor();
      assert.match(await page.evaluate(() => location.hash), /^#learn\/course\/[a-z]+$/);
      await page.goBack();
      await settled(page);
    });
  });
}
