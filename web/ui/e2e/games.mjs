// Games shared by several tests.

/** The perfect game of "Othello is solved" (Takizawa 2023), a draw. */
export const PERFECT =
  'f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1' +
  'f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6';

/** A game of 60 moves with many mistakes, of docs/library.md. */
export const LONG =
  'd3c5e6d2c2f4e3f3c4f5c1e2d6c6f6d1c3c7d7d8g6b1f1f2e1g1g5g3g4h4' +
  'h5h3e7e8b5f7f8b4a4b6b3a3a6h6c8a5a2b7b8b2a1a7h1g7g2h2h7a8g8h8';

/** The first 16 moves of the perfect game, as a middle-game position. */
export const MIDDLE = PERFECT.slice(0, 32);

/** Returns a game in GGF, from moves such as "f5d6". */
export const ggfOf = ({ black, white, moves, result = '0', more = '' }) => {
  const board = `8 ${'-'.repeat(27)} O*------*O ${'-'.repeat(27)} *`;
  const played = (moves.match(/../g) ?? []).map((move, i) => `${i % 2 ? 'W' : 'B'}[${move}]`).join('');
  return `(;GM[Othello]PC[Cup]${more}PB[${black}]PW[${white}]RE[${result}]TY[8]BO[${board}]${played};)`;
};
