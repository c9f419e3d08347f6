// The states of the training pages for the accessibility checks (axe-core), the overflow checks and the screenshots.

/**
 * A deck of a few weeks: cards of every kind and stage, and the answers of the last days. Created through the page,
 * then aged.
 */
export const DECK = (() => {
  const day = (n) => new Date(Date.now() + n * 86_400_000);
  const text = (n) => {
    const date = day(n);
    return [
      date.getFullYear(),
      String(date.getMonth() + 1).padStart(2, '0'),
      String(date.getDate()).padStart(2, '0'),
    ].join('-');
  };
  const memory = (due, interval, streak) => ({
    ease: 2.5,
    interval,
    streak,
    lapses: 0,
    due: text(due),
    last: interval ? text(due - interval) : '',
  });
  const added = day(-20).toISOString();
  const puzzle = {
    id: 'sample-1',
    position: 'OOOOOOOO-OXXOXOO--OOXOOO--XOXOOO--XOXOOO-XXOXOOO--XOXX-O-XXXXX-- X',
    empties: 14,
    difficulty: 3,
    depth: 5,
    tempting: 0,
    best: ['b4'],
    scores: { a2: -52, b3: -52, b4: -38, g7: -52 },
    from: 'kaeshi:skill=5 – kaeshi:skill=7',
  };
  const mistake = (moves, number, pov, played, best, loss, more = {}) => ({
    question: { size: 8, start: 'usual', moves },
    pov,
    number,
    played,
    best: [best],
    score: 2,
    loss,
    source: 'selective',
    depth: 14,
    confidence: 73,
    pv: [best],
    reply: [],
    why: [],
    black: 'human',
    white: 'kaeshi:skill=3',
    ...more,
  });
  const OPENING = 'f5d6c3d3c4';
  const cards = [
    { id: 'puzzle:sample-1', kind: 'puzzle', added, memory: memory(0, 6, 2), puzzle },
    {
      id: 'mistake:1',
      kind: 'mistake',
      added,
      memory: memory(-1, 1, 0),
      mistake: mistake('f5d6c3d3', 5, 'black', 'c5', 'c4', 5, {
        why: [
          {
            code: 'mobility',
            en: 'White gets 12 moves to choose from instead of 6.',
            ja: '白の打てる手が6手から12手に増えます。',
          },
        ],
      }),
    },
    {
      id: 'mistake:2',
      kind: 'mistake',
      added,
      memory: memory(4, 15, 3),
      mistake: mistake('f5f6e6', 4, 'white', 'g5', 'f4', 8),
    },
    {
      id: `opening:black:${OPENING}`,
      kind: 'opening',
      added,
      memory: memory(0, 0, 0),
      line: { moves: OPENING, name: { en: 'Tiger', ja: '虎' }, side: 'black' },
    },
    {
      id: 'opening:white:f5d6c5f4e3c6',
      kind: 'opening',
      added,
      memory: memory(30, 38, 4),
      line: { moves: 'f5d6c5f4e3c6', name: { en: 'Cow', ja: '牛' }, side: 'white' },
    },
  ];
  const answers = Array.from({ length: 60 }, (_, i) => ({
    id: `answer-${i}`,
    at: day(-Math.floor(i / 5)).toISOString(),
    card: `puzzle:old-${i}`,
    kind: 'puzzle',
    quality: i % 4 === 0 ? 2 : 5,
    difficulty: 1 + (i % 4),
    loss: i % 4 === 0 ? 6 : 0,
  }));
  return { schema: 'kaeshi/deck/1', exported: day(0).toISOString(), cards, answers };
})();

/** Replaces the deck in the browser. A page must have been opened before; the deck is read at the next load. */
export const keepDeck = (page, { cards, answers }) =>
  page.evaluate(
    (decks) =>
      new Promise((done, failed) => {
        const request = indexedDB.open('kaeshi.train', 1);
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction(Object.keys(decks), 'readwrite');
          for (const [name, records] of Object.entries(decks)) {
            const store = transaction.objectStore(name);
            store.clear();
            for (const record of records) store.put(record);
          }
          transaction.oncomplete = () => {
            request.result.close();
            done();
          };
        };
      }),
    { cards, answers },
  );

/** Returns the deck in the browser. */
export const deckOf = (page) =>
  page.evaluate(
    () =>
      new Promise((done, failed) => {
        const request = indexedDB.open('kaeshi.train', 1);
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction(['cards', 'answers']);
          const [cards, answers] = ['cards', 'answers'].map((name) => transaction.objectStore(name).getAll());
          transaction.oncomplete = () => {
            request.result.close();
            done({ cards: cards.result, answers: answers.result });
          };
        };
      }),
  );

const BOARD = '#board[aria-busy=false]';
const questionShown = (page) => page.locator('.exercise[data-phase=question]').waitFor();

/** Plays a wrong legal square; the page shows the correct one only after the answer. */
async function playWrongSquare(page, square) {
  await questionShown(page);
  await page.locator(`[data-square=${square}]`).click();
  await page.locator('.exercise[data-phase=wrong] .ending').waitFor();
}

export const TRAIN_STATES = [
  { name: 'train-new', hash: '#train', ready: '.today', fresh: true },
  { name: 'train', hash: '#train', ready: '.today' },
  { name: 'train-puzzle', hash: '#train/puzzles', ready: BOARD, act: questionShown },
  {
    name: 'train-puzzle-hint',
    hash: '#train/card?id=puzzle%3Asample-1',
    ready: BOARD,
    act: async (page) => {
      await questionShown(page);
      await page.keyboard.press('h');
    },
  },
  {
    name: 'train-puzzle-wrong',
    hash: '#train/card?id=puzzle%3Asample-1',
    ready: BOARD,
    act: (page) => playWrongSquare(page, 'g7'),
  },
  {
    name: 'train-puzzle-right',
    hash: '#train/card?id=puzzle%3Asample-1',
    ready: BOARD,
    act: async (page) => {
      await questionShown(page);
      await page.locator('[data-square=b4]').click();
      await page.locator('.exercise[data-phase=right]').waitFor();
    },
  },
  {
    name: 'train-puzzle-values',
    hash: '#train/card?id=puzzle%3Asample-1',
    ready: BOARD,
    act: async (page) => {
      await questionShown(page);
      await page.keyboard.press('s');
      await page.locator('.ending').first().waitFor();
      await page.keyboard.press('u');
    },
  },
  { name: 'train-mistake', hash: '#train/card?id=mistake%3A1', ready: BOARD, act: questionShown },
  {
    name: 'train-mistake-wrong',
    hash: '#train/card?id=mistake%3A1',
    ready: BOARD,
    act: async (page) => {
      await questionShown(page);
      await page.locator('[data-square=c5]').click();
      await page.locator('.why li').waitFor();
    },
  },
  {
    name: 'train-opening',
    hash: '#train/card?id=opening%3Ablack%3Af5d6c3d3c4',
    ready: BOARD,
    act: (page) => page.locator('.drill[data-phase=question]').waitFor(),
  },
  {
    name: 'train-opening-revealed',
    hash: '#train/card?id=opening%3Ablack%3Af5d6c3d3c4',
    ready: BOARD,
    act: async (page) => {
      await page.locator('.drill[data-phase=question]').waitFor();
      await page.locator('[data-square=c5]').click();
      await page.locator('[data-square=c5]').click();
      await page.locator('.drill[data-phase=revealed]').waitFor();
    },
  },
  { name: 'train-due', hash: '#train/due', ready: BOARD, act: questionShown },
  { name: 'train-midgame', hash: '#train/puzzles?part=midgame', ready: BOARD, act: questionShown },
  { name: 'train-run', hash: '#train/run', ready: '.start' },
  {
    name: 'train-run-playing',
    hash: '#train/run',
    ready: '.start',
    act: async (page) => {
      await page.locator('.start button').click();
      await page.locator('.run[data-phase=playing]').waitFor();
    },
  },
  {
    name: 'train-run-over',
    hash: '#train/run?mode=streak',
    ready: '.start',
    act: async (page) => {
      await page.locator('.start button').click();
      await page.locator('.run[data-phase=playing] .ways button').click();
      await page.locator('.run[data-phase=over]').waitFor();
    },
  },
  { name: 'train-nothing-due', hash: '#train/due', ready: '.finished', fresh: true },
  {
    name: 'train-mistakes',
    hash: '#train/mistakes',
    ready: '.mistakes li',
    act: (page) => page.locator('.columns section').nth(1).locator('li, .note').nth(1).waitFor(),
  },
  { name: 'train-openings', hash: '#train/openings', ready: '.known' },
  { name: 'train-progress', hash: '#train/progress', ready: '.days' },
];

const opened = new WeakSet();

/** Brings a page to a state; `fresh` ones have no cards, the others those of DECK. */
export async function showTrain(page, server, { hash, ready, act, fresh }) {
  if (!opened.has(page)) {
    opened.add(page);
    await page.goto(`${server.url}#train`);
    await page.locator('.today').waitFor();
  }
  await keepDeck(page, fresh ? { cards: [], answers: [] } : DECK);
  await page.goto('about:blank');
  await page.goto(server.url + hash);
  await page.locator(ready).first().waitFor();
  await act?.(page);
}
