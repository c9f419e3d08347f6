/**
 * The address of what a page shows, in the URL fragment.
 *
 * After a navigation, `location.hash` changes at once, but the hashchange event comes later. An address that a page
 * writes in between would undo the navigation, so it is dropped: the page is about to be replaced.
 */
let followed = '';

/** Records that the app shows the address of the browser: at the start, and on each hashchange event. */
export function followAddress(): void {
  followed = location.hash;
}

/** Writes the address of what is shown. `pushed` adds an entry to the browser's history. */
export function writeAddress(address: string, pushed = false): void {
  if (location.hash !== followed || location.hash === address) return;
  if (pushed) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  followed = location.hash;
}
