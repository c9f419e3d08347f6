import { formatPlace, START, type Subject } from '../address';
import { fetchComparison } from '../api';
import { after } from '../examples';
import { fewestLeaves, uniformTree } from './orderedtree';
import { plain, type Case, type Lesson } from './types';

const numbers = (position: string): Subject => ({ ...START, game: 'numbers', position });

const uniform = (b: number, d: number): Case => ({
  name: { en: `${b} moves in each node, ${d} plies`, ja: `どのノードにも${b}手、深さ${d}手` },
  subject: { ...numbers(uniformTree(b, d, 'best-first')), moves: `${b} ${d}` },
});

export const ordering: Lesson = {
  title: { en: 'Move ordering', ja: '手の順序付け' },
  text: [
    {
      en:
        'Alpha-beta can cut only when it has already found a good move, so the order of the moves matters. If the ' +
        'best move comes first, the others are refuted quickly. If it comes last, nothing is ever cut.',
      ja:
        'アルファベータ法が枝を刈れるのは、すでに良い手が見つかっているときです。ですから、手を試す順番が大切です。' +
        '最善手を最初に試せば、残りの手はすぐに退けられます。最後まで残しておくと、' +
        '枝はまったく刈れません。',
    },
    {
      en:
        'How few leaves are enough? Knuth and Moore proved it in 1975: with b moves in every node, d plies and ' +
        'perfect order, alpha-beta visits b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, and no search that proves the value needs ' +
        'fewer. That is about the square root of the whole tree, so in the same time the search goes twice as deep.',
      ja:
        'どこまで減らせるのでしょうか。1975年にクヌースとムーアが証明しました。どのノードにも b 通りの手があり、' +
        '深さが d 手で、順序が完璧なら、アルファベータ法が調べる葉は b^⌈d/2⌉ + ' +
        'b^⌊d/2⌋ − 1 個です。値を証明する探索なら、これより少なくはできません。木全体のおよそ平方根なので、' +
        '同じ時間で2倍の深さまで読めます。',
    },
    {
      en:
        'The best move is unknown before the search, but it can be guessed: try corners first, moves that leave ' +
        'few replies first, or the best move of a search one ply shallower (iterative deepening).',
      ja:
        'もちろん、最善手は探索してみるまで分かりません。しかし見当を付けることはできます。隅を先に試す、' +
        '相手の打てる手が減る手を先に試す、1手浅く探索したときの最善手を先に試す(反復深化)、といった方法です。',
    },
  ],
  live: {
    subject: numbers(uniformTree(3, 3, 'best-first')),
    algorithm: 'alphabeta',
    depth: 3,
    note: {
      en: 'Best first: 11 of 27 leaves are enough.',
      ja: '良い手から順に並べた木です。27個の葉のうち11個で足ります。',
    },
  },
  claim: {
    en: 'Ordered best first, alpha-beta visits exactly b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves.',
    ja: '良い手から順に並べれば、アルファベータ法が調べる葉はちょうど b^⌈d/2⌉ + b^⌊d/2⌋ − 1 個です。',
  },
  cases: [uniform(3, 3), uniform(2, 4), uniform(3, 4), uniform(2, 6), uniform(4, 4)],
  async check({ subject }, caller) {
    const [b = 3, d = 3] = subject.moves.split(' ').map(Number);
    const leaves = async (order: 'best-first' | 'best-last') =>
      (await fetchComparison(numbers(uniformTree(b, d, order)), d, ['alphabeta'], false, caller)).rows[0]?.leaves ?? 0;
    const [best, worst] = await Promise.all([leaves('best-first'), leaves('best-last')]);
    const fewest = fewestLeaves(b, d);
    return {
      holds: best === fewest,
      rows: [
        { name: { en: 'all leaves', ja: '葉の総数' }, value: plain(b ** d) },
        { name: { en: 'best last', ja: '最善手が最後' }, value: plain(worst) },
        { name: { en: 'best first', ja: '最善手が最初' }, value: plain(best) },
        { name: { en: 'the formula', ja: '公式の値' }, value: plain(fewest) },
      ],
      summary:
        best === fewest
          ? {
              en: `Exactly ${plain(fewest)}, as Knuth and Moore proved.`,
              ja: `クヌースとムーアの証明のとおり、ちょうど ${plain(fewest)} 個です。`,
            }
          : {
              en: `${plain(best)} instead of ${plain(fewest)}.`,
              ja: `${plain(fewest)} 個ではなく ${plain(best)} 個でした。`,
            },
    };
  },
  task: {
    en:
      'On a real position, compare alpha-beta in board order with iterative deepening. From which depth is the ' +
      'difference clear?',
    ja:
      '実際の局面で、盤の順に手を試すアルファベータ法と、反復深化を比べてみましょう。' +
      '差がはっきりするのは深さいくつからでしょうか。',
  },
  address: formatPlace({
    section: 'compare',
    ...START,
    moves: after(16),
    algorithms: ['alphabeta', 'iterative'],
    depth: 5,
  }),
};
