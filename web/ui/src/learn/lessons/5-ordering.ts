import { formatPlace, START, type Subject } from '../address';
import { fetchComparison } from '../api';
import { after } from '../examples';
import { fewestLeaves, uniformTree } from './orderedtree';
import { plain, type Case, type Lesson } from './types';

const numbers = (position: string): Subject => ({ ...START, game: 'numbers', position });

const uniform = (b: number, d: number): Case => ({
  name: { en: `${b} moves in each node, ${d} plies`, ja: `どの節にも${b}手、深さ${d}手` },
  subject: { ...numbers(uniformTree(b, d, 'best-first')), moves: `${b} ${d}` },
});

export const ordering: Lesson = {
  title: { en: 'Move ordering', ja: '手の順序づけ' },
  text: [
    {
      en:
        'Alpha-beta can cut a branch once it has found a good move. So the order of the moves matters: ' +
        'with the best one first, everything after it can be refuted quickly. With the best one last, nothing is ' +
        'ever cut.',
      ja: 'アルファベータ法が枝を切れるのは、すでに良い手を知っているときです。ですから、手を試す順番が大切です。いちばん良い手を最初に試せば、残りはすぐに退けられます。最後まで残しておくと、何も切れません。',
    },
    {
      en:
        'How few can it be? Knuth and Moore proved it in 1975: with b moves in every node, d plies and perfect ' +
        'order, alpha-beta looks at b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, and no search that proves the value can do with ' +
        'fewer. That is about the square root of the tree: in the same time it searches twice as deep.',
      ja:
        'どこまで減らせるのでしょうか。1975年にクヌースとムーアが証明しました。どの節にも b 通りの手があり、深さが d 手で、順序が完璧なら、アルファベータ法が調べる葉は b^⌈d/2⌉ + b^⌊d/2⌋ − ' +
        '1 枚です。値を証明するかぎり、これより少なくはできません。木全体のおよそ平方根、つまり同じ時間で2倍の深さまで読めるのです。',
    },
    {
      en:
        'The best move is not known beforehand; finding it is the purpose of the search. But it can be guessed: ' +
        'corners first, few replies for the opponent first, or search one ply less and take that result (iterative ' +
        'deepening).',
      ja: 'もちろん、最善手は調べる前には分かりません。それを知るための探索です。しかし見当をつけることはできます。隅を先に、相手の打てる手が減る手を先に、あるいは1手浅く探索した結果を先に(反復深化)、という具合です。',
    },
  ],
  live: {
    subject: numbers(uniformTree(3, 3, 'best-first')),
    algorithm: 'alphabeta',
    depth: 3,
    note: { en: 'Best first: 11 of 27 leaves are enough.', ja: '良い順に並べた木。27枚の葉のうち11枚で足ります。' },
  },
  claim: {
    en: 'Ordered best first, alpha-beta looks at exactly b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves.',
    ja: '良い順に並べれば、アルファベータ法が調べる葉はちょうど b^⌈d/2⌉ + b^⌊d/2⌋ − 1 枚である。',
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
        { name: { en: 'best last', ja: '良い手が最後' }, value: plain(worst) },
        { name: { en: 'best first', ja: '良い手が最初' }, value: plain(best) },
        { name: { en: 'the formula', ja: '公式の値' }, value: plain(fewest) },
      ],
      says:
        best === fewest
          ? {
              en: `Exactly ${plain(fewest)}, as Knuth and Moore proved.`,
              ja: `クヌースとムーアの証明のとおり、ちょうど ${plain(fewest)} 枚です。`,
            }
          : {
              en: `${plain(best)} instead of ${plain(fewest)}.`,
              ja: `${plain(fewest)} 枚ではなく ${plain(best)} 枚でした。`,
            },
    };
  },
  task: {
    en:
      'Compare alpha-beta in the order of the board with iterative deepening on a real position. Which depth makes ' +
      'the difference plain?',
    ja: '実際の局面で、盤の順に試すアルファベータ法と反復深化を並べてみましょう。差がはっきりするのは深さいくつからでしょうか。',
  },
  address: formatPlace({
    section: 'compare',
    ...START,
    moves: after(16),
    algorithms: ['alphabeta', 'iterative'],
    depth: 5,
  }),
};
