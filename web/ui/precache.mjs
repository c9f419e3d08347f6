// A Vite plugin that writes sw.js: src/engine/service-worker.js with the list of the page's files. The engine and the
// checker are excluded because of their size; the page requests their caching when idle.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = 'src/engine/service-worker.js';
const FOLDER = 'public';
const LEFT_OUT = /\.(wasmgz|map)$/;

const publicFiles = () =>
  readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(FOLDER.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

/** Returns the cache version, which changes with any file of the page, including the engine. */
function versionOf(bundle) {
  const hash = createHash('sha256');
  for (const name of Object.keys(bundle).sort()) hash.update(name).update(bundle[name].code ?? bundle[name].source);
  for (const file of publicFiles()) hash.update(file).update(readFileSync(join(FOLDER, file)));
  hash.update(readFileSync(SOURCE));
  return hash.digest('hex').slice(0, 16);
}

/** @returns {import('vite').Plugin} */
export function serviceWorker() {
  return {
    name: 'kaeshi-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((file) => !LEFT_OUT.test(file) && file !== 'index.html');
      const source = readFileSync(SOURCE, 'utf8')
        .replace('__FILES__', JSON.stringify([...built, ...publicFiles()].sort()))
        .replace('__VERSION__', versionOf(bundle));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
