// Sounds and vibration: when they occur, how they are switched off, and that the page works without them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled, square, stage } from './harness.mjs';

const on = stage();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const PEOPLE = 'black=human&white=human';

/** Opens a game on a page that counts its tones and vibrations. */
async function open(hash, options = {}, offer = countTones) {
  const page = await on.open({ hash, options, fresh: true });
  await page.addInitScript(offer);
  await page.reload();
  await settled(page);
  return page;
}

function countTones() {
  globalThis.tones = [];
  globalThis.vibrations = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    globalThis.tones.push(this.frequency.value);
    return start.apply(this, when);
  };
  Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'running' });
  navigator.vibrate = (pattern) => globalThis.vibrations.push(pattern) > 0;
}

const heard = (page) => page.evaluate(() => [globalThis.tones.length, globalThis.vibrations.length]);

test('a move sounds and vibrates, and one click mutes it for good', async () => {
  const page = await open(`#8/usual/?${PEOPLE}`, PHONE);
  assert.deepEqual(await heard(page), [0, 0], 'nothing sounds before the first move');
  await square(page, 'f5').click();
  await page.waitForFunction(() => globalThis.tones.length > 0 && globalThis.vibrations.length > 0);
  await page.getByRole('button', { name: 'Sound' }).click();
  await page.reload();
  await settled(page);
  assert.equal(await page.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed'), 'false');
  await square(page, 'd6').click();
  await page.getByText('Black to move').first().waitFor();
  const [tones] = await heard(page);
  assert.equal(tones, 0);
});

test('the end of a game and a low clock sound', async () => {
  const page = await open('#8/usual/e6f4e3f6g5d6e7f5?black=human&white=human');
  await square(page, 'c5').click();
  await page.locator('.status.result').waitFor();
  await page.waitForFunction(() => globalThis.vibrations.length >= 2); // of the move and of the end
  const ended = await heard(page);
  assert.ok(ended[0] > 8, `${ended}`);

  await page.goto('about:blank');
  await page.goto(`${on.server.url}#8/usual/?${PEOPLE}&clock=11s`);
  await settled(page);
  await page.waitForFunction(() => globalThis.tones.length === 2); // two beeps with 10 seconds left
});

test('reduced motion keeps the sounds and drops the vibration', async () => {
  const page = await open(`#8/usual/?${PEOPLE}`, { ...PHONE, reducedMotion: 'reduce' });
  await square(page, 'f5').click();
  await page.waitForFunction(() => globalThis.tones.length > 0);
  const [, vibrations] = await heard(page);
  assert.equal(vibrations, 0);
});

test('the page plays without Web Audio and vibration', async () => {
  const page = await open(`#8/usual/?${PEOPLE}`, PHONE, () => {
    delete globalThis.AudioContext;
    navigator.vibrate = undefined;
  });
  await square(page, 'f5').click();
  await page.getByText('White to move').first().waitFor();
  assert.deepEqual(page.errors, []);
});
