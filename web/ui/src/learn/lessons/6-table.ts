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
        'First a1, the reply, then c3; or first c3, the same reply, then a1: two move orders, one position. In a ' +
        'tree this position occurs twice, and a simple search works through it twice.',
      ja:
        'a1、応手、c3 と進んでも、c3、同じ応手、a1 と進んでも、同じ局面になります。' +
        '木の中ではこの局面が二か所に現れ、素朴な探索は二度とも調べてしまいます。',
    },
    {
      en:
        'A transposition table works like a notebook. For each searched position it holds the value, the depth, and ' +
        'whether the value is exact or only a bound. When the position occurs again, the value is read from the ' +
        'table.',
      ja:
        '置換表は、いわばノートです。調べ終えた局面ごとに、値と、読んだ深さと、その値が正確なのか、' +
        'それとも上限・下限なのかを書き留めておきます。同じ局面がまた現れたら、値を読み取るだけで済みます。',
    },
    {
      en:
        'The last item is easy to get wrong. One of the five articles stores “at least 5” and later reads it as ' +
        '“at most 5”. In the tree below a table hit has a double frame. Select it to see which node the value came ' +
        'from and how much work it saved.',
      ja:
        '間違えやすいのは最後の点です。五つの記事の一つは、「5以上」として書いた値を、' +
        'あとで「5以下」として読んでいました。下の木では、置換表に値があったノードを二重の枠で示します。選ぶと、' +
        'どのノードで求めた値なのか、何局面を省けたのかが分かります。',
    },
  ],
  live: {
    subject: tictactoe('XO--X---O X'),
    algorithm: 'alphabeta-table',
    depth: END,
    note: {
      en: 'Tic-tac-toe with five empty squares. Press “Next table hit”.',
      ja: '空きが五つの三目並べです。「次の置換表ヒット」を押してみましょう。',
    },
  },
  claim: {
    en: `With the table, alpha-beta visits less than 1/${LESS} of the positions that it visits without it.`,
    ja: `置換表を使うと、アルファベータ法の訪問局面数は、使わないときの 1/${LESS} 未満になります。`,
  },
  cases: [
    { name: { en: 'tic-tac-toe from the empty board', ja: '三目並べ、空の盤から' }, subject: tictactoe('--------- X') },
    { name: { en: 'tic-tac-toe, X in the corner', ja: '三目並べ、X が隅' }, subject: tictactoe('X-------- O') },
    {
      name: { en: '4×4 Othello after 3 moves', ja: '4×4 オセロ 3手目のあと' },
      subject: { ...START, size: 4, moves: 'b1c1d3' },
    },
    {
      name: { en: 'tic-tac-toe with three empty squares', ja: '三目並べ、空きが三つ' },
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
        { name: { en: 'table hits', ja: '置換表ヒット' }, value: plain(using.table_hits) },
      ],
      summary: {
        en:
          `${share(using.nodes, without.nodes)} of the positions, ${same ? 'the same' : 'a different'} value. ` +
          'A very small tree has hardly any repeated positions.',
        ja:
          `局面数は ${share(using.nodes, without.nodes)} で、値は${same ? '同じです' : '異なります'}。` +
          '木が小さすぎると、二度現れる局面はほとんどありません。',
      },
    };
  },
  task: {
    en:
      'Step to a hit, go to the source of its value, and compare the two small boards: the same discs, another ' +
      'move order.',
    ja:
      '置換表ヒットまで進み、その値を求めたノードへ移って、二つの小さな盤を見比べてみましょう。配置は同じで、' +
      '手順だけが違います。',
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
