// "Prove it" on the analysis page: both certificates, their verification in the browser, and their download.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { tab, WITH_QUICK_SEARCHES } from './analyse-states.mjs';
import { DEVICES } from './devices.mjs';
import { PERFECT } from './games.mjs';
import { stage } from './harness.mjs';

const on = stage();
/** A position with twelve empty squares. */
const ENDING = `#analyse/8/usual/${PERFECT.slice(0, 96)}`;
const NAMES = {
  en: {
    prove: 'Prove it',
    verify: 'Verify here',
    download: 'Download',
    valid: /Verified on this device/,
    walk: 'Walk through it',
    claim: /scores at least/,
  },
  ja: {
    prove: '証明する',
    verify: 'ここで検証',
    download: '保存',
    valid: /この端末で検証済み/,
    walk: '証明をたどる',
    claim: /以上です/,
  },
};

for (const { name, language, options } of DEVICES) {
  const names = NAMES[language];
  describe(name, () => {
    test('proves an exact score, verifies it on this device and saves the certificates', async () => {
      const page = await on.open({
        hash: ENDING,
        ready: '#board[aria-busy=false]',
        settings: { language },
        stored: WITH_QUICK_SEARCHES,
        options: { ...options, serviceWorkers: 'block' },
      });
      await tab(page, 'engine');
      await page.getByRole('button', { name: names.prove }).focus();
      await page.keyboard.press('Enter');
      const proofs = page.locator('.prove li');
      await proofs.nth(1).waitFor();
      const folder = mkdtempSync(join(tmpdir(), 'kaeshi-proof-'));
      try {
        const claims = [];
        for (const [i, kind] of ['at-least', 'at-most'].entries()) {
          const proof = proofs.nth(i);
          await proof.getByRole('button', { name: names.verify }).click();
          await proof.locator('.verdict').filter({ hasText: names.valid }).waitFor();
          const [saved] = await Promise.all([
            page.waitForEvent('download'),
            proof.getByRole('button', { name: names.download }).click(),
          ]);
          assert.match(saved.suggestedFilename(), new RegExp(`^kaeshi-${kind}--?\\d+\\.kproof$`));
          const path = join(folder, saved.suggestedFilename());
          writeFileSync(path, readFileSync(await saved.path()));
          const [head] = gunzipSync(readFileSync(path)).toString('latin1').split('\n', 1);
          claims.push(JSON.parse(head));
          if (process.env.KAESHI_BIN) execFileSync(process.env.KAESHI_BIN, ['verify', path]);
        }
        assert.deepEqual(
          claims.map(({ claim }) => claim),
          ['at least', 'at most'],
        );
        assert.equal(claims[0].value, claims[1].value);
        assert.equal(claims[0].position, claims[1].position);
      } finally {
        rmSync(folder, { recursive: true });
      }
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'the page scrolls sideways',
      );
      // Another position has no proof yet.
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: names.prove }).waitFor();
      assert.equal(await proofs.count(), 0);
      // Learn walks through a proof.
      await page.getByRole('button', { name: names.prove }).click();
      await proofs.first().getByRole('link', { name: names.walk }).click();
      await page
        .locator('.opened')
        .getByText(/kaeshi-at-least--?\d+\.kproof/)
        .waitFor();
      await page.getByTestId('claim').getByText(names.claim).waitFor();
    });
  });
}
