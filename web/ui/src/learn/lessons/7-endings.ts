import { fetchSnapshot } from '../../api/games';
import { formatPlace, START } from '../address';
import { fetchSolution } from '../api';
import { signed } from '../tree/view';
import { plain, type Lesson } from './types';

const EXPECTED = -10;

export const endings: Lesson = {
  title: { en: 'The principal variation and exact endings', ja: '最善進行と完全読み' },
  text: [
    {
      en:
        'A search returns more than a value. Follow the best move of each side down from the root: this line is ' +
        'the principal variation, the game that both sides would play if they saw as far as the search. After a ' +
        'search the tree explorer draws it bold.',
      ja:
        '探索から得られるのは値だけではありません。根から双方の最善手をたどっていくと、一本の手順になります。' +
        'これが最善進行(読み筋、PV)です。双方が探索と同じだけ読めれば、対局はこの手順で進みます。' +
        '探索木ビューアでは、探索が終わると太い線で描かれます。',
    },
    {
      en:
        'If a search stops before the end, its leaf values are estimates: who has more discs, who has more moves. ' +
        'Near the end no estimate is needed. Every branch reaches the last square, the discs are counted, and the ' +
        'value is exact: it is the final result.',
      ja:
        '途中で読みを打ち切る探索では、葉の値は見積もりにすぎません。いま石が多いのはどちらか、' +
        '打てる手が多いのはどちらか、といった目安です。終盤になれば見積もりは要りません。' +
        'すべての枝が最後の一マスまで届くので、石を数えれば値は正確です。対局はそのとおりに終わります。',
    },
    {
      en:
        'On a 4×4 board this is possible from the first move. The result: Black, who moves first, loses by ten ' +
        'discs.',
      ja: '4×4 の盤なら、初手からそれができます。完全に読み切ると、先手の黒が10石差で負けます。',
    },
  ],
  live: {
    subject: { ...START, size: 4, moves: 'b1a1a2c1d4a3' },
    algorithm: 'pvs',
    depth: -1,
    note: { en: '4×4: the last squares, searched to the end.', ja: '4×4 の残りのマスを最後まで読みます。' },
  },
  claim: {
    en: 'With best play 4×4 Othello ends at −10 for Black, and playing out the line found gives the same result.',
    ja:
      '4×4 のオセロは、双方が最善を尽くすと黒の −10 で終わります。読み切った手順を実際に並べても、' +
      '同じ結果になります。',
  },
  cases: [{ name: { en: '4×4 from the start', ja: '4×4 の初手から' }, subject: { ...START, size: 4 } }],
  async check(_, caller) {
    const solution = await fetchSolution(caller);
    const moves = solution.pv.filter((move) => move !== 'pass').join('');
    const end = await fetchSnapshot({ size: 4, start: 'usual', moves }, caller);
    const holds = solution.value === EXPECTED && end.over && end.score_black === EXPECTED;
    return {
      holds,
      rows: [
        { name: { en: 'value for Black', ja: '黒から見た値' }, value: signed(solution.value) },
        { name: { en: 'the line', ja: '手順' }, value: solution.pv.join(' ') },
        {
          name: { en: 'played out: Black – White', ja: '並べた結果: 黒–白' },
          value: `${end.black}–${end.white} (${signed(end.score_black)})`,
        },
        { name: { en: 'positions', ja: '局面数' }, value: plain(solution.nodes) },
        { name: { en: 'seconds', ja: '秒' }, value: solution.seconds.toFixed(3) },
      ],
      summary: holds
        ? {
            en: 'Solved and replayed: Black loses by ten discs. Empty squares count for the winner.',
            ja: '読み切った結果と並べた結果が一致しました。黒の10石負けです。空きマスは勝者の石として数えます。',
          }
        : { en: 'The replay does not match the solution.', ja: '並べた結果が、読み切った結果と一致しません。' },
    };
  },
  task: {
    en: 'Solve 4×4 on its own page and look through the line. Who holds more corners at the end, and who wins?',
    ja:
      '「4×4を解く」のページで手順を見てみましょう。最後に隅を多く持っているのはどちらで、' +
      '勝つのはどちらでしょうか。',
  },
  address: formatPlace({ section: 'solve4' }),
};
