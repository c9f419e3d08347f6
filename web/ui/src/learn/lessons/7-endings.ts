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
        'A search returns more than a number. Follow the best move of each side from the root downward and you ' +
        'walk the principal variation: the game that both sides would play if they saw what the search saw. After ' +
        'a search the explorer draws it bold.',
      ja:
        '探索から得られるのは数だけではありません。根から両者の最善手をたどっていくと、一本の道筋になります。これが最善進行(読み筋、PV)で、探索と同じだけ読めた者どうしなら進むはずの手順です。エクスプローラでは、' +
        '探索が終わると太い線で描かれます。',
    },
    {
      en:
        'As long as the search stops early, its leaves are guesses: who has more discs now, who has more moves. ' +
        'Near the end nothing needs to be guessed. The tree reaches the last square everywhere, the discs are ' +
        'counted, and the value is exact: this is how the game ends.',
      ja:
        '途中で読むのをやめる探索では、葉の値は見当にすぎません。いま石が多いのはどちらか、打てる手が多いのはどちらか、といった具合です。終盤になると見当は要りません。木がすべて最後の一マスまで届くので、' +
        '石を数えれば値は正確です。勝負はそのとおりに終わります。',
    },
    {
      en: 'On a 4×4 board that is possible from the first move. Solved, it says that Black, who begins, loses by ten.',
      ja: '4×4 の盤なら、最初の一手からそれができます。完全に解くと、先手の黒は10石差で負けると分かります。',
    },
  ],
  live: {
    subject: { ...START, size: 4, moves: 'b1a1a2c1d4a3' },
    algorithm: 'pvs',
    depth: -1,
    note: { en: '4×4, the last squares, to the end.', ja: '4×4 の残りのマスを最後まで読みます。' },
  },
  claim: {
    en: '4×4 Othello ends Black −10 under best play, and playing the line that was found leads to this result.',
    ja: '4×4 のオセロは、最善を尽くすと黒の −10 で終わる。見つけた手順を実際に並べても、そのとおりになる。',
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
        { name: { en: 'the path', ja: '手順' }, value: solution.pv.join(' ') },
        {
          name: { en: 'played out: Black – White', ja: '並べた結果:黒–白' },
          value: `${end.black}–${end.white} (${signed(end.score_black)})`,
        },
        { name: { en: 'positions', ja: '局面の数' }, value: plain(solution.nodes) },
        { name: { en: 'seconds', ja: '秒' }, value: solution.seconds.toFixed(3) },
      ],
      says: holds
        ? {
            en: 'Solved and replayed: Black loses by ten. Empty squares count for the winner.',
            ja: '解いた結果と、並べた結果が一致しました。黒の10石負けです。空きマスは勝者のものとして数えます。',
          }
        : { en: 'The replay does not match the solution.', ja: '並べた結果が解と一致しません。' },
    };
  },
  task: {
    en: 'Solve 4×4 on its own page and step through the line. Who holds more corners at the end, and who wins?',
    ja: '「4×4を解く」のページで手順を眺めてみましょう。最後に隅を多く持っているのはどちらで、勝つのはどちらでしょうか。',
  },
  address: formatPlace({ section: 'solve4' }),
};
