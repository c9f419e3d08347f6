/** The pages of the app. A new page joins the navigation by a line here and a branch in App.svelte. */
import type { Key } from './i18n/text';

export type Page = 'play' | 'analyse' | 'train' | 'learn' | 'tournaments' | 'record';

export const PAGES: readonly { page: Page; name: Key }[] = [
  { page: 'play', name: 'nav.play' },
  { page: 'analyse', name: 'nav.analyse' },
  { page: 'train', name: 'nav.train' },
  { page: 'learn', name: 'nav.learn' },
  { page: 'tournaments', name: 'nav.tournaments' },
  { page: 'record', name: 'nav.record' },
];

/** The page that an address names; a game's address is the page where it is played. */
export function pageOf(hash: string): Page {
  if (/^#analyse([/?]|$)/.test(hash)) return 'analyse';
  if (/^#train([/?]|$)/.test(hash)) return 'train';
  if (/^#learn([/?]|$)/.test(hash)) return 'learn';
  if (/^#tournaments([/?]|$)/.test(hash)) return 'tournaments';
  return hash === '#record' ? 'record' : 'play';
}
