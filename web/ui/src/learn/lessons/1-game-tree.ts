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
        'Take a position. Draw every move that can be played from it, then every reply to each of those moves, and ' +
        'so on. The result is a tree drawn upside down: the first position is the root, each move is a branch, and ' +
        'each finished game is a leaf.',
      ja:
        'まず局面を一つ用意します。そこから打てる手をすべて書き出し、その一つ一つに相手の応手をすべて書き出します。' +
        'これを繰り返すと、枝が下へ広がる木ができます。最初の局面が「根」、一手一手が「枝」、' +
        '終局した局面が「葉」です。この木をゲーム木と呼びます。',
    },
    {
      en:
        'A ply is one move by one side. The picture below shows the whole tree of a tic-tac-toe position with ' +
        'three empty squares. Press Play to watch the program walk through it: down a branch to the end of the ' +
        'game, back up, and down the next one.',
      ja:
        '一方が一回打つことを「1手」と数えます。下の図は、空きが三つ残った三目並べの局面から伸びる木の全体です。' +
        '「再生」を押すと、プログラムが木をたどる様子を見られます。枝を終局まで下り、戻ってきて、' +
        '隣の枝へ移ります。',
    },
    {
      en:
        'Three empty squares make a small tree. An Othello position has about ten legal moves, so each ply makes ' +
        'the tree about ten times as large. Kaeshi began with five published articles about such programs. The ' +
        'author of one of them found four plies too slow, and counted the positions.',
      ja:
        '空きが三つなら木は小さくて済みます。しかしオセロでは一つの局面に打てる手が10ほどあり、' +
        '1手先へ進むごとに木はおよそ10倍になります。Kaeshi は、公開された五つの記事から始まりました。' +
        'その一つで、著者は4手読みでもう遅すぎると感じ、局面の数を調べています。',
    },
  ],
  live: {
    subject: { ...START, game: 'tictactoe', position: ARTICLE_TICTACTOE },
    algorithm: 'minimax',
    depth: END,
    note: { en: 'X to move; the empty squares are b1, b2 and a3.', ja: 'X の番です。空きは b1、b2、a3 の三つです。' },
  },
  claim: {
    en: 'Four plies ahead of a middlegame position there are ten to twenty thousand positions.',
    ja: '中盤の局面から4手先には、1万〜2万の局面があります。',
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
      summary: holds
        ? {
            en: `${plain(four)} positions: between ten and twenty thousand, as the article says.`,
            ja: `${plain(four)} 局面です。記事のとおり、1万と2万の間に入りました。`,
          }
        : {
            en:
              `${plain(four)} positions: outside ten to twenty thousand. The article says “mostly”, because the ` +
              'number of legal moves varies.',
            ja: `${plain(four)} 局面で、1万〜2万から外れました。記事も「大抵」と書いています。打てる手の数しだいです。`,
          },
    };
  },
  task: {
    en:
      'Check other moments of the game. When is the tree largest: in the opening, the middlegame or the endgame? ' +
      'Then open the position in the tree explorer and set the depth to 2, 3 and 4.',
    ja:
      '同じ対局のほかの場面でも確かめてみましょう。木が最も大きいのは、序盤、中盤、終盤のどこでしょうか。' +
      '次に探索木ビューアで局面を開き、深さを 2、3、4 と変えてみてください。',
  },
  address: formatPlace({ section: 'tree', ...START, moves: after(20), algorithms: ['minimax'], depth: 2 }),
};
