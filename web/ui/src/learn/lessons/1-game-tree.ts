import { END, formatPlace, START } from '../address';
import { fetchTree } from '../api';
import { after, ARTICLE_TICTACTOE } from '../examples';
import { moments } from './cases';
import { plain, type Lesson } from './types';

const [LEAST, MOST] = [10_000, 20_000];

export const gameTree: Lesson = {
  title: { en: 'The game tree', ja: 'ゲーム木' },
  text: [
    {
      en:
        'Take a position. Draw every move that can be played from it, then every answer to each of those moves, ' +
        'and so on. The result is a tree that grows downward: the first position is its root, each ' +
        'move is a branch, and where the game ends there is a leaf.',
      ja:
        'まず、いまの局面を一つ置きます。そこから打てる手をすべて書き出し、そのそれぞれに相手の応手をすべて書き出し……と続けていくと、枝が下へ広がる木の形になります。最初の局面が「根」、一手一手が「枝」、' +
        '勝負がついたところが「葉」です。これをゲーム木と呼びます。',
    },
    {
      en:
        'A ply is one move by one side. The picture below is the whole tree of a tic-tac-toe position in which ' +
        'three squares are free. Press Play and watch the program walk it: down a branch to the end of the game, ' +
        'back up, and down the next one.',
      ja:
        'どちらか一方が一回打つことを「1手」と数えます。下の図は、空きが三つ残った三目並べの局面の木の全体です。「再生」を押すと、プログラムが木をたどる様子が見られます。一本の枝を勝負がつくまで下り、戻ってきて、' +
        '隣の枝へ移ります。',
    },
    {
      en:
        'Three free squares make a small tree. Othello has about ten moves in a position, so each further ply ' +
        'makes the tree about ten times as large. The author of one of the articles that Kaeshi grew from found ' +
        'four plies already too slow, and counted.',
      ja:
        '空きが三つなら小さな木で済みます。しかしオセロでは一つの局面に打てる手が10ほどあり、1手先へ進むごとに木はおよそ10倍になります。Kaeshi のもとになった記事の一つでも、' +
        '著者は「4手先」ですでに遅すぎると感じ、局面の数を調べました。',
    },
  ],
  live: {
    subject: { ...START, game: 'tictactoe', position: ARTICLE_TICTACTOE },
    algorithm: 'minimax',
    depth: END,
    note: { en: 'X to move; the free squares are b1, b2 and a3.', ja: 'X の番。空きは b1、b2、a3 の三つです。' },
  },
  claim: {
    en: 'Four plies ahead of a middle-game position there are ten to twenty thousand positions.',
    ja: '中盤の局面から4手先には、1万〜2万通りの局面がある。',
  },
  cases: moments(20, 12, 16, 24, 28, 32, 36, 40),
  async check({ subject }, caller) {
    const { by_depth: counts } = await fetchTree({ subject, algorithm: 'minimax', depth: 4, most: 1 }, caller);
    const four = counts?.[4] ?? 0;
    const holds = four >= LEAST && four <= MOST;
    return {
      holds,
      rows: [1, 2, 3, 4].map((ply) => ({
        name: { en: `${ply} ${ply === 1 ? 'ply' : 'plies'} ahead`, ja: `${ply}手先` },
        value: plain(counts?.[ply] ?? 0),
      })),
      says: holds
        ? {
            en: `${plain(four)} positions: between ten and twenty thousand, as the article says.`,
            ja: `${plain(four)} 局面。記事のとおり、1万と2万の間です。`,
          }
        : {
            en:
              `${plain(four)} positions: outside ten to twenty thousand. The article says “mostly”; it depends on ` +
              'the number of moves.',
            ja: `${plain(four)} 局面で、1万〜2万から外れます。記事も「大抵」と書いています。打てる手の多さしだいです。`,
          },
    };
  },
  task: {
    en:
      'Check other positions of the game. When is the tree largest: early, in the middle, or late? Then open the ' +
      'position in the explorer and set the depth to 2, 3 and 4.',
    ja: '同じ対局のほかの場面でも確かめてみましょう。木がいちばん大きいのは序盤、中盤、終盤のどこでしょうか。続いてエクスプローラで局面を開き、深さを 2、3、4 と変えてみてください。',
  },
  address: formatPlace({ section: 'tree', ...START, moves: after(20), algorithms: ['minimax'], depth: 2 }),
};
