import { formatPlace, START, type Subject } from '../address';
import { fetchTicTacToe } from '../api';
import { signed } from '../tree/view';
import type { Case, Lesson } from './types';

const tictactoe = (position: string): Subject => ({ ...START, game: 'tictactoe', position });
const NUMBERS = '((5 7 3)(1 4 6)(2 9 8))';

const cases: readonly Case[] = [
  { name: { en: 'the empty board', ja: '空の盤' }, subject: tictactoe('--------- X') },
  { name: { en: 'X began in a corner', ja: 'X が隅から始めた局面' }, subject: tictactoe('X-------- O') },
  { name: { en: 'X began in the centre', ja: 'X が中央から始めた局面' }, subject: tictactoe('----X---- O') },
  { name: { en: 'X began on an edge', ja: 'X が辺から始めた局面' }, subject: tictactoe('-X------- O') },
];

export const minimax: Lesson = {
  title: { en: 'Minimax', ja: 'ミニマックス法' },
  text: [
    {
      en:
        'How does a program choose a move from a tree? It starts at the end. Each leaf gets a number: high if it ' +
        'is good for me, low if it is bad for me. In the tic-tac-toe article a win is 10, a loss −10 and a draw 0.',
      ja:
        'プログラムは木からどうやって手を選ぶのでしょうか。出発点は葉です。すべての葉に点数を付けます。' +
        '自分に良ければ高く、悪ければ低い点です。三目並べの記事では、勝ちが 10、負けが −10、引き分けが 0 ' +
        'です。',
    },
    {
      en:
        'Then the numbers move up. Where I am to move, the node takes the largest number below it, because I ' +
        'choose the best move. Where you are to move, it takes the smallest, because you choose the move that is ' +
        'worst for me. Max, min, max, min, up to the root.',
      ja:
        '次に、点数を上へ運びます。自分の番のノードでは、下にある点数の最大(Max)を取ります。' +
        '最も良い手を選べるからです。相手の番のノードでは、最小(Min)を取ります。相手は、' +
        'こちらが最も困る手を選ぶからです。これを最大、最小、最大、最小と、根まで繰り返します。',
    },
    {
      en:
        'Below is a tree of plain numbers. Before each step, say which number the node will get. The root becomes ' +
        '3: the left branch guarantees 3, and no other branch guarantees more.',
      ja:
        '下は数値だけの木です。一歩進める前に、そのノードの値を予想してみましょう。根は 3 になります。' +
        '左の枝なら 3 は確実で、ほかの枝ではそれより多くを望めないからです。',
    },
  ],
  live: {
    subject: { ...START, game: 'numbers', position: NUMBERS },
    algorithm: 'minimax',
    depth: 3,
    note: {
      en: 'The root takes the largest value, the row below it the smallest.',
      ja: '根は最大を、その下の段は最小を取ります。',
    },
  },
  claim: {
    en: 'With best play by both sides tic-tac-toe is a draw, also from this position.',
    ja: '双方が最善を尽くせば、三目並べは引き分けになります。この局面からでも同じです。',
  },
  cases,
  async check({ subject }, caller) {
    const { moves, turn } = await fetchTicTacToe(subject.position, caller);
    const list = moves ?? [];
    const best = Math.max(...list.map(({ value }) => value));
    return {
      holds: best === 0,
      rows: list.map(({ move, value }) => ({
        name: { en: `${turn.toUpperCase()} plays ${move}`, ja: `${turn.toUpperCase()} が ${move} に打つ` },
        value: signed(value),
      })),
      summary:
        best === 0
          ? {
              en: 'The best value for the side to move is 0, a draw. A move with −1 loses.',
              ja: '手番の側の最善は 0、つまり引き分けです。−1 の手を打つと負けます。',
            }
          : {
              en: `The best value is ${signed(best)}: not a draw here.`,
              ja: `最善の値は ${signed(best)} で、この局面は引き分けになりません。`,
            },
    };
  },
  task: {
    en:
      'Play tic-tac-toe against the program with “Show values” on. Does the computer ever take a square marked ' +
      '−1?',
    ja:
      '「評価値を表示」をオンにして、プログラムと三目並べで対局してみましょう。' +
      'コンピュータが −1 のマスに打つことはあるでしょうか。',
  },
  address: formatPlace({ section: 'tictactoe' }),
};
