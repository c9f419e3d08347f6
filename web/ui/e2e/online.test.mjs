// Two people play by link on phones: one creates the game, the other opens the link without a token, loses the
// connection for a while and comes back. A third person watches. The server requires a token for everything else.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LANGUAGES } from './devices.mjs';
import { discs as countDiscs, openPage, square, startBrowser, startServer } from './harness.mjs';
import { checkPage } from './looks.mjs';

const TOKEN = 'a token of some length';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const WORDS = {
  en: {
    entry: 'Play by link',
    name: 'Your name (optional)',
    black: 'Black',
    create: 'Create the link',
    link: 'Link for your opponent',
    code: 'QR code of the link for your opponent',
    waiting: 'Waiting for your opponent…',
    join: 'Play',
    invites: 'Anna invites you to a game',
    mine: 'Your turn',
    theirs: (name) => `${name} is to move`,
    takeBack: 'Take back',
    agree: 'Agree',
    resign: 'Resign',
    won: 'White resigned — Black wins',
    rematch: 'Rematch',
    sending: 'Sending your move…',
    broken: 'Connection lost. Reconnecting…',
    connected: (name) => `${name} is connected.`,
    away: (name) => `${name} is not connected.`,
    watching: 'You are watching.',
    left: 'Time left',
    missing: 'This game does not exist',
  },
  ja: {
    entry: 'リンクで対局',
    name: 'あなたの名前(省略可)',
    black: '黒',
    create: 'リンクを作る',
    link: '対局相手用のリンク',
    code: '対局相手用のリンクの QR コード',
    waiting: '相手を待っています…',
    join: '対局する',
    invites: 'Annaさんから対局の招待が届いています',
    mine: 'あなたの番です',
    theirs: (name) => `${name}の番です`,
    takeBack: '待った',
    agree: '応じる',
    resign: '投了',
    won: '白の投了。黒の勝ち',
    rematch: '再戦',
    sending: '着手を送信中…',
    broken: '接続が切れました。再接続しています…',
    connected: (name) => `${name}は接続中です。`,
    away: (name) => `${name}は接続していません。`,
    watching: '観戦中',
    left: '残り時間',
    missing: 'この対局は存在しないか',
  },
};

let server;
let browser;

before(async () => {
  process.env.KAESHI_TOKEN = TOKEN;
  server = await startServer();
  delete process.env.KAESHI_TOKEN;
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the page of the owner, who logs in. */
async function owner(settings) {
  const page = await openPage(browser, server, { settings, options: PHONE, ready: '#token' });
  await page.locator('#token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await page.locator('#board').waitFor();
  page.errors.length = 0; // The login page has the status 401.
  return page;
}

/** Opens a link in a new context, as on another device. */
async function visitor(link, settings, ready) {
  const path = link.slice(server.url.length);
  return openPage(browser, server, { settings, options: PHONE, hash: path, ready });
}

const heading = (page, text) => page.getByRole('heading', { name: text, exact: true }).waitFor();
const discs = async (page) => Object.values(await countDiscs(page)).reduce((sum, n) => sum + n);
const tap = (page, name) => square(page, name).tap();
const button = (page, name) => page.getByRole('button', { name, exact: true });

for (const { language, inTurn } of LANGUAGES) {
  const words = WORDS[language];
  const settings = { language, pace: 5 };

  describe(language, () => {
    inTurn('two phones play, and one of them loses its connection', async () => {
      const anna = await owner(settings);
      await anna.getByRole('link', { name: words.entry }).click();
      await anna.getByLabel(words.name).fill('Anna');
      await anna.getByRole('radio', { name: words.black, exact: true }).check();
      await anna.getByRole('combobox').first().selectOption('10m');
      await checkPage(anna);
      await button(anna, words.create).click();
      await anna.getByRole('img', { name: words.code }).waitFor();
      await anna.getByText(words.waiting).waitFor();
      const link = await anna.getByLabel(words.link).inputValue();
      assert.match(link, /\/online\?game=[A-Z0-9]{16}#online\/[A-Z0-9]{16}\/[A-Z0-9]{26}$/);
      assert.ok(!anna.url().includes(link.split('/').at(-1)), 'the address contains no key');
      await checkPage(anna);

      const ben = await visitor(link, settings, 'form');
      await heading(ben, words.invites);
      assert.equal(new URL(ben.url()).hash, new URL(link).hash.replace(/\/[^/]+$/, ''), 'the key left the address');
      await ben.getByLabel(words.name).fill('Ben');
      await checkPage(ben);
      await button(ben, words.join).click();

      await heading(anna, words.mine);
      await heading(ben, words.theirs('Anna'));
      await anna.getByText(words.connected('Ben')).waitFor();
      await tap(ben, 'f5'); // Not Ben's turn.
      await tap(anna, 'f5');
      await heading(ben, words.mine);
      await heading(anna, words.theirs('Ben'));
      await checkPage(anna);

      // Ben moves without a connection. The move is sent when the connection is back.
      await ben.context().setOffline(true);
      await ben.getByText(words.broken).waitFor();
      await anna.getByText(words.away('Ben')).waitFor();
      await tap(ben, 'd6');
      await heading(ben, words.sending);
      assert.deepEqual([await discs(anna), await discs(ben)], [5, 6], 'the move is not sent yet');
      await ben.context().setOffline(false);
      await heading(anna, words.mine);
      await anna.getByText(words.connected('Ben')).waitFor();
      await heading(ben, words.theirs('Anna'));
      assert.deepEqual([await discs(anna), await discs(ben)], [6, 6]);

      // A reload continues the game with the key of this device.
      await ben.reload();
      await heading(ben, words.theirs('Anna'));

      // A spectator sees the game and cannot move.
      const watcher = await visitor(link.replace(/\/[^/]+$/, ''), settings, '#board');
      await watcher.getByText(words.watching).waitFor();
      await tap(watcher, 'c3');
      assert.equal(await button(watcher, words.resign).count(), 0);
      await checkPage(watcher);

      // Take-back by consent.
      await button(ben, words.takeBack).click();
      await button(anna, words.agree).click();
      await heading(ben, words.mine);
      await watcher.getByText(words.theirs('Ben')).waitFor();
      assert.equal(await discs(watcher), 5);
      await tap(ben, 'd6');
      await heading(anna, words.mine);
      assert.equal(await anna.getByRole('timer', { name: words.left }).count(), 2);

      // Resignation and a rematch with swapped colours.
      await button(ben, words.resign).click();
      await ben.getByRole('dialog').getByRole('button').last().click();
      await heading(anna, words.won);
      await heading(ben, words.won);
      await checkPage(ben);
      await button(anna, words.rematch).click();
      await button(ben, words.agree).click();
      await heading(ben, words.mine);
      await heading(anna, words.theirs('Ben'));

      for (const page of [anna, ben, watcher]) {
        const errors = page.errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/.test(text));
        assert.deepEqual(errors, [], 'the page reported errors');
        await page.context().close();
      }
    });

    inTurn('a link opens its game only', async () => {
      const none = await visitor(`${server.url}online?game=NONE#online/NONENONENONENONE`, settings, '[role=alert]');
      await none.getByText(words.missing).waitFor();
      const key = 'A'.repeat(26);
      const statuses = await none.evaluate(
        async (headers) => {
          const paths = ['games', 'record', 'players', 'game', 'think?player=greedy', 'analyse', 'tournaments'];
          const answers = await Promise.all(paths.map((path) => fetch(`api/v1/${path}`, { headers })));
          return answers.map(({ status }) => status);
        },
        { 'Kaeshi-Key': key },
      );
      assert.deepEqual(new Set(statuses), new Set([401]));
      // The other pages lead to the login.
      await none.evaluate(() => (location.hash = '#record'));
      await none.locator('#token').waitFor();
      await none.context().close();
    });
  });
}

test('a move survives a killed server', async () => {
  const settings = { language: 'en' };
  const anna = await owner(settings);
  await anna.goto(`${server.url}#online`);
  await anna.getByRole('radio', { name: 'Black', exact: true }).check();
  await button(anna, 'Create the link').click();
  const link = await anna.getByLabel('Link for your opponent').inputValue();
  const ben = await visitor(link, settings, 'form');
  await button(ben, 'Play').click();
  await heading(anna, 'Your turn');
  await tap(anna, 'f5');
  await heading(ben, 'Your turn');
  process.env.KAESHI_TOKEN = TOKEN;
  await server.kill();
  await tap(ben, 'd6');
  await ben.getByText('Your move is kept and sent when the connection is back.').waitFor();
  await server.start();
  delete process.env.KAESHI_TOKEN;
  await heading(anna, 'Your turn');
  assert.deepEqual([await discs(anna), await discs(ben)], [6, 6]);
  await anna.context().close();
  await ben.context().close();
});
