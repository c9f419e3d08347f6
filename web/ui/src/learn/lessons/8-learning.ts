import { END, START } from '../address';
import { fetchTree } from '../api';
import { after } from '../examples';
import { fit, guess, meanError, samplesOf } from './fit';
import { plain, type Case, type Lesson } from './types';

const MOST = 20_000;
const from = (size: 4 | 6, moves: string, n: number): Case => ({
  name: { en: `${size}×${size} after ${n} moves, to the end`, ja: `${size}×${size} ${n}手目のあと、終局まで` },
  subject: { ...START, size, moves },
});

export const learning: Lesson = {
  title: { en: 'Learning an evaluation', ja: '評価関数の学習' },
  text: [
    {
      en:
        'When a search cannot reach the end, it must estimate the value of a position. Counting discs is the ' +
        'obvious way and a bad one: many discs early on often mean few moves later. In the first of the five ' +
        'articles, the value of each square was set by hand.',
      ja:
        '終局まで読めないとき、探索は局面の良し悪しを見積もらなければなりません。' +
        '石の数を数えるのがいちばん素直ですが、良い方法ではありません。途中で石が多いと、' +
        '打てる手が少なくなりがちだからです。' +
        '五つの記事の最初のものでは、マスごとの点数を手作業で決めていました。',
    },
    {
      en:
        'A program can find such numbers itself. Take positions near the end, for which an exact search gives the ' +
        'true result. Find weights for corners, edges and inner squares so that the weighted sum comes as close to ' +
        'the true results as possible. This is learning from examples.',
      ja:
        'こうした点数は、プログラム自身に見つけさせることもできます。終局に近い局面なら、' +
        '完全読みで本当の結果が分かります。そこで、隅・辺・内側の重みを調整し、' +
        '重みを掛けた合計が本当の結果になるべく近づくようにします。これが「例から学ぶ」ということです。',
    },
    {
      en:
        'An evaluation must be tested on positions that it was not trained on; otherwise it may only have ' +
        'memorized the answers. So every second position here is for training, and the others are for the test.',
      ja:
        '評価関数は、学習に使っていない局面で試さなければなりません。答えを丸暗記しただけかもしれないからです。' +
        'そこで、局面を一つおきに学習用と試験用に分けます。',
    },
  ],
  live: {
    subject: { ...START, size: 4, moves: 'b1a1a2c1d4' },
    algorithm: 'minimax',
    depth: END,
    note: {
      en: 'Every node of this ending has an exact value: examples to learn from.',
      ja: 'この終盤では、すべてのノードに正確な値が付きます。これが学習の例になります。',
    },
  },
  claim: {
    en:
      'On positions not used for training, weights learned from solved positions predict the final result more ' +
      'closely than counting discs.',
    ja: '読み切った局面から学習した重みは、学習に使わなかった局面でも、石を数えるより正確に最終結果を見積もれます。',
  },
  cases: [from(4, 'b1c1d3', 3), from(4, 'b1a1', 2), from(4, 'b1c1', 2)],
  async check({ subject }, caller) {
    const { tree } = await fetchTree({ subject, algorithm: 'minimax', depth: END, most: MOST }, caller);
    const samples = samplesOf(tree);
    const weights = fit(samples.filter((_, i) => i % 2 === 0));
    const unseen = samples.filter((_, i) => i % 2 === 1);
    const [learned, discs] = [
      meanError(unseen, (sample) => guess(weights, sample)),
      meanError(unseen, (sample) => sample.discs),
    ];
    const [corner = 0, edge = 0, inside = 0] = weights;
    return {
      holds: learned < discs,
      rows: [
        { name: { en: 'solved positions', ja: '読み切った局面' }, value: plain(samples.length) },
        {
          name: { en: 'learned: corner / edge / inside', ja: '学習した重み: 隅/辺/内側' },
          value: [corner, edge, inside].map((w) => w.toFixed(2)).join(' / '),
        },
        { name: { en: 'mean error counting discs', ja: '石を数えたときの平均誤差' }, value: discs.toFixed(2) },
        { name: { en: 'mean error with learned weights', ja: '学習した重みでの平均誤差' }, value: learned.toFixed(2) },
      ],
      summary:
        learned < discs
          ? {
              en:
                `On ${plain(unseen.length)} positions not used for training, the mean error is ` +
                `${learned.toFixed(2)} discs with the learned weights and ${discs.toFixed(2)} by counting.`,
              ja:
                `学習に使わなかった ${plain(unseen.length)} 局面での平均誤差は、` +
                `学習した重みで ${learned.toFixed(2)} 石、石を数えると ${discs.toFixed(2)} 石でした。`,
            }
          : {
              en: `Counting discs is at least as good here: ${discs.toFixed(2)} against ${learned.toFixed(2)}.`,
              ja: `ここでは、石を数える方法に及びませんでした(石 ${discs.toFixed(2)}、重み ${learned.toFixed(2)})。`,
            },
    };
  },
  task: {
    en:
      'Let two computers of different strength play each other. See who has more discs after thirty moves, and ' +
      'who wins.',
    ja:
      '強さの違うコンピュータ同士を対局させ、30手目に石が多いのはどちらか、' +
      '最後に勝つのはどちらかを見てみましょう。',
  },
  address: `#8/usual/${after(0)}?black=kaeshi:level=8&white=minimax:2`,
};
