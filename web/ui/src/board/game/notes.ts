/** What is written on squares and beside moves. */

/** What is said of a square, with its shape: how much is known, and how good it is. */
export interface SquareNote {
  text: string;
  /** For those who cannot see it. */
  words: string;
  /** exact, selective, depth and book are where a value comes from; step is the number of a move in a line. */
  kind: 'exact' | 'selective' | 'depth' | 'book' | 'step' | 'mark';
  /** best: no move is better; poor: it costs discs that matter. */
  rank: 'best' | 'fair' | 'poor' | '';
}

/** What is said of a move: its mark, and more of it for those who listen. */
export interface EntryNote {
  mark: string;
  detail: string;
  words: string;
}
