/** Annotations of squares and moves. */

/** The annotation of a square. Its style shows the source of the value and the quality of the move. */
export interface SquareNote {
  text: string;
  /** Text alternative for screen readers. */
  words: string;
  /** exact, selective, depth and book: the source of a value; step: the number of a move in a line. */
  kind: 'exact' | 'selective' | 'depth' | 'book' | 'step' | 'mark';
  /** best: no move is better; poor: it loses a relevant number of discs. */
  rank: 'best' | 'fair' | 'poor' | '';
  /** The colour of the square in a heat map, from 0 for cold to 1 for warm. */
  heat?: number;
}

/** The annotation of a move: a mark, and its description for screen readers. */
export interface EntryNote {
  mark: string;
  /** The value after the move. */
  value: string;
  /** The discs that the move loses against the best. */
  loss?: string;
  words: string;
  /** There is a comment on the move. */
  comment?: boolean;
}
