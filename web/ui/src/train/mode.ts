/** The modes of runs. */
/** three: as many as possible in three minutes; streak: until the first miss. */
export type Mode = 'three' | 'streak';
export const MODES: readonly Mode[] = ['three', 'streak'];

export const newRun = (mode: Mode): string => `${mode}:${crypto.randomUUID()}`;
