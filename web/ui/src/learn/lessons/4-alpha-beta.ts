import { END, formatPlace, NUMBERS, START } from '../address';
import { fetchComparison } from '../api';
import { after } from '../examples';
import { moments } from './cases';
import { plain, share, type Lesson } from './types';

const DEPTH = 4;
const LESS = 4;

export const alphaBeta: Lesson = {
  title: { en: 'Alpha-beta', ja: 'アルファベータ法' },
  text: [
    {
      en:
        'The article’s example: I have three moves, and you have three answers to each. The first move turns out ' +
        'to be worth 3, since your answers give 5, 7 and 3. So I am sure of at least 3.',
      ja: '記事の例で考えます。自分の手が三つ、それぞれに相手の応手が三つあります。最初の手は、応手の値が 5、7、3 なので 3 の価値があると分かりました。これで、少なくとも 3 は確実です。',
    },
    {
      en:
        'Now the second move. Your first answer gives 1. You would choose it, or something even worse for me: this ' +
        'move is worth at most 1. I already have 3, so I will never play it — whatever B and C are. They need not ' +
        'be looked at, nor anything below them.',
      ja:
        '二つ目の手に移ります。相手の最初の応手を調べると 1 でした。相手はこれか、もっとこちらに悪い手を選ぶので、この手の価値は高くても 1 です。すでに 3 が手に入る以上、B と C ' +
        'が何であってもこの手を指すことはありません。B も C も、その先にある局面も、調べなくてよいのです。',
    },
    {
      en:
        'The two numbers carried along are the window: α is what I am sure of, β is what you are sure of. Where a ' +
        'value falls outside, the rest is cut off. Step through the tree: the cut branches stay, in grey, and say ' +
        'why.',
      ja:
        'このとき持ち歩く二つの数を「窓」と呼びます。α は自分が確保した値、β は相手が確保した値です。値が窓の外に出たら、残りは切り捨てます。木を一歩ずつ進めてみましょう。切られた枝は灰色で残り、' +
        '切った理由が表示されます。',
    },
    {
      en:
        'The same author had first computed every position of 4×4 beforehand (eager), then only those needed ' +
        '(lazy). Lazy evaluation made the game playable, but the search no faster: it needs all positions four ' +
        'plies ahead. Only pruning reduces their number.',
      ja:
        '著者は最初、4×4 の全局面を前もって計算し(先行評価)、つぎに必要な局面だけを計算するようにしました(遅延評価)。遅延評価で遊べるようにはなりましたが、探索は速くなりません。' +
        '4手先の局面はすべて必要とされるからです。必要な局面そのものを減らせるのは、枝刈りだけです。',
    },
  ],
  live: {
    subject: { ...START, game: 'numbers', position: NUMBERS },
    algorithm: 'alphabeta',
    depth: 2,
    note: {
      en: 'The article’s tree. A question mark is an unknown number, which may never be needed.',
      ja: '記事の木です。「?」は未知の値です。調べずに済むこともあります。',
    },
  },
  claim: {
    en:
      `Four plies ahead, alpha-beta generates fewer than 1/${LESS} of the positions of the lazy tree, and finds ` +
      'the same value.',
    ja: `4手先までなら、アルファベータ法が作る局面は遅延評価の木の 1/${LESS} 未満で、見つける値は同じである。`,
  },
  cases: moments(16, 20, 24, 28, 32, 36, 40),
  async check({ subject }, caller) {
    const [whole, here] = await Promise.all([
      fetchComparison({ ...START, size: 4 }, END, ['minimax'], false, caller),
      fetchComparison(subject, DEPTH, ['minimax', 'alphabeta'], false, caller),
    ]);
    const [lazy, pruned] = here.rows;
    if (!lazy || !pruned) throw new Error('the comparison must have two rows');
    const holds = pruned.nodes * LESS < lazy.nodes && pruned.value === lazy.value;
    return {
      holds,
      rows: [
        {
          name: { en: 'Eager: all of 4×4, computed beforehand', ja: '先行評価:4×4 の全局面を前もって作る' },
          value: plain(whole.rows[0]?.nodes ?? 0),
        },
        {
          name: { en: 'Lazy: four plies ahead of this position', ja: '遅延評価:この局面から4手先まで' },
          value: plain(lazy.nodes),
        },
        {
          name: { en: 'Pruned: the same with alpha-beta', ja: '枝刈り:同じことをアルファベータ法で' },
          value: `${plain(pruned.nodes)} (${share(pruned.nodes, lazy.nodes)})`,
        },
      ],
      says: {
        en:
          `Alpha-beta visits ${share(pruned.nodes, lazy.nodes)} of the nodes ` +
          `here${pruned.value === lazy.value ? ', with the same value' : ', but the values differ'}.`,
        ja:
          `ここでアルファベータ法が訪れた節は ${share(pruned.nodes, lazy.nodes)} で、` +
          `値は${pruned.value === lazy.value ? '同じです' : '異なります'}。`,
      },
    };
  },
  task: {
    en:
      'In the explorer, press “Next cut” again and again and read the reasons. Find a cut whose bound comes from ' +
      'the root itself.',
    ja: 'エクスプローラで「次の枝刈り」を何度か押し、理由を読んでみましょう。根で確保した値が理由になっている枝刈りを見つけてください。',
  },
  address: formatPlace({ section: 'tree', ...START, moves: after(16), algorithms: ['alphabeta'], depth: 3 }),
};
