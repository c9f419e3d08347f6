import { END, START } from '../address';
import { fetchTree } from '../api';
import { after } from '../examples';
import { fit, guess, meanError, samplesOf } from './fit';
import { plain, type Case, type Lesson } from './types';

const MOST = 20_000;
const from = (size: 4 | 6, moves: string, n: number): Case => ({
  name: { en: `${size}×${size} after ${n} moves, to the end`, ja: `${size}×${size} ${n}手目のあと、最後まで` },
  subject: { ...START, size, moves },
});

export const learning: Lesson = {
  title: { en: 'Learning an evaluation', ja: '評価関数の学習' },
  text: [
    {
      en:
        'When a search cannot reach the end, it must estimate the position. Counting discs is the obvious ' +
        'way and a bad one: having many discs early often means having few moves left. The first article wrote ' +
        'down by hand what each square is worth.',
      ja:
        '最後まで読めないとき、探索は局面を見た目で判断しなければなりません。石の数を数えるのがいちばん素直ですが、良い方法ではありません。途中で石が多いと、打てる手が少なくなりがちだからです。最初の記事では、' +
        'マスごとの価値を手で書き込んでいました。',
    },
    {
      en:
        'A program can find such numbers itself. Take positions near the end, whose exact result is known from a ' +
        'search to the end. Find weights — for corners, for edges, for the inside — such that the weighted sum ' +
        'comes as close to the true outcomes as possible. That is learning from examples.',
      ja:
        'こうした数は、プログラム自身に見つけさせることもできます。終わりに近い局面なら、完全読みで本当の結果が分かります。そこで、隅・辺・内側の重みを動かし、重みをかけた合計が本当の結果になるべく近づくようにします。' +
        'これが「例から学ぶ」ということです。',
    },
    {
      en:
        'An evaluation must be tested on positions that it has not seen, or it may simply have learned them by ' +
        'heart. So here every second position is for learning and the others are for the test.',
      ja: '評価関数は、学習に使っていない局面で試さなければなりません。答えを丸暗記しただけかもしれないからです。そこで、局面を一つおきに学習用と試験用に分けます。',
    },
  ],
  live: {
    subject: { ...START, size: 4, moves: 'b1a1a2c1d4' },
    algorithm: 'minimax',
    depth: END,
    note: {
      en: 'Every node of this ending has its true value: examples to learn from.',
      ja: 'この終盤では、すべての節に本当の値がつきます。これが学ぶための例です。',
    },
  },
  claim: {
    en:
      'Weights learned from solved positions guess the final result more closely than counting discs, on positions ' +
      'not used for learning.',
    ja: '解いた局面から学んだ重みは、学習に使わなかった局面でも、石を数えるより最終結果に近い見当をつける。',
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
        { name: { en: 'solved positions', ja: '解いた局面' }, value: plain(samples.length) },
        {
          name: { en: 'learned: a corner / an edge / inside', ja: '学んだ重み:隅/辺/内側' },
          value: [corner, edge, inside].map((w) => w.toFixed(2)).join(' / '),
        },
        { name: { en: 'mean error counting discs', ja: '石を数えたときの平均誤差' }, value: discs.toFixed(2) },
        { name: { en: 'mean error with learned weights', ja: '学んだ重みでの平均誤差' }, value: learned.toFixed(2) },
      ],
      says:
        learned < discs
          ? {
              en:
                `On ${plain(unseen.length)} unseen positions the learned weights are off by ${learned.toFixed(2)} ` +
                `discs, counting by ${discs.toFixed(2)}.`,
              ja:
                `学習に使わなかった ${plain(unseen.length)} 局面で、誤差は学んだ重みが ${learned.toFixed(2)} 石、石を数えた場合が ` +
                `${discs.toFixed(2)} 石でした。`,
            }
          : {
              en: `Here counting discs is as good: ${discs.toFixed(2)} against ${learned.toFixed(2)}.`,
              ja: `ここでは石を数えるのと変わりません(${discs.toFixed(2)} と ${learned.toFixed(2)})。`,
            },
    };
  },
  task: {
    en:
      'Let two computers of different levels play each other, and look at who has more discs after thirty moves ' +
      'and who wins.',
    ja: '強さの違うコンピュータどうしを対局させ、30手目で石が多いのはどちらか、最後に勝つのはどちらかを見てみましょう。',
  },
  address: `#8/usual/${after(0)}?black=kaeshi:level=8&white=minimax:2`,
};
