// The training pages: puzzles, mistakes, openings and the deck, in both languages, on desktop and phone, by keyboard
// and without a server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { POOR, tab, WITH_QUICK_SEARCHES } from './analyse-states.mjs';
import { DEVICES, focusOn, LANGUAGES } from './devices.mjs';
import { engineKept, settled, square, stage } from './harness.mjs';
import { DECK, deckOf, keepDeck } from './train-states.mjs';

const on = stage();
const WORDS = Object.fromEntries(
  ['en', 'ja'].map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`../src/train/i18n/${language}.json`, import.meta.url), 'utf8')),
  ]),
);

/** Returns the text of a key up to its first placeholder. */
const start = (language, key) => WORDS[language][key].split('|')[0].split('{')[0].trim();
/** Returns a pattern for the text of a key with any values. */
const saying = (language, key, values = {}) => {
  const forms = WORDS[language][key]
    .split('|')
    .map((form) => form.replace(/[.*+?^$()[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '.+'));
  return new RegExp(forms.join('|'));
};

const panel = (page, phase) => page.locator(`.exercise[data-phase=${phase}]`);
const tomorrow = () => {
  const day = new Date(Date.now() + 86_400_000);
  const two = (n) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};
/** Waits for an announcement in the live region. */
const announced = (page, what) =>
  page.locator('#announcements p', { hasText: what }).first().waitFor({ state: 'attached' });

async function open(hash, { language = 'en', stored, options = {}, ready = '.train' } = {}) {
  return on.open({ hash, ready, settings: { language }, stored, options: { ...options, serviceWorkers: 'block' } });
}

/** Opens a page with cards in its deck. */
async function openWith(deck, hash, more) {
  const page = await open('#train', { ...more, ready: '.today' });
  await keepDeck(page, deck);
  await page.goto('about:blank');
  await page.goto(on.server.url + hash);
  await page.locator('.train').waitFor();
  return page;
}

/** Opens puzzles; returns the first one, as sent by the server. */
async function openPuzzles(hash, more) {
  const page = await open('#record', { ...more, ready: 'main' });
  const [answer] = await Promise.all([
    page.waitForResponse(/\/puzzles\?/),
    page.evaluate((to) => (location.hash = to), hash),
  ]);
  const { puzzles } = await answer.json();
  await panel(page, 'question').waitFor();
  return { page, puzzles, query: new URL(answer.url()).searchParams };
}

/** Returns the worst move, which is wrong whatever the puzzle asks. */
const wrongOf = ({ scores }) =>
  Object.keys(scores).reduce((worst, move) => (scores[move] < scores[worst] ? move : worst));
/** Returns a pattern for the verdict on a move, whatever the puzzle asks. */
const verdict = (language, keys, move) =>
  new RegExp(keys.map((key) => saying(language, key, { move }).source).join('|'));
const WRONG = ['announce.wrong', 'announce.win', 'announce.draw'];
const RIGHT = ['phase.right', 'right.win', 'right.draw'];
const score = (value) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`;
const lossOf = ({ scores, best }, move) => scores[best[0]] - scores[move];

for (const { name, language, options, inTurn } of DEVICES) {
  describe(name, () => {
    inTurn('a wrong answer is refuted with its exact loss, retried, solved, and scheduled again', async () => {
      const { page, puzzles } = await openPuzzles('#train/puzzles?difficulty=3', { language, options });
      const [puzzle] = puzzles;
      const wrong = wrongOf(puzzle);
      await square(page, wrong).click();
      await panel(page, 'wrong').waitFor();
      const loss = lossOf(puzzle, wrong);
      await announced(page, verdict(language, WRONG, wrong));
      await page.locator('.words', { hasText: score(puzzle.scores[wrong]) }).waitFor();
      await page.locator(`[data-square=${wrong}] .note`, { hasText: `−${loss}` }).waitFor();
      // The line continues to the end of the game, and its result is the one used for the loss.
      await page.locator('.ending').waitFor();
      await page.getByRole('button', { name: WORDS[language]['line.last'] }).click();
      const counts = await page
        .locator('[data-count]')
        .evaluateAll((elements) => elements.map((count) => Number(count.lastElementChild.textContent)));
      const [black, white] = counts;
      const empties = 64 - black - white;
      const lead = black - white + Math.sign(black - white) * empties;
      assert.equal(/X$/.test(puzzle.position) ? lead : 0 - lead, puzzle.scores[wrong]);

      await page.getByRole('button', { name: WORDS[language]['action.again'] }).click();
      await panel(page, 'question').waitFor();
      await square(page, puzzle.best[0]).click();
      await panel(page, 'right').waitFor();
      await page.getByText(WORDS[language]['outcome.kept']).waitFor();
      assert.equal(await page.locator('.chip').count(), Object.keys(puzzle.scores).length);
      await page.getByRole('button', { name: WORDS[language]['action.nextPuzzle'] }).click();
      await panel(page, 'question').waitFor();

      const { cards, answers } = await deckOf(page);
      assert.deepEqual([cards.length, answers.length], [1, 1]);
      assert.deepEqual({ id: cards[0].id, due: cards[0].memory.due }, { id: `puzzle:${puzzle.id}`, due: tomorrow() });
      assert.deepEqual(
        { quality: answers[0].quality, loss: answers[0].loss, difficulty: answers[0].difficulty },
        { quality: 2, loss, difficulty: 3 },
      );
    });

    inTurn('due cards are repeated until they are known, and then scheduled later', async () => {
      const cards = DECK.cards.filter(({ id }) => id === 'puzzle:sample-1' || id === 'mistake:1');
      const page = await openWith({ cards, answers: [] }, '#train', { language, options });
      await page.locator('.big', { hasText: '2' }).waitFor();
      await page.getByRole('link', { name: WORDS[language]['today.begin'] }).click();
      // The first card is a mistake of an older game. The move of the game is wrong again, and the reasons are shown.
      await panel(page, 'question').waitFor();
      await square(page, 'c5').click();
      await page.locator('.why li').waitFor();
      await page.getByRole('button', { name: WORDS[language]['action.show'] }).click();
      await page.getByText(WORDS[language]['outcome.today']).waitFor();
      await page.getByRole('button', { name: start(language, 'action.next') }).click();
      await panel(page, 'question').waitFor();
      await square(page, 'b4').click();
      await panel(page, 'right').waitFor();
      await page.getByRole('button', { name: start(language, 'action.next') }).click();
      await page.getByText(WORDS[language]['due.again']).waitFor();
      await panel(page, 'question').waitFor();
      await square(page, 'c4').click();
      await panel(page, 'right').waitFor();
      await page.getByRole('button', { name: WORDS[language]['action.done'] }).click();
      await page.getByText(saying(language, 'due.result', { clean: 1, n: 2 })).waitFor();
      const kept = (await deckOf(page)).cards;
      const memory = (id) => kept.find((card) => card.id === id).memory;
      assert.deepEqual([memory('mistake:1').due, memory('mistake:1').lapses], [tomorrow(), 1]);
      assert.ok(memory('puzzle:sample-1').interval >= 15, 'a known card gets a longer interval');
      assert.equal((await deckOf(page)).answers.length, 2, 'a repetition is not recorded');
    });

    inTurn('an opening is selected by name, shown, and played from memory', async () => {
      const page = await open('#train/openings', { language, options });
      await page.locator('.known').first().waitFor();
      await page.getByRole('searchbox').fill('f5d6c3d3c4b3');
      const learn = page.locator('.known').first();
      const moves = await learn.locator('code').innerText();
      await learn.getByRole('button').first().click();
      await learn.getByRole('button').first().and(page.locator(':disabled')).waitFor();
      await page.getByRole('link', { name: saying(language, 'openings.begin') }).click();
      await page.locator('.drill[data-phase=question]').waitFor();

      await page.getByRole('button', { name: WORDS[language]['drill.watch'] }).click();
      await page.locator('.drill[data-phase=watching]').waitFor();
      await page.getByRole('button', { name: WORDS[language]['drill.skip'] }).click();
      await page.locator('.drill[data-phase=question]').waitFor();
      // Moves that are not part of the opening are refused. After the second one, the right square is marked.
      await square(page, 'c5').click();
      await page
        .getByText(saying(language, 'drill.wrong', { move: 'c5' }))
        .first()
        .waitFor();
      await square(page, 'c6').click();
      await page.locator('[data-square=c3] .note').waitFor();
      const own = moves.match(/../g).filter((_, ply) => ply > 0 && ply % 2 === 0);
      for (const move of own) {
        await page.locator('.drill:is([data-phase=question], [data-phase=revealed])').waitFor();
        await square(page, move).click();
      }
      await page.locator('.drill[data-phase=over]').waitFor();
      const { cards } = await deckOf(page);
      assert.deepEqual(
        cards.map(({ id, memory }) => [id, memory.due]),
        [[`opening:black:${moves}`, tomorrow()]],
      );
    });
  });
}

describe('by keyboard', () => {
  for (const { language, inTurn } of LANGUAGES) {
    inTurn(`puzzles are answered, viewed and skipped, in ${language}`, async () => {
      const { page, puzzles } = await openPuzzles('#train/puzzles?difficulty=2', { language });
      const [puzzle] = puzzles;
      const column = (move) => 'abcdefgh'.indexOf(move[0]);
      const go = async (move) => {
        const from = await page.evaluate(() => document.activeElement?.getAttribute('data-square'));
        const [right, down] = [column(move) - column(from), Number(move[1]) - Number(from[1])];
        for (let i = 0; i < Math.abs(right); i++) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
        for (let i = 0; i < Math.abs(down); i++) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), move);
      };
      await focusOn(page, /^[a-h][1-8]/);
      await page.keyboard.press('h');
      await announced(page, puzzle.best[0]);
      await go(wrongOf(puzzle));
      await page.keyboard.press('Enter');
      await panel(page, 'wrong').waitFor();
      await announced(page, verdict(language, WRONG, wrongOf(puzzle)));
      await page.locator('.ending').waitFor();
      await page.keyboard.press('u');
      await panel(page, 'question').waitFor();
      await go(puzzle.best[0]);
      await page.keyboard.press('Space');
      await panel(page, 'right').waitFor();
      await announced(page, verdict(language, RIGHT, puzzle.best[0]));
      await page.keyboard.press('n');
      await panel(page, 'question').waitFor();
      assert.match(
        await page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? ''),
        /^[a-h][1-8]$/,
        'the focus stays on the board',
      );
      // Shows the answer and steps through its line with the buttons.
      await page.keyboard.press('s');
      await panel(page, 'shown').waitFor();
      await focusOn(page, new RegExp(`^${start(language, 'action.nextPuzzle')}`));
      await page.locator('.ending').waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      await page.waitForFunction(() => document.querySelectorAll('.note.exact').length > 2);
      await page.keyboard.press('?');
      await page
        .getByRole('dialog')
        .getByText(language === 'en' ? 'Next puzzle' : '次の問題')
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
    });
  }
});

test('filters are applied and kept in the address, and the measured difficulty is shown', async () => {
  const { page, puzzles, query } = await openPuzzles('#train/puzzles?difficulty=4&empties=8-10');
  assert.deepEqual([query.get('difficulty'), query.get('empties')], ['4', '8-10']);
  assert.ok(
    puzzles.length > 0 && puzzles.every(({ difficulty, empties }) => difficulty === 4 && empties >= 8 && empties <= 10),
  );
  await page.getByText(WORDS.en['difficulty.4']).waitFor();
  const [answer] = await Promise.all([
    page.waitForResponse(/\/puzzles\?/),
    page.getByRole('radio', { name: 'Difficulty 1 of 5' }).check({ force: true }),
  ]);
  assert.equal(new URL(answer.url()).searchParams.get('difficulty'), '1');
  await page.getByText(WORDS.en['difficulty.1']).waitFor();
  assert.match(await page.evaluate(() => location.hash), /difficulty=1&empties=8-10/);
  // No games have been imported into this database.
  await page.getByRole('radio', { name: WORDS.en['filter.games'] }).check({ force: true });
  await page.getByText(WORDS.en['puzzles.none']).waitFor();
});

test('without a filter the difficulty follows the answers', async () => {
  const answers = [0, 1].map((n) => ({
    id: `a${n}`,
    at: new Date(Date.now() - 1000 * (9 - n)).toISOString(),
    card: `puzzle:${n}`,
    kind: 'puzzle',
    quality: 5,
    difficulty: 2,
    loss: 0,
  }));
  const page = await openWith({ cards: [], answers }, '#train');
  const [answer] = await Promise.all([
    page.waitForResponse(/\/puzzles\?/),
    page.getByRole('link', { name: /Endgame puzzles/ }).click(),
  ]);
  assert.equal(new URL(answer.url()).searchParams.get('difficulty'), '3');
});

test('mistakes of a finished game are collected, practised, and kept after a reload', {
  timeout: 180_000,
}, async () => {
  const game = {
    id: 'train-0001',
    size: 8,
    start: 'usual',
    moves: 'e6f4e3f6g5d6e7f5c5',
    black: 'kaeshi:skill=3',
    white: 'human',
    mixed: false,
  };
  const stored = await fetch(`${on.server.url}api/v1/games`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(game),
  });
  assert.ok(stored.ok, await stored.text());
  const page = await open('#train/mistakes');
  await page.getByRole('button', { name: /^Check the game/ }).click();
  await page.locator('.message', { hasText: /mistake/ }).waitFor({ timeout: 120_000 });
  const { cards } = await deckOf(page);
  assert.ok(cards.length > 0);
  assert.ok(
    cards.every(({ mistake }) => mistake.pov === 'white' && mistake.loss >= 4),
    'only mistakes of the person',
  );
  await page.reload();
  await page.locator('.mistakes li').first().waitFor();
  const [card] = cards.sort((a, b) => b.mistake.loss - a.mistake.loss);
  await page.goto(`${on.server.url}#train/card?id=${encodeURIComponent(card.id)}`);
  await panel(page, 'question').waitFor();
  await square(page, card.mistake.played).click();
  await panel(page, 'wrong').waitFor();
  await page.locator('.why li').first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await square(page, card.mistake.best[0]).click();
  await panel(page, 'right').waitFor();
  // Removes a card.
  await page.goto(`${on.server.url}#train/mistakes`);
  await page
    .getByRole('button', { name: /^Remove the card/ })
    .first()
    .click();
  await page.waitForFunction(
    (n) => document.querySelectorAll('.mistakes section:first-child li').length === n,
    cards.length - 1,
  );
  assert.equal((await deckOf(page)).cards.length, cards.length - 1);
});

test('the mistakes of a review are practised from the analysis page', { timeout: 180_000 }, async () => {
  const page = await open(`#analyse/8/usual/${POOR}`, { stored: WITH_QUICK_SEARCHES, ready: '#board' });
  await settled(page);
  await tab(page, 'review');
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByRole('button', { name: 'Practise these mistakes' }).click({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Start practising' }).click();
  await panel(page, 'question').waitFor();
  const { cards } = await deckOf(page);
  assert.ok(cards.length > 3 && cards.every(({ kind, mistake }) => kind === 'mistake' && mistake.loss >= 4));
  // The position of a card is the one before its move, so the played move is legal.
  await square(page, cards[0].mistake.played).waitFor();
});

test('the deck is saved to a file and loaded from one; an invalid file changes nothing', async () => {
  const page = await openWith(DECK, '#train/progress');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to a file' }).click(),
  ]);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(saved.schema, 'kaeshi/deck/1');
  assert.deepEqual([saved.cards.length, saved.answers.length], [DECK.cards.length, DECK.answers.length]);

  await page.goto('about:blank');
  await page.goto(`${on.server.url}#train/progress`);
  await keepDeck(page, { cards: [], answers: [] });
  await page.reload();
  const take = (text) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'deck.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  await take('[1, 2');
  await page.getByText(WORDS.en['file.notJSON']).waitFor();
  await take(JSON.stringify({ ...saved, cards: [saved.cards[0], { ...saved.cards[1], memory: {} }] }));
  await page.getByText(saying('en', 'file.card', { n: 2 })).waitFor();
  assert.equal((await deckOf(page)).cards.length, 0);
  await take(JSON.stringify(saved));
  await page.getByText(saying('en', 'file.imported', { n: DECK.cards.length })).waitFor();
  const { cards, answers } = await deckOf(page);
  assert.deepEqual([cards.length, answers.length], [saved.cards.length, saved.answers.length]);
});

test('two windows share one deck', async () => {
  const page = await openWith({ cards: [], answers: [] }, '#train');
  const other = await page.context().newPage();
  await other.goto(`${on.server.url}#train/openings`);
  await other.locator('.known button').first().click();
  await page.locator('.big', { hasText: '1' }).waitFor();
  await other.close();
});

test('without the server puzzles are refuted by the engine on the device, and the deck is available', {
  timeout: 180_000,
}, async () => {
  const page = await on.open({
    hash: '#train',
    ready: '.today',
    settings: { language: 'en' },
    options: { serviceWorkers: 'allow' },
  });
  await keepDeck(page, DECK);
  await engineKept(page);
  await on.server.stop();
  try {
    await page.goto('about:blank');
    await page.goto(`${on.server.url}#train/card?id=puzzle%3Asample-1`);
    await panel(page, 'question').waitFor();
    await square(page, 'g7').click();
    await page.locator('.words', { hasText: '14 discs' }).waitFor();
    await page.locator('.ending', { hasText: '58–6' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await square(page, 'b4').click();
    await panel(page, 'right').waitFor();
    await page.getByRole('link', { name: 'Puzzles', exact: true }).click();
    await panel(page, 'question').waitFor();
    await page.keyboard.press('s');
    await page.locator('.ending').waitFor();
    assert.ok((await deckOf(page)).cards.length > DECK.cards.length, 'a puzzle whose answer was shown becomes a card');
    await page.getByRole('link', { name: 'Mistakes', exact: true }).click();
    await page.getByText(WORDS.en['collect.server']).waitFor();
    assert.equal(await page.locator('.mistakes section:first-child li').count(), 2);
  } finally {
    await on.server.start();
    page.errors.length = 0; // The browser's messages about the unreachable server.
  }
});
