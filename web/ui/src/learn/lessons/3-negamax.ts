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
        'your +4 is my −4. So write the value of each node from the view of the side to move there.',
      ja:
        'ミニマックス法には、自分用と相手用の二つの規則が要ります。けれども、相手の得はそのまま自分の損です。' +
        '相手の +4 は自分の −4 です。そこで、どのノードの値も、' +
        'その局面の手番から見て書くことにします。',
    },
    {
      en:
        'One rule is then enough: the value of a node is the largest negated value of its children. This is just ' +
        '−min(a, b) = max(−a, −b). The program is half as long, and there is no second half to get wrong.',
      ja:
        'すると規則は一つで足ります。ノードの値は、子の値の符号を反転したもののうち最大のものです。' +
        '−min(a, b) = max(−a, −b) というだけのことです。プログラムの長さは半分になり、' +
        '片方だけ直し忘れる間違いもなくなります。',
    },
    {
      en:
        'The switch below the picture shows the same tree both ways: all values from the root’s view, or each from ' +
        'the view of the side to move.',
      ja: '図の下のスイッチで、同じ木を二通りに見られます。すべてを根の側から見た値と、それぞれの手番から見た値です。',
    },
  ],
  live: {
    subject: small.subject,
    algorithm: 'negamax',
    depth: 2,
    note: {
      en: '4×4 Othello, two plies. The values are disc differences.',
      ja: '4×4 オセロの2手先までです。値は石差です。',
    },
  },
  claim: {
    en: 'Negamax finds the same value as minimax and visits exactly as many positions.',
    ja: 'ネガマックス法の値はミニマックス法と同じで、調べる局面の数もまったく同じです。',
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
          name: { en: `${row.algorithm}: value`, ja: `${row.algorithm}: 値` },
          value: row.value === null ? UNKNOWN : signed(row.value),
        },
        { name: { en: `${row.algorithm}: positions`, ja: `${row.algorithm}: 局面数` }, value: plain(row.nodes) },
      ]),
      summary: holds
        ? {
            en: 'The same value and the same work: negamax is a shorter way to write minimax.',
            ja: '値も手間も同じです。ネガマックス法は、ミニマックス法を短く書き直したものです。',
          }
        : { en: 'They differ here.', ja: 'ここでは一致しませんでした。' },
    };
  },
  task: {
    en:
      'Open the tree, switch to “Side to move’s view” and check one node by hand: negate the values of its ' +
      'children and take the largest.',
    ja:
      '木を開いて「手番から見た値」に切り替え、ノードを一つ選んで計算してみましょう。子の値の符号を反転し、' +
      '最も大きいものを取ります。',
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
