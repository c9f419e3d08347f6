// The page of the machines of a cluster, with a real hub, a worker and programs that submit jobs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { stage, startHub, stopProcess } from './harness.mjs';

/** A position with 37 empty squares, which takes much longer than these tests. */
const LONG = '-----------X------XX-O----XXOO--XXXXXXO-XXOOXO--X-OOO------O---- X;\n';

describe('a server without a cluster', () => {
  const on = stage();

  test('shows how to start one, and has no link to the page', async () => {
    const page = await on.open();
    assert.equal(await page.locator('header a[href="#machines"]').count(), 0);
    await page.goto(`${on.server.url}#machines`);
    await page.getByRole('heading', { name: 'No cluster' }).waitFor();
    assert.equal(await page.locator('code', { hasText: 'kaeshi hub' }).count(), 1);
    assert.equal(await page.title(), 'Machines — Kaeshi');
  });
});

describe('a server with a cluster', () => {
  let hub;
  const children = [];
  const start = (...args) => {
    const child = spawn(hub.binary, args, { stdio: 'ignore' });
    children.push(child);
    return child;
  };
  const on = stage({
    flags: async () => {
      hub = await startHub();
      return ['--cluster', hub.address];
    },
  });
  after(async () => {
    for (const child of children) await stopProcess(child);
    await hub?.close();
  });

  test('shows machines and jobs, and changes them', async () => {
    const page = await on.open();
    await page.locator('header a[href="#machines"]').click();
    await page.getByText('No machine has joined.').waitFor();
    await page.getByText('No jobs.').waitFor();

    const worker = start('worker', '--join', hub.address, '--threads', '1', '--name', 'attic');
    const row = page.getByRole('row', { name: 'attic' });
    await row.waitFor();
    const file = join(hub.folder, 'long.obf');
    writeFileSync(file, LONG);
    const solver = start('solve', '--cluster', hub.address, '--hash', '16MiB', file);
    const job = page.getByRole('article').first();
    await job.getByText('1 running').waitFor();
    await row.getByText('working').waitFor();

    await job.getByRole('button', { name: 'Pause' }).click();
    await job.getByText('paused').waitFor();
    await job.getByRole('button', { name: 'Resume' }).click();
    await job.getByText('running', { exact: true }).waitFor();

    await job.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    const ended = new Promise((resolve) => solver.once('exit', resolve));
    await job.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await job.getByText('cancelled').waitFor();
    assert.equal(await ended, 1, 'status of the program that submitted the job');
    assert.equal(await job.getByRole('button', { name: 'Cancel' }).count(), 0);

    const left = new Promise((resolve) => worker.once('exit', resolve));
    await row.getByRole('button', { name: 'Release attic' }).click();
    assert.equal(await left, 0, 'status of the worker');
    await page.getByText('No machine has joined.').waitFor();
  });
});
