/** Keeps the address of the last analysis in this browser, to restore it on return to the page. */
const KEY = 'kaeshi.analysis';

/** Returns the kept address; '' if there is none or storage is unavailable. */
export function keptAddress(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps an address. */
export function keepAddress(address: string): void {
  try {
    localStorage.setItem(KEY, address);
  } catch {
    // The address bar still holds it.
  }
}
