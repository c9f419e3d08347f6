// A plugin of Vite: the engine lies in web/engine, once, and the Go program serves it among the assets under a name
// that holds its checksum. A build names it so and leaves the file itself out.
import { createHash } from 'node:crypto';

const ENGINE = /\.wasmgz$/;

/** The name of an asset; the engine's is the one that web/web.go gives it. */
export function assetName({ names, source }) {
  if (!names.some((name) => ENGINE.test(name))) return 'assets/[name]-[hash][extname]';
  const sum = createHash('sha256').update(source).digest('hex').slice(0, 16);
  return `assets/kaeshi-${sum}.wasmgz`;
}

/** @returns {import('vite').Plugin} */
export function engineOutside() {
  return {
    name: 'kaeshi-engine',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.keys(bundle)) if (ENGINE.test(file)) delete bundle[file];
    },
  };
}
