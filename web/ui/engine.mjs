// A Vite plugin for the WebAssembly modules. They are stored once, in web/engine, and the Go program serves them with
// the assets under names with their checksums. The build refers to them by these names and omits the files themselves.
import { createHash } from 'node:crypto';

const MODULE = /([^/]*)\.wasmgz$/;

/** Returns the name of an asset; for a module, the name that web/web.go uses. */
export function assetName({ names, source }) {
  const name = names.map((file) => MODULE.exec(file)?.[1]).find(Boolean);
  if (!name) return 'assets/[name]-[hash][extname]';
  const sum = createHash('sha256').update(source).digest('hex').slice(0, 16);
  return `assets/${name}-${sum}.wasmgz`;
}

/** @returns {import('vite').Plugin} */
export function engineOutside() {
  return {
    name: 'kaeshi-engine',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.keys(bundle)) if (MODULE.test(file)) delete bundle[file];
    },
  };
}
