/** The boards, by the names of themes.css. */
export const BOARDS = ['felt', 'wood', 'sea', 'slate'] as const;
export type BoardTheme = (typeof BOARDS)[number];
