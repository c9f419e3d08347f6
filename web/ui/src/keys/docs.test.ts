import { describe, expect, it, vi } from 'vitest';
import { COMMANDS, type Scope } from './commands';
import en from './i18n/en.json';
import ja from './i18n/ja.json';
import { keyName } from './words';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const docs = import.meta.glob<string>('../../../../docs/accessibility*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const LANGUAGES = {
  en: {
    file: 'accessibility.md',
    names: en,
    all: 'all',
    space: 'Space',
    pages: {
      play: 'Play',
      analyse: 'Analyse',
      train: 'Train',
      learn: 'Learn',
      tournaments: 'Tournaments',
      record: 'Record',
      machines: 'Machines',
    },
  },
  ja: {
    file: 'accessibility.ja.md',
    names: ja,
    all: 'すべて',
    space: 'スペース',
    pages: {
      play: '対局',
      analyse: '検討',
      train: '練習',
      learn: '学習',
      tournaments: '大会',
      record: '成績',
      machines: 'マシン',
    },
  },
} satisfies Record<
  string,
  { file: string; names: Record<string, string>; all: string; space: string; pages: Record<Scope, string> }
>;

/** Returns the table of keys as shown on the accessibility page. */
function tableIn({ names, all, space, pages }: (typeof LANGUAGES)['en' | 'ja']): string {
  const shown = (key: string) => `<kbd>${key === 'Space' ? space : keyName(key)}</kbd>`;
  const rows = COMMANDS.map(({ id, keys, scopes }) => {
    const where = scopes.length === Object.keys(pages).length ? all : scopes.map((scope) => pages[scope]).join(', ');
    return `| ${keys.map(shown).join(' ')} | ${names[id]} | ${where} |`;
  });
  return rows.join('\n');
}

describe('the accessibility page', () => {
  it.each(['en', 'ja'] as const)('has the keys of the table (%s)', (language) => {
    const text = Object.entries(docs).find(([path]) => path.endsWith(LANGUAGES[language].file))?.[1] ?? '';
    const table = tableIn(LANGUAGES[language]);
    expect(text.includes(table), `expected these rows:\n${table}`).toBe(true);
  });
});
