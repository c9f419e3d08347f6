/** The pages of the app. A new page needs an entry here and a branch in App.svelte. */
import { t } from './i18n/t';
import type { Key } from './i18n/text';

export type Page =
  | 'play'
  | 'online'
  | 'analyse'
  | 'train'
  | 'learn'
  | 'rules'
  | 'course'
  | 'tournaments'
  | 'record'
  | 'database'
  | 'machines';

export const PAGES: readonly { page: Page; name: Key }[] = [
  { page: 'play', name: 'nav.play' },
  { page: 'online', name: 'nav.online' },
  { page: 'analyse', name: 'nav.analyse' },
  { page: 'train', name: 'nav.train' },
  { page: 'learn', name: 'nav.learn' },
  { page: 'rules', name: 'nav.rules' },
  { page: 'course', name: 'nav.course' },
  { page: 'tournaments', name: 'nav.tournaments' },
  { page: 'record', name: 'nav.record' },
  { page: 'database', name: 'nav.database' },
  { page: 'machines', name: 'nav.machines' },
];

/** Returns the title of the browser's tab. */
export function titleOf(page: Page): string {
  const entry = PAGES.find((one) => one.page === page);
  return entry ? `${t(entry.name)} — ${t('app.name')}` : t('app.name');
}

/** Returns the page of an address; the address of a game belongs to the play page. */
export function pageOf(hash: string): Page {
  if (/^#online([/?]|$)/.test(hash)) return 'online';
  if (/^#analyse([/?]|$)/.test(hash)) return 'analyse';
  if (/^#train([/?]|$)/.test(hash)) return 'train';
  if (/^#learn\/rules(\/|$)/.test(hash)) return 'rules';
  if (/^#learn\/course([/?]|$)/.test(hash)) return 'course';
  if (/^#learn([/?]|$)/.test(hash)) return 'learn';
  if (/^#tournaments([/?]|$)/.test(hash)) return 'tournaments';
  if (/^#database([/?]|$)/.test(hash)) return 'database';
  if (hash === '#machines') return 'machines';
  return hash === '#record' ? 'record' : 'play';
}

/** Pages below an entry of the menu, which is shown as the current one. */
const PARENTS: Partial<Record<Page, Page>> = { online: 'play', rules: 'learn', course: 'learn', database: 'record' };

/** Returns the entry of the menu for a page. */
export const menuOf = (page: Page): Page => PARENTS[page] ?? page;
