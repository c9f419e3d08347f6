/** The name of the person at this device, kept for the next game. */
const KEY = 'kaeshi.name';

export function keptName(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return ''; // Storage is disabled.
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Private windows may refuse storage.
  }
}
