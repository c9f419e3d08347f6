/** Text, numbers and times in the selected language. The functions are reactive, since they read the settings. */
import { settings } from '../session/settings.svelte';
import { text, type Key, type Values } from './text';

export { UNKNOWN } from './text';

export const t = (key: Key, values?: Values): string => text(settings.language, key, values);

export const number = (value: number): string => new Intl.NumberFormat(settings.language).format(value);

/** Formats a score in discs with its sign: "+2.5", "−4", "0". */
export function signed(value: number): string {
  const digits = { maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(settings.language, digits).format(value).replace('-', '−');
}

/** Formats an RFC 3339 time as a date with the time of day. */
export const dateTime = (rfc3339: string): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(rfc3339));
