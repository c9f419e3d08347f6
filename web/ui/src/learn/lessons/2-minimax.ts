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
  { name: { en: 'X began on a side', ja: 'X が辺から始めた局面' }, subject: tictactoe('-X------- O') },
];

export const minimax: Lesson = {
  title: { en: 'Minimax', ja: 'ミニマックス法' },
  text: [
    {
      en:
        'How does a program choose from a tree? It begins at the end. Every leaf gets a number: good for me is ' +
        'high, bad for me is low. In the article’s tic-tac-toe it is 10 for a win, −10 for a loss and 0 for a draw.',
      ja:
        'プログラムは木からどうやって手を選ぶのでしょうか。まず、いちばん端から始めます。すべての葉に点数をつけ、自分に良ければ高く、悪ければ低くします。記事の三目並べでは、勝ちが 10、負けが −10、引き分けが 0 ' +
        'です。',
    },
    {
      en:
        'Then the numbers climb. Where I am to move, I take the largest number below me, because I choose the best. ' +
        'Where you are to move, I must expect the smallest, because you choose what is worst for me. Max, min, max, ' +
        'min — up to the root.',
      ja:
        'つぎに、点数を上へ運びます。自分の番のところでは、下にある数のうち最大(Max)を取ります。いちばん良い手を選べるからです。相手の番のところでは、最小(Min)を覚悟します。' +
        '相手はこちらがいちばん困る手を選ぶからです。これを根まで、最大、最小、最大、最小と繰り返します。',
    },
    {
      en:
        'Below is a tree of plain numbers. Before each step, predict the value of the next node. The root ' +
        'becomes 3: the left branch promises at least 3, and no other branch promises more.',
      ja: '下は数だけの木です。一歩進める前に、それぞれの節がいくつになるか声に出して予想してみましょう。根は 3 になります。左の枝なら 3 は確実で、ほかの枝はそれ以上を約束してくれないからです。',
    },
  ],
  live: {
    subject: { ...START, game: 'numbers', position: NUMBERS },
    algorithm: 'minimax',
    depth: 3,
    note: {
      en: 'The root takes the largest, the row below it the smallest.',
      ja: '根は最大を、その下の段は最小を取ります。',
    },
  },
  claim: {
    en: 'With best play on both sides tic-tac-toe is a draw — from here, whichever square is taken first.',
    ja: '互いに最善を尽くせば三目並べは引き分けになる。この局面でも、そうなる手が必ずある。',
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
      says:
        best === 0
          ? {
              en: 'The best that the side to move can get is 0, a draw. A −1 marks a losing mistake.',
              ja: '手番の側が得られる最善は 0、つまり引き分けです。−1 の手は負けになる悪手です。',
            }
          : {
              en: `The best value is ${signed(best)}: no draw here.`,
              ja: `最善の値は ${signed(best)} で、ここでは引き分けになりません。`,
            },
    };
  },
  task: {
    en:
      'Play tic-tac-toe against the program with “show values” switched on, and try to find a square marked −1 for ' +
      'the computer.',
    ja: '「値を表示」をオンにして、プログラムと三目並べで対戦してみましょう。コンピュータが −1 のマスに打つことはあるでしょうか。',
  },
  address: formatPlace({ section: 'tictactoe' }),
};
