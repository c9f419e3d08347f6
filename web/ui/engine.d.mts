import type { Plugin } from 'vite';
export function assetName(asset: { names: string[]; source: string | Uint8Array }): string;
export function engineOutside(): Plugin;
