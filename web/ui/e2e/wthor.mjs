// Generates WTHOR files of random games.
const DIRECTIONS = [-9, -8, -7, -1, 1, 7, 8, 9];

/** Returns the discs that a move flips; `board` has 64 cells with 1, -1 or 0. */
function flipsOf(board, square, side) {
  if (board[square] !== 0) return [];
  return DIRECTIONS.flatMap((step) => {
    const line = [];
    for (let from = square, at = square + step; ; from = at, at += step) {
      if (at < 0 || at > 63 || Math.abs((at % 8) - (from % 8)) > 1) return [];
      if (board[at] === side) return line;
      if (board[at] === 0) return [];
      line.push(at);
    }
  });
}

/** Plays a random game; returns its squares without passes, and Black's discs with empty squares for the winner. */
function randomGame(random) {
  const board = new Array(64).fill(0);
  board[28] = board[35] = 1;
  board[27] = board[36] = -1;
  const moves = [];
  for (let side = 1, passes = 0; passes < 2; side = -side) {
    const legal = [...board.keys()].filter((square) => flipsOf(board, square, side).length > 0);
    if (legal.length === 0) {
      passes++;
      continue;
    }
    passes = 0;
    const square = legal[Math.floor(random() * legal.length)];
    for (const flipped of flipsOf(board, square, side)) board[flipped] = side;
    board[square] = side;
    moves.push(square);
  }
  const [black, white] = [1, -1].map((side) => board.filter((cell) => cell === side).length);
  const empty = 64 - black - white;
  return { moves, black: black > white ? black + empty : black === white ? 32 : black };
}

/** A generator of pseudorandom numbers (mulberry32). */
const generator = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

function header(games, records, year) {
  const head = Buffer.alloc(16);
  head.set([20, 26, 1, 1]);
  head.writeUInt32LE(games, 4);
  head.writeUInt16LE(records, 8);
  head.writeUInt16LE(year, 10);
  if (games > 0) head[12] = 8;
  return head;
}

function names(list, size) {
  const rows = list.map((name) => {
    const row = Buffer.alloc(size);
    row.write(name, 'latin1');
    return row;
  });
  return Buffer.concat([header(0, list.length, 0), ...rows]);
}

export const PLAYERS = ['???', 'Byron Ada', 'Crane Ben', 'Dupré Cléo', 'Eames Dora'];
export const TOURNAMENTS = ['Club evenings', 'Open of Nowhere'];

/** Returns the files of a base with `n` games of a year, as for setInputFiles. */
export function wthorFiles(n, year = 1999) {
  const random = generator(n);
  const rows = Array.from({ length: n }, (_, i) => {
    const { moves, black } = randomGame(random);
    const row = Buffer.alloc(68);
    row.writeUInt16LE(i % TOURNAMENTS.length, 0);
    row.writeUInt16LE(1 + (i % 4), 2);
    row.writeUInt16LE(1 + ((i + 1) % 4), 4);
    row[6] = row[7] = black;
    moves.forEach((square, ply) => (row[8 + ply] = 10 * (Math.floor(square / 8) + 1) + (square % 8) + 1));
    return row;
  });
  const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  return [
    file(`WTH_${year}.wtb`, Buffer.concat([header(n, 0, year), ...rows])),
    file('WTHOR.JOU', names(PLAYERS, 20)),
    file('WTHOR.TRN', names(TOURNAMENTS, 26)),
  ];
}
