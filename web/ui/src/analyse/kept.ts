/** The address of the last analysis, so that leaving the page loses nothing. */
const KEY = 'kaeshi.analysis';

/** The address that was kept; '' where there is none or the storage cannot be read. */
export function keptAddress(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps an address. Where storage is forbidden, the address bar still holds it. */
export function keepAddress(address: string): void {
  try {
    localStorage.setItem(KEY, address);
  } catch {
    // See above.
  }
}
