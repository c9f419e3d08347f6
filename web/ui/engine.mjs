// A Vite plugin for the engine file. The file is stored once, in web/engine, and the Go program serves it with the
// assets under a name with its checksum. The build refers to it by that name and omits the file itself.
import { createHash } from 'node:crypto';

const ENGINE = /\.wasmgz$/;

/** Returns the name of an asset; for the engine, the name that web/web.go uses. */
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
