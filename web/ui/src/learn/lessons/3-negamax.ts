import { UNKNOWN } from '../../i18n/text';
import { formatPlace, START } from '../address';
import { fetchComparison } from '../api';
import { signed } from '../tree/view';
import { after } from '../examples';
import { moments } from './cases';
import { plain, type Case, type Lesson } from './types';

const small: Case = {
  name: { en: '4×4 after 3 moves', ja: '4×4 3手目のあと' },
  subject: { ...START, size: 4, moves: 'b1c1d3' },
};
const DEPTH = 4;

export const negamax: Lesson = {
  title: { en: 'Negamax', ja: 'ネガマックス法' },
  text: [
    {
      en:
        'Minimax needs two rules, one for me and one for you. But what is good for you is exactly as bad for me: ' +
        'your +4 is my −4. So let every node be written from the view of the side to move there.',
      ja: 'ミニマックス法には、自分用と相手用の二つの規則が要ります。けれども、相手の得はそのまま自分の損です。相手の +4 は自分の −4 です。それなら、どの節の値も「その局面で打つ側」から見て書くことにしましょう。',
    },
    {
      en:
        'Then one rule is enough: a node’s value is the largest of its children’s values with the sign turned. ' +
        '−min(a, b) is max(−a, −b), nothing more. The program becomes half as long, and there is no second half to ' +
        'get wrong.',
      ja:
        'すると規則は一つで足ります。節の値は、子の値の符号を反転したもののうち最大のものです。−min(a, b) = max(−a, −b) というだけのことです。プログラムは半分の長さになり、' +
        '片方だけ直し忘れる間違いもなくなります。',
    },
    {
      en:
        'Use the switch below the picture to see the same tree both ways: all numbers in the view of the root, or ' +
        'each in the view of the side to move.',
      ja: '図の下のスイッチで、同じ木を二通りに見られます。すべてを根の側から見た数と、それぞれの手番の側から見た数です。',
    },
  ],
  live: {
    subject: small.subject,
    algorithm: 'negamax',
    depth: 2,
    note: { en: '4×4 Othello, two plies: discs ahead.', ja: '4×4 のオセロを2手先まで。数は石の差です。' },
  },
  claim: {
    en: 'Negamax finds the same value as minimax and enters exactly as many positions.',
    ja: 'ネガマックス法はミニマックス法と同じ値を見つけ、調べる局面の数もまったく同じである。',
  },
  cases: [...moments(16, 28, 40), small],
  async check({ subject }, caller) {
    const { rows } = await fetchComparison(subject, DEPTH, ['minimax', 'negamax'], false, caller);
    const [a, b] = rows;
    if (!a || !b) throw new Error('the comparison must have two rows');
    const holds = a.nodes === b.nodes && a.value === b.value;
    return {
      holds,
      rows: [a, b].flatMap((row) => [
        {
          name: { en: `${row.algorithm}: value`, ja: `${row.algorithm}:値` },
          value: row.value === null ? UNKNOWN : signed(row.value),
        },
        { name: { en: `${row.algorithm}: positions`, ja: `${row.algorithm}:局面の数` }, value: plain(row.nodes) },
      ]),
      says: holds
        ? {
            en: 'The same value and the same work: negamax is minimax, written shorter.',
            ja: '値も手間も同じです。ネガマックス法は、ミニマックス法を短く書いたものなのです。',
          }
        : { en: 'They differ here.', ja: 'ここでは食い違いました。' },
    };
  },
  task: {
    en:
      'Open the tree, switch to “each side’s own view”, and check one node by hand: turn the signs of its children ' +
      'and take the largest.',
    ja: '木を開いて「手番から見た値」に切り替え、節を一つ選んで手で確かめてみましょう。子の符号を反転し、いちばん大きいものを取ります。',
  },
  address: formatPlace({
    section: 'tree',
    ...START,
    moves: after(40),
    algorithms: ['negamax'],
    depth: 2,
    view: 'mover',
  }),
};
