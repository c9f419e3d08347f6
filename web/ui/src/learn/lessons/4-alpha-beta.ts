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
        'This example comes from another article. I have three moves, and you have three replies to each. My first ' +
        'move is worth 3, because your replies give 5, 7 and 3. So I can get at least 3.',
      ja:
        '別の記事の例で考えます。自分の手が三つあり、それぞれに相手の応手が三つあります。最初の手は、応手の値が 5、' +
        '7、3 なので 3 と分かりました。これで、少なくとも 3 は確実です。',
    },
    {
      en:
        'Now the second move. Your first reply gives 1. You would choose it, or a reply even worse for me, so this ' +
        'move is worth at most 1. I already have 3, so I will never play it, whatever B and C are. Neither they ' +
        'nor anything below them needs to be searched.',
      ja:
        '二つ目の手に移ります。相手の最初の応手は 1 でした。相手はこれか、こちらにもっと悪い手を選ぶので、' +
        '二つ目の手の値は高くても 1 です。すでに 3 を確保している以上、B と C がいくつであっても、' +
        'この手を打つことはありません。B も C も、その先の局面も、調べなくてよいのです。',
    },
    {
      en:
        'The search carries two numbers, which form the window: I can already get at least α, and you can already ' +
        'hold me to at most β. When a value falls outside the window, the remaining branches are cut off. Step ' +
        'through the tree: cut branches stay visible in grey and show the reason.',
      ja:
        '探索では、自分が確保した値 α と、相手が確保した値 β を覚えておき、その間を「窓」と呼びます。' +
        '値が窓の外に出たら、残りの枝を刈り取ります。木を一歩ずつ進めてみましょう。刈られた枝は灰色で残り、' +
        'その理由が表示されます。',
    },
    {
      en:
        'The author first computed all 4×4 positions in advance (eager evaluation), then only the positions that ' +
        'were needed (lazy evaluation). Lazy evaluation made the game playable but did not speed up the search, ' +
        'because all positions four plies ahead are needed. Only pruning reduces their number.',
      ja:
        '著者はまず 4×4 の全局面をあらかじめ計算し(先行評価)、' +
        '次に必要な局面だけを計算するようにしました(遅延評価)。おかげで遊べるようにはなりましたが、' +
        '探索は速くなりません。' +
        '4手先までの局面がすべて必要になるからです。必要な局面そのものを減らせるのは、枝刈りだけです。',
    },
  ],
  live: {
    subject: { ...START, game: 'numbers', position: NUMBERS },
    algorithm: 'alphabeta',
    depth: 2,
    note: {
      en: 'The article’s tree. A question mark is an unknown number that may never be needed.',
      ja: '記事の木です。「?」は未知の数ですが、知らなくて済むかもしれません。',
    },
  },
  claim: {
    en:
      `Four plies ahead, alpha-beta creates less than 1/${LESS} of the positions that the lazy tree creates, and ` +
      'finds the same value.',
    ja: `4手先までの探索で、アルファベータ法が作る局面は遅延評価の木の 1/${LESS} 未満です。それでも値は同じです。`,
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
          name: { en: 'Eager: all of 4×4, computed in advance', ja: '先行評価: 4×4 の全局面をあらかじめ計算' },
          value: plain(whole.rows[0]?.nodes ?? 0),
        },
        {
          name: { en: 'Lazy: four plies ahead of this position', ja: '遅延評価: この局面から4手先まで' },
          value: plain(lazy.nodes),
        },
        {
          name: { en: 'Pruned: the same with alpha-beta', ja: '枝刈り: 同じ探索をアルファベータ法で' },
          value: `${plain(pruned.nodes)} (${share(pruned.nodes, lazy.nodes)})`,
        },
      ],
      summary: {
        en:
          `Alpha-beta visits ${share(pruned.nodes, lazy.nodes)} of the nodes ` +
          `here${pruned.value === lazy.value ? ', with the same value' : ', but the values differ'}.`,
        ja:
          `ここでアルファベータ法が訪れたノードは ${share(pruned.nodes, lazy.nodes)} で、` +
          `値は${pruned.value === lazy.value ? '同じです' : '異なります'}。`,
      },
    };
  },
  task: {
    en:
      'In the tree explorer, press “Next cut” several times and read the reasons. Find a cut whose bound comes ' +
      'from the root.',
    ja:
      '探索木ビューアで「次の枝刈り」を何度か押し、理由を読んでみましょう。' +
      '根で確保した値が理由になっている枝刈りを見つけてください。',
  },
  address: formatPlace({ section: 'tree', ...START, moves: after(16), algorithms: ['alphabeta'], depth: 3 }),
};
