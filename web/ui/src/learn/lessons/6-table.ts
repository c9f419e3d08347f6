import { END, formatPlace, START, type Subject } from '../address';
import { fetchComparison } from '../api';
import { plain, share, type Lesson } from './types';

const tictactoe = (position: string): Subject => ({ ...START, game: 'tictactoe', position });
const LESS = 2;

export const table: Lesson = {
  title: { en: 'The transposition table', ja: '置換表' },
  text: [
    {
      en:
        'First a1, then the answer, then c3; or first c3, then the same answer, then a1: two ways, one position. ' +
        'In a tree such a position occurs twice, and a simple search examines it twice.',
      ja: '先に a1、応手、それから c3。あるいは先に c3、同じ応手、それから a1。道は二つでも、着く局面は一つです。木ではこの局面が二か所にぶら下がり、素朴な探索は二度とも調べてしまいます。',
    },
    {
      en:
        'A transposition table is a notebook: each finished position is written down with its value, how deep it ' +
        'was searched, and whether the value is exact or only a bound. When the position occurs again, the stored ' +
        'result is used.',
      ja: '置換表は、いわばノートです。調べ終えた局面を、その値、読んだ深さ、そして値が正確なのか境界(以上・以下)にすぎないのかとともに書き留めておきます。同じ局面がまた現れたら、答えを読み取るだけで済みます。',
    },
    {
      en:
        'The last point is where programs go wrong. One of the articles stores “at least 5” and later reads it as ' +
        '“at most 5”. In the tree below a hit has a double frame; choose it to see which node the value came from ' +
        'and how much it saved.',
      ja:
        '間違えやすいのは最後の点です。記事の一つでは、「5以上」として書いた値を、あとで「5以下」として読んでいました。下の木では、表で答えた節は二重の枠になっています。選ぶと、値がどの節から来たのか、' +
        'どれだけ省けたのかが分かります。',
    },
  ],
  live: {
    subject: tictactoe('XO--X---O X'),
    algorithm: 'alphabeta-table',
    depth: END,
    note: {
      en: 'Tic-tac-toe with five free squares. Press “Next table hit”.',
      ja: '空きが五つの三目並べです。「次の表のヒット」を押してみましょう。',
    },
  },
  claim: {
    en: `With the table, alpha-beta enters fewer than 1/${LESS} of the positions that it enters without it.`,
    ja: `置換表を使えば、アルファベータ法が入る局面は使わないときの 1/${LESS} 未満になる。`,
  },
  cases: [
    { name: { en: 'tic-tac-toe from the empty board', ja: '三目並べ、空の盤から' }, subject: tictactoe('--------- X') },
    { name: { en: 'tic-tac-toe, X in the corner', ja: '三目並べ、X が隅' }, subject: tictactoe('X-------- O') },
    {
      name: { en: '4×4 Othello after 3 moves', ja: '4×4 オセロ 3手目のあと' },
      subject: { ...START, size: 4, moves: 'b1c1d3' },
    },
    {
      name: { en: 'tic-tac-toe with three free squares', ja: '三目並べ、空きが三つ' },
      subject: tictactoe('O-XX-X-OO X'),
    },
  ],
  async check({ subject }, caller) {
    const { rows } = await fetchComparison(subject, END, ['alphabeta', 'alphabeta-table'], false, caller);
    const [without, using] = rows;
    if (!without || !using) throw new Error('the comparison must have two rows');
    const same = without.value === using.value;
    return {
      holds: same && using.nodes * LESS < without.nodes,
      rows: [
        { name: { en: 'without a table', ja: '置換表なし' }, value: plain(without.nodes) },
        {
          name: { en: 'with a table', ja: '置換表あり' },
          value: `${plain(using.nodes)} (${share(using.nodes, without.nodes)})`,
        },
        { name: { en: 'answered by the table', ja: '表で答えた回数' }, value: plain(using.table_hits) },
      ],
      says: {
        en:
          `${share(using.nodes, without.nodes)} of the positions, ${same ? 'the same' : 'a different'} value. ` +
          'In a very small tree hardly any position occurs twice.',
        ja: `局面の数は ${share(using.nodes, without.nodes)}、値は${same ? '同じ' : '別'}です。木が小さすぎると、二度現れる局面がほとんどありません。`,
      },
    };
  },
  task: {
    en:
      'Step to a hit, go to where its value came from, and compare the two little boards: the same discs, reached ' +
      'in a different order.',
    ja: '表のヒットまで進み、値の出どころへ飛んで、二つの小さな盤を見比べてみましょう。並びは同じで、道順だけが違います。',
  },
  address: formatPlace({
    section: 'tree',
    ...START,
    game: 'tictactoe',
    position: 'XO--X---O X',
    algorithms: ['alphabeta-table'],
    depth: END,
  }),
};
