// The learn pages, in both languages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { LANGUAGES } from './devices.mjs';
import { PERFECT } from './games.mjs';
import { canvasSettled, stage, withClock } from './harness.mjs';

const on = stage();
let page;

const OPTIONS = { viewport: { width: 1440, height: 1000 }, reducedMotion: 'reduce' };

const open = async (hash, language, ready) => {
  page = await on.open({ hash, ready, settings: { language }, options: OPTIONS });
};

/** Shows an address in the page of the test before. */
const show = async (hash, language, ready) => {
  page = await on.show({ hash, ready, settings: { language }, options: OPTIONS });
};

const WORDS = {
  en: {
    first: 'Play first',
    second: 'Play second',
    values: 'Show values',
    yours: /Your turn/,
    ended: /^(A draw|The computer wins)\./,
    reset: 'Reset the record',
    yes: 'Reset',
    forward: 'One step forward',
    back: 'One step back',
    toEnd: 'To the end',
    toStart: 'To the start',
    nextCut: 'Next cut',
    nextHit: 'Next table hit',
    play: 'Play',
    pause: 'Pause',
    place: 'Step {n} of',
    list: 'List',
    picture: 'Picture',
    goHit: /To the source of the value/,
    goBy: /To the node that set the bound/,
    save: 'Save as ',
    copy: 'Copy link',
    solve: 'Solve it now',
    black: 'Black −10',
    check: 'Check it here',
    mover: 'Side to move’s view',
    unfold: 'Unfold all',
    fold: 'Fold',
    set: 'Set',
    text: 'Position or moves',
    depth: 'Depth',
    algorithm: 'Algorithm',
    numbers: 'Number tree',
    holds: 'The claim holds here.',
    chosen: 'selected',
    learn: 'Learn',
    title: 'See how a search works',
    nextSame: 'Next repeated position',
    nextOpen: /^Next node with a continuation/,
    deeper: 'Continue from here',
    backPart: 'Back',
    verify: 'Verify here',
    verified: /the claim is proved/,
    complete: /^The proof is complete/,
    replies: /^the root: Black to move\. All 4 moves have an answer: White scores at least \+10/,
    same: /^To the same position/,
    claim: 'White scores at least +10.',
    damaged: /not a certificate/,
    wanted: /Open that file to go there/,
  },
  ja: {
    first: '先手で対局',
    second: '後手で対局',
    values: '評価値を表示',
    yours: /あなたの番です/,
    ended: /^(引き分けです|コンピュータの勝ちです)。/,
    reset: '成績をリセット',
    yes: 'リセット',
    forward: '一歩進む',
    back: '一歩戻る',
    toEnd: '最後へ',
    toStart: '最初へ',
    nextCut: '次の枝刈り',
    nextHit: '次の置換表ヒット',
    play: '再生',
    pause: '一時停止',
    place: 'ステップ {n}/',
    list: 'リスト',
    picture: '図',
    goHit: /この値を求めたノードへ/,
    goBy: /この上限・下限を決めたノードへ/,
    save: ' で保存',
    copy: 'リンクをコピー',
    solve: '4×4を完全に解く',
    black: '黒 −10',
    check: 'この局面で確かめる',
    mover: '手番から見た値',
    unfold: 'すべて展開',
    fold: 'たたむ',
    set: '反映',
    text: '局面または棋譜',
    depth: '深さ',
    algorithm: 'アルゴリズム',
    numbers: '数値の木',
    holds: 'この局面では成り立ちます。',
    chosen: '選択中',
    learn: '学習',
    title: 'AIの読みをのぞく',
    nextSame: '次の既出の局面',
    nextOpen: /^続きのあるノードへ/,
    deeper: 'ここから先へ',
    backPart: '戻る',
    verify: 'ここで検証',
    verified: /主張は証明されています/,
    complete: /^証明はこれで完了です/,
    replies: /^根: 黒の番です。4 通りの手すべてに応手があり/,
    same: /^同じ局面へ/,
    claim: '白のスコアは +10 以上です。',
    damaged: /証明書ではない/,
    wanted: /そのファイルを開くと/,
  },
};

const button = (name) => page.getByRole('button', { name, exact: typeof name === 'string' });
const narration = () => page.getByTestId('narration').innerText();
const api = (path, init) =>
  fetch(`${on.server.url}api/v1/learn/${path}`, init).then((answer) => (answer.status === 204 ? null : answer.json()));
const atStep = (n, w) =>
  page
    .locator('.track output')
    .getByText(w.place.replace('{n}', String(n)))
    .waitFor();

for (const { language, inTurn } of LANGUAGES) {
  const w = WORDS[language];

  describe(language, () => {
    inTurn('Learn is a separate chunk, loaded on demand', async () => {
      const requests = [];
      page = await on.open({ settings: { language }, hash: '#8/usual/?black=human&white=human' });
      page.on('request', (request) => requests.push(request.url()));
      assert.ok(!requests.some((url) => /LearnPage/.test(url)));
      await page.getByRole('link', { name: w.learn, exact: true }).click();
      await page.getByRole('heading', { name: w.title }).waitFor();
      assert.ok(requests.some((url) => /LearnPage/.test(url)));
      assert.equal(await page.locator('.home ol a').count(), 9);
    });

    inTurn('tic-tac-toe: the computer never loses, and the record counts and resets', async () => {
      await api('record', { method: 'DELETE' });
      await open('#learn/tictactoe', language, '[role=gridcell]');
      await page.locator('.heading').getByText(w.yours).waitFor();
      for (const [round, side] of ['first', 'second', 'first'].entries()) {
        await button(w[side]).click();
        for (let turn = 0; turn < 5; turn++) {
          await page.waitForFunction(
            (texts) => texts.some((text) => new RegExp(text).test(document.querySelector('.heading').textContent)),
            [w.yours.source, w.ended.source],
          );
          if (w.ended.test(await page.locator('.heading').innerText())) break;
          // The last free square is a bad move in enough positions.
          const free = page.locator('[role=gridcell]:not(:has(svg))');
          const left = await free.count();
          await free.nth(round === 1 ? 0 : left - 1).click();
          await page.waitForFunction(
            ([n, ended]) =>
              document.querySelectorAll('[role=gridcell]:not(:has(svg))').length <= n - 2 ||
              new RegExp(ended).test(document.querySelector('.heading').textContent),
            [left, w.ended.source],
          );
        }
        assert.match(await page.locator('.heading').innerText(), w.ended);
        await page.waitForFunction(
          (n) => [...document.querySelectorAll('td')].reduce((sum, cell) => sum + Number(cell.textContent), 0) === n,
          round + 1,
        );
      }
      const { wins, losses, draws } = await api('record');
      assert.equal(wins, 0);
      assert.equal(losses + draws, 3);
      await page.reload();
      await page.waitForFunction(
        () => [...document.querySelectorAll('td')].reduce((sum, cell) => sum + Number(cell.textContent), 0) === 3,
      );
      await button(w.reset).click();
      await page.getByRole('dialog').getByRole('button', { name: w.yes, exact: true }).click();
      await page.waitForFunction(() => [...document.querySelectorAll('td')].every((cell) => cell.textContent === '0'));
    });

    inTurn('tic-tac-toe: the squares show their values on request', async () => {
      await show('#learn/tictactoe', language, '[role=gridcell]');
      await page.getByRole('switch', { name: w.values }).check();
      await page.locator('[data-square=b2] .note').waitFor();
      assert.deepEqual(await page.locator('.note b').allInnerTexts(), Array(9).fill('0'));
      await page.locator('[data-square=b1]').click();
      await page.locator('svg.o').waitFor();
      await page.locator('.heading').getByText(w.yours).waitFor();
      const { moves } = await api(`tictactoe?position=${encodeURIComponent(await position())}`);
      const shown = await page.locator('.note b').allInnerTexts();
      assert.deepEqual(
        shown,
        moves.map(({ value }) => (value > 0 ? '+1' : value < 0 ? '−1' : '0')),
      );
    });

    inTurn('tic-tac-toe by keyboard', async () => {
      await open('#learn/tictactoe', language, '[role=gridcell]');
      await page.locator('.heading').getByText(w.yours).waitFor();
      for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.matches('[role=gridcell]'))); i++)
        await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await page.locator('[data-square=a1] svg.x').waitFor();
      await page.locator('svg.o').waitFor();
    });

    inTurn('the article’s tree: stepping, the drawings, and the cut branches with their reason', async () => {
      await show('#learn/tree?game=numbers&algo=alphabeta&depth=end&at=0', language, '.screen canvas');
      const drawings = new Set();
      for (let step = 1; step <= 13; step++) {
        await button(w.forward).click();
        await atStep(step, w);
        drawings.add(await page.locator('pre').innerText());
      }
      assert.ok(drawings.size >= 6, `${drawings.size} drawings`);
      assert.match(
        await narration(),
        language === 'en' ? /2 branches cut off.*Max already has at least 3/s : /枝刈り\(2本\).*3以上を確保している/s,
      );
      await button(w.goBy).click();
      await button(w.back).click();
      await atStep(12, w);
      await button(w.nextCut).click();
      await atStep(13, w);
      await button(w.toEnd).click();
      assert.match(await narration(), language === 'en' ? /needs the number \?/ : /\?の値が必要/);
      await button(w.toStart).click();
      await atStep(0, w);
    });

    inTurn('playback advances automatically, and pauses', async () => {
      await open(
        '#learn/tree?game=othello&size=4&moves=b1c1d3&algo=alphabeta&depth=8&at=0',
        language,
        '.screen canvas',
      ); // long enough that the playback does not end before the pause
      await withClock(page, '.screen canvas');
      await page.locator('.speed input').focus();
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
      await button(w.play).click();
      await page.waitForFunction(() => document.querySelector('.track input').valueAsNumber > 5);
      await button(w.pause).click();
      const at = await page.locator('.track input').inputValue();
      await page.clock.runFor(10_000);
      assert.equal(await page.locator('.track input').inputValue(), at);
    });

    inTurn('positions of every game: played, pasted, in the address', async () => {
      await open('#learn/tree?game=othello&size=6&algo=alphabeta&depth=2', language, '.screen canvas');
      await page.locator('.controls [data-square=d2], .controls [aria-label*="d2"]').first().waitFor();
      const first = page.locator('.controls .square.legal').first();
      const name = await first.getAttribute('data-square');
      await first.click();
      await page.waitForFunction(() => /position=/.test(location.hash) && !/size=/.test(location.hash));
      await page.locator(`.controls [data-square=${name}] .disc`).waitFor();
      // Text typed before the server has returned the position is kept.
      let release;
      const typed = new Promise((resolve) => (release = resolve));
      await page.route(/[?&]depth=1(&|$)/, async (route) => {
        await typed;
        await route.continue();
      });
      await page.getByRole('radio', { name: '8×8' }).check();
      await page.getByLabel(w.text).fill('F5 D6 C3');
      release();
      await page.locator('.controls [data-square=f5].legal').waitFor();
      assert.equal(await page.getByLabel(w.text).inputValue(), 'F5 D6 C3');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await button(w.set).click();
      await page.waitForFunction(() => /moves=f5d6c3/.test(location.hash));
      await page.getByRole('radio', { name: w.numbers }).check();
      await page.waitForFunction(() => /game=numbers/.test(location.hash) && /depth=end/.test(location.hash));
      await page.getByLabel(w.algorithm).selectOption('pvs');
      await page.waitForFunction(() => /algo=pvs/.test(location.hash));
    });

    inTurn('a shared address restores position, search, step and view', async () => {
      const hash =
        '#learn/tree?game=tictactoe&position=O-XX-X-OO+X&algo=alphabeta-table&depth=end&pov=mover&view=list&at=9';
      await show(hash, language, '[role=treegrid]');
      await atStep(9, w);
      assert.ok(await page.getByRole('radio', { name: w.mover }).isChecked());
      assert.equal(await page.evaluate(() => location.hash), hash);
      await button(w.back).click();
      await page.waitForFunction(() => /at=8$/.test(location.hash));
    });

    inTurn('the list: a tree grid with levels and expanded states, by keyboard', async () => {
      await show(
        '#learn/tree?game=othello&size=4&moves=b1c1d3&algo=alphabeta&depth=3&view=list',
        language,
        '[role=treegrid]',
      );
      const row = page.locator('[role=row][tabindex="0"]');
      await row.focus();
      await page.keyboard.press('Home');
      assert.deepEqual([await row.getAttribute('aria-level'), await row.getAttribute('aria-expanded')], ['1', 'true']);
      const rows = async () => Number(await page.getByRole('treegrid').getAttribute('aria-rowcount'));
      const whole = await rows();
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(
        (n) => Number(document.querySelector('[role=treegrid]').getAttribute('aria-rowcount')) < n,
        whole,
      );
      assert.equal(await rows(), 2);
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(
        (n) => Number(document.querySelector('[role=treegrid]').getAttribute('aria-rowcount')) === n,
        whole,
      );
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-level') === '2');
      await page.keyboard.press('Enter');
      await atStep(2, w);
      await page.keyboard.press('.');
      await atStep(3, w);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-current')), 'step');
    });

    inTurn('the canvas by keyboard: nodes, folding, zoom and pan', async () => {
      await show('#learn/tree?game=tictactoe&position=O-XX-X-OO+X&algo=minimax&depth=end', language, '.screen canvas');
      const pad = page.getByRole('application');
      await pad.focus();
      const chosen = () => page.locator('.side h2').innerText();
      await page.keyboard.press('ArrowDown'); // From the current node of the search.
      await page.keyboard.press('ArrowDown');
      assert.equal(await chosen(), 'b1');
      await page.keyboard.press('ArrowRight');
      assert.equal(await chosen(), 'b2');
      await page.keyboard.press('ArrowUp');
      const picture = () => page.locator('.screen canvas').evaluate((canvas) => canvas.toDataURL());
      for (const key of ['Enter', 'Enter', '+', 'Shift+ArrowLeft', '0', '-']) {
        const before = await picture();
        await page.keyboard.press(key);
        await page.waitForFunction((old) => document.querySelector('.screen canvas').toDataURL() !== old, before);
      }
      await page.keyboard.press(',');
      await atStep(17, w);
    });

    inTurn('pointer: one click selects and another folds, the wheel zooms, dragging pans', async () => {
      await show('#learn/tree?game=tictactoe&position=O-XX-X-OO+X&algo=minimax&depth=end', language, '.screen canvas');
      const box = await page.locator('.pad').boundingBox();
      const picture = () => page.locator('.screen canvas').evaluate((canvas) => canvas.toDataURL());
      const changes = async (action) => {
        const before = await picture();
        await action();
        await page.waitForFunction((old) => document.querySelector('.screen canvas').toDataURL() !== old, before);
      };
      await canvasSettled(page);
      await page.mouse.move(box.x + box.width / 2, box.y + 90);
      await page.mouse.down();
      await page.mouse.up();
      await page.locator('.side header').getByText(w.chosen).waitFor();
      await changes(() => page.mouse.down().then(() => page.mouse.up()));
      await changes(() => page.mouse.wheel(0, -200));
      await changes(async () => {
        await page.mouse.down();
        await page.mouse.move(box.x + 100, box.y + 200, { steps: 4 });
        await page.mouse.up();
      });
    });

    inTurn('a table hit links to the node that stored its value', async () => {
      await show(
        '#learn/tree?game=tictactoe&position=XO--X---O+X&algo=alphabeta-table&depth=end&at=0',
        language,
        '.screen canvas',
      );
      await button(w.nextHit).click();
      const name = await page.locator('.side h2').innerText();
      const board = await page.locator('.side svg[role=img]').getAttribute('aria-label');
      await button(w.goHit).click();
      await page.waitForFunction((old) => document.querySelector('.side .way')?.textContent !== old, name);
      assert.equal(await page.locator('.side svg[role=img]').getAttribute('aria-label'), board, 'the same position');
    });

    inTurn('the visible tree is saved as SVG, DOT and JSON', async () => {
      await show('#learn/tree?game=othello&size=4&moves=b1c1d3&algo=alphabeta&depth=3', language, '.screen canvas');
      const saved = async (name) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          button(language === 'en' ? w.save + name : name + w.save).click(),
        ]);
        return readFileSync(await download.path(), 'utf8');
      };
      const doc = JSON.parse(await saved('JSON'));
      assert.equal(doc.schema, 'kaeshi/tree/1');
      assert.equal(doc.tree[0].parent, -1);
      assert.match(await saved('DOT'), /^digraph tree \{[\s\S]*->[\s\S]*\}\n$/);
      const svg = await saved('SVG');
      assert.equal(
        await page.evaluate(
          (text) =>
            new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('g > rect:first-of-type').length >
            5,
          svg,
        ),
        true,
      );
      const nodes = doc.tree.length;
      await button(w.back).click();
      await page.getByRole('application').focus();
      await page.keyboard.press('Home');
      await atStep(0, w);
      assert.ok(JSON.parse(await saved('JSON')).tree.length < nodes, 'only visible nodes are saved');
    });

    inTurn('side by side: synchronized, with counters and a chart', async () => {
      await show(
        '#learn/compare?game=othello&size=4&moves=b1c1d3&algo=minimax,alphabeta,iterative&depth=4',
        language,
        '.lanes canvas',
      );
      assert.equal(await page.locator('.pane').count(), 3);
      const counts = async () => (await page.locator('.count b').allInnerTexts()).map(Number);
      assert.deepEqual(await counts(), [0, 0, 0]);
      await button(w.forward).click();
      await button(w.forward).click();
      assert.deepEqual(
        (await counts()).map((n) => n > 0),
        [true, true, true],
      );
      await button(w.toEnd).click();
      const { rows } = await api('compare?game=othello&size=4&moves=b1c1d3&algo=minimax,alphabeta,iterative&depth=4');
      assert.deepEqual(
        await counts(),
        rows.map(({ nodes }) => nodes),
      );
      assert.equal(await page.locator('figure .curve').count(), 6, 'three curves and their keys');
      await page.getByRole('checkbox').last().check();
      await page.waitForFunction(() => document.querySelectorAll('.pane').length === 4);
      assert.ok(await page.getByRole('checkbox').nth(1).isDisabled(), 'at most four can be selected');
    });

    inTurn('4×4 is solved: Black −10, the path shown, within a second', async () => {
      await show('#learn/solve4', language, 'main button');
      await button(w.solve).click();
      await page.getByText(w.black, { exact: true }).waitFor();
      const seconds = Number(await page.locator('[data-seconds]').getAttribute('data-seconds'));
      assert.ok(seconds < 1, `${seconds} s`);
      assert.ok((await page.locator('ol li').count()) >= 10);
      await page.locator('.proof').getByText('−10').waitFor();
    });

    inTurn('a proof is walked through, continued, verified, and opened from a file', async () => {
      await open('#learn/proof', language, '.screen canvas');
      assert.equal(await page.getByTestId('claim').innerText(), w.claim);
      assert.match(await narration(), w.complete);
      await button(w.toStart).click();
      await button(w.forward).click();
      assert.match(await narration(), w.replies);
      await button(w.nextSame).click();
      const board = await page.locator('.side svg[role=img]').getAttribute('aria-label');
      await button(w.same).click();
      await page.waitForFunction(
        (old) => document.querySelector('.side svg[role=img]').getAttribute('aria-label') !== old,
        board,
      );
      await button(w.verify).click();
      await page.locator('.verdict').getByText(w.verified).waitFor();
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['damaged'], 'damaged.kproof'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      });
      await page.getByRole('alert').getByText(w.damaged).waitFor();
      assert.equal(await page.getByTestId('claim').innerText(), w.claim);
      const folder = mkdtempSync(join(tmpdir(), 'kaeshi-proof-'));
      try {
        const file = join(folder, 'ending.kproof');
        const ending = PERFECT.slice(0, 92);
        execFileSync(on.server.binary, ['prove', '--at-least', '0', '--leaf', '4', '-o', file, ending]);
        const openEnding = async () => {
          await page.locator('input[type=file]').setInputFiles(file);
          await page.locator('.opened').getByText('ending.kproof').waitFor();
        };
        await openEnding();
        await button(w.nextOpen).click();
        await button(w.deeper).click();
        await button(w.backPart).waitFor();
        const line = await page.locator('span.line').innerText();
        assert.match(line, /[a-h][1-8] [a-h][1-8]/);
        // The address has the place. A reload closes the file, and leads there when the file is open again.
        await page.waitForURL(/moves=/);
        await page.reload();
        await page.getByText(w.wanted).waitFor();
        await openEnding();
        await page.locator('span.line').getByText(line).waitFor();
        assert.equal(await page.getByText(w.wanted).count(), 0);
        await button(w.backPart).click();
        await button(w.backPart).waitFor({ state: 'detached' });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    for (let n = 1; n <= 9; n++) {
      inTurn(`tutorial page ${n}: its tree plays, and its claim is checked`, async () => {
        await show(`#learn/lesson/${n}`, language, '.screen canvas');
        assert.equal(await page.locator('.text').getAttribute('lang'), null);
        await button(w.forward).click();
        await atStep(1, w);
        await button(w.check).click();
        await page.locator('.verdict').waitFor();
        await page.getByText(w.holds).waitFor();
        assert.ok((await page.locator('.verdict dl div').count()) >= 2);
        assert.match(await page.locator('.task a').getAttribute('href'), /^#/);
      });
    }
  });
}

/** Returns the position on the tic-tac-toe board, with X to move. */
async function position() {
  const cells = await page
    .locator('[role=gridcell]')
    .evaluateAll((all) =>
      all.map((cell) => (cell.querySelector('svg.x') ? 'X' : cell.querySelector('svg.o') ? 'O' : '-')).join(''),
    );
  return `${cells} X`;
}

test('a claim that does not hold is reported', async () => {
  await open('#learn/lesson/1', 'en', '.screen canvas');
  await page.getByLabel('Position to check').selectOption({ label: '8×8 after 40 moves' });
  await button('Check it here').click();
  await page.getByText('The claim does not hold here.').waitFor();
  assert.equal(await page.locator('.verdict').getAttribute('data-holds'), 'false');
});

const GONE = { en: 'The server is not responding.', ja: 'サーバーから応答がありません。' };

for (const [language, gone] of Object.entries(GONE)) {
  const again = { en: 'Try again', ja: '再試行' }[language];
  for (const [section, { hash, ready }] of Object.entries({
    tree: {
      hash: '#learn/tree?game=othello&size=6&algo=alphabeta&depth=2',
      ready: ['.screen canvas', '.picker [data-square=c2]'],
    },
    compare: {
      hash: '#learn/compare?game=othello&size=6&algo=minimax,alphabeta&depth=2',
      ready: ['main table', '.picker [data-square=c2]'],
    },
    tictactoe: { hash: '#learn/tictactoe', ready: ['.square [data-square=a1]', '[aria-labelledby=ttt-record] table'] },
  })) {
    test(`without the server one error is shown, and a retry repeats everything: ${section}, ${language}`, async () => {
      await open('#learn', language, 'main h1');
      let failed = 0;
      page.on('requestfailed', (request) => (failed += /\/api\/v1\/learn\//.test(request.url()) ? 1 : 0));
      await on.server.stop();
      await page.evaluate((where) => (location.hash = where), hash);
      const alerts = page.getByRole('alert').filter({ hasText: gone });
      try {
        await alerts.first().waitFor();
        while (failed < 2) await page.waitForEvent('requestfailed');
        await page.locator('.notice[role=status]').waitFor({ state: 'detached' });
        assert.equal(await alerts.count(), 1);
      } finally {
        await on.server.start();
      }
      await page.getByRole('button', { name: again }).click();
      for (const part of ready) await page.locator(part).first().waitFor();
      assert.equal(await alerts.count(), 0);
      page.errors.length = 0;
    });
  }
}

test('the picker reports an invalid position next to its field', async () => {
  await open('#learn/tree?game=othello&size=4&algo=alphabeta&depth=2', 'en', '.screen canvas');
  await page.getByLabel('Position or moves').fill('XXXX');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.locator('.picker').getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.picker').getByRole('alert').waitFor({ state: 'detached' });
  page.errors.length = 0;
});
