/** Example positions. */
import { NUMBERS, START, type Subject } from './address';
import type { Sentence } from './tree/types';

/** A perfect game, from which the middle-game examples are taken ("Othello is solved", Takizawa 2023). */
export const GAME =
  'f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1' +
  'f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6';

/** Returns that game's transcript after a number of moves. */
export const after = (moves: number): string => GAME.slice(0, 2 * moves);

export const MIDDLE = after(16);

export const ARTICLE_TICTACTOE = 'O-XX-X-OO X';

const othello = (size: 4 | 6 | 8, moves: string): Subject => ({ ...START, size, moves });

export interface Example {
  kind: string;
  name: Sentence;
  subject: Subject;
}

export const EXAMPLES: readonly Example[] = [
  {
    kind: 'tictactoe',
    name: { en: 'Article position: X wins in one', ja: '記事の局面: X が1手で勝ち' },
    subject: { ...START, game: 'tictactoe', position: ARTICLE_TICTACTOE },
  },
  {
    kind: 'tictactoe',
    name: { en: 'Corner, then centre', ja: '隅に打たれ、中央で受けた形' },
    subject: { ...START, game: 'tictactoe', position: 'X---O---X O' },
  },
  { kind: 'othello4', name: { en: 'After three moves', ja: '3手進んだ局面' }, subject: othello(4, 'b1c1d3') },
  { kind: 'othello6', name: { en: 'After six moves', ja: '6手進んだ局面' }, subject: othello(6, 'd5c5b4a3a4e5') },
  { kind: 'othello8', name: { en: 'A middle game', ja: '中盤の局面' }, subject: othello(8, MIDDLE) },
  { kind: 'othello8', name: { en: 'After three moves', ja: '3手進んだ局面' }, subject: othello(8, 'f5d6c3') },
  {
    kind: 'numbers',
    name: { en: 'Article tree: B and C are cut off', ja: '記事の木: B と C は調べなくてよい' },
    subject: { ...START, game: 'numbers', position: NUMBERS },
  },
  {
    kind: 'numbers',
    name: { en: 'Best branch first', ja: '良い枝から順に並べた木' },
    subject: { ...START, game: 'numbers', position: '((5 6 7)(4 8 9)(3 8 9))' },
  },
  {
    kind: 'numbers',
    name: { en: 'Best branch last', ja: '良い枝を最後に並べた木' },
    subject: { ...START, game: 'numbers', position: '((9 8 3)(9 8 4)(7 6 5))' },
  },
];
