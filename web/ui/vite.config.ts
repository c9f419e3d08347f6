import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { assetName, engineOutside } from './engine.mjs';
import { serviceWorker } from './precache.mjs';

/** The server to which `vite dev` connects. */
const { KAESHI_URL = 'http://127.0.0.1:8080' } = loadEnv('', '.', 'KAESHI_');

// The built page is committed and embedded in the Go program. Nothing is inlined, because the server's
// Content-Security-Policy is default-src 'self', without data: URLs or inline scripts.
export default defineConfig({
  plugins: [svelte(), serviceWorker(), engineOutside()],
  base: './',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { assetFileNames: assetName } },
  },
  server: { proxy: { '/api': KAESHI_URL }, fs: { allow: ['..'] } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    // Without this, the text of a style sheet is empty in a test.
    css: { include: /themes\.css/ },
    // The timeouts only end tests that hang, since every test is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000, interval: 5 } },
  },
});
