import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('./**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });

/** Returns the modules that a module imports, including type imports. */
function importsOf(path: string): string[] {
  const folder = new URL(path, 'file:///');
  const names = Array.from(
    (sources[path] ?? '').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^'?]+)/g),
    (m) => `.${new URL(m[1] ?? '', folder).pathname}`,
  );
  const files = names.flatMap((name) =>
    ['', '.ts', '.svelte'].map((end) => name + end).filter((file) => file in sources),
  );
  return files.filter((file) => file !== path); // A component may import itself.
}

/** Returns the import cycles. */
function cycles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) return void found.push([...way.slice(way.indexOf(path)), path].join(' -> '));
    if (done.has(path)) return;
    for (const next of importsOf(path)) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of Object.keys(sources)) visit(path, []);
  return found;
}

it('finds the imports of all modules', () => {
  expect(importsOf('./App.svelte')).toContain('./play/PlayPage.svelte');
});

it('has no import cycles', () => {
  expect(cycles()).toEqual([]);
});
