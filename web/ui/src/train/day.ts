/** Calendar days in the device's time zone: "2026-11-21". They sort and compare as text. */
export type Day = string;

const DAY_MS = 86_400_000;

const two = (n: number): string => String(n).padStart(2, '0');

export const dayOf = (moment: Date): Day =>
  `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const noon = (day: Day): number => Date.parse(`${day}T12:00:00Z`);

/** Returns the day `n` days later, or earlier if negative. Days are counted in UTC, where each has 24 hours. */
export const plusDays = (day: Day, n: number): Day => new Date(noon(day) + n * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: Day, to: Day): number => Math.round((noon(to) - noon(from)) / DAY_MS);
