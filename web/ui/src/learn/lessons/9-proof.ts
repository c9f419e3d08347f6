import { START } from '../address';
import { after } from '../examples';
import { readCertificate } from '../proof/certificate';
import { check } from '../proof/check';
import { SAMPLES } from '../proof/samples';
import { plain, type Lesson } from './types';

const subject = { ...START, size: 4 as const };

export const proof: Lesson = {
  title: { en: 'What is a proof?', ja: '証明とは何か' },
  text: [
    {
      en:
        'A search says that Black loses 4×4 by ten discs. Is it true? A program may have an error, and repeating ' +
        'the search takes as long as the first one. A proof is something else: a record that anyone can check, ' +
        'without trusting the program that made it.',
      ja:
        '探索によると、4×4 では黒が10石差で負けます。でも、それは本当でしょうか。' +
        'プログラムには誤りがあるかもしれませんし、探索をやり直せば同じだけ時間がかかります。' +
        '証明は探索とは違います。作ったプログラムを信用しなくても、誰でも確かめられる記録です。',
    },
    {
      en:
        'To prove that White wins by at least ten discs, show one good move wherever White is to move. One is ' +
        'enough. Wherever Black is to move, show an answer to every legal move, since Black may play any of them. ' +
        'If every branch ends with White ahead by ten or more, Black has no escape.',
      ja:
        '「白が10石以上勝つ」ことを示すには、白の番では良い手を一つ示せば足ります。黒の番では、' +
        '黒がどこに打つか分からないので、打てる手すべてに対する応手を示します。' +
        'どの枝も白の10石以上の勝ちで終わるなら、黒に逃げ道はありません。',
    },
    {
      en:
        'A branch ends at a finished game, where the discs are counted, or at a leaf, where so few squares are empty ' +
        'that the checker searches the rest itself. A position that occurs again, after other moves or as a ' +
        'mirror image, is proved only once.',
      ja:
        '枝の終わりは二種類あります。終局した局面では、石を数えます。' +
        '空きマスがわずかになった局面は、この証明での「葉」です。葉から先は、検証プログラムが自分で最後まで読みます。' +
        '手順が違っても、鏡に映した形でも、同じ局面の証明は一度で済みます。',
    },
    {
      en:
        'This proves that Black gets no more than −10. A second proof, in which Black has the good moves and White ' +
        'has all the replies, shows that Black gets no less. Both together make the score exact.',
      ja:
        'これで、黒は −10 を超えられないと分かります。もう一つ、黒の良い手と白のすべての応手を並べた証明があれば、' +
        '黒は −10 を下回りません。二つがそろって、スコアはちょうど −10 に決まります。',
    },
  ],
  live: {
    sample: SAMPLES[0],
    note: {
      en: '4×4: one move for White, all replies of Black.',
      ja: '4×4: 白の手は一つだけ、黒の手はすべて。',
    },
  },
  claim: {
    en: 'A proof is much smaller than the game: about twenty positions prove each side of the score of 4×4 Othello.',
    ja: '証明はゲーム全体よりずっと小さく、4×4 のオセロでは、「以上」も「以下」も20局面ほどで証明できます。',
  },
  cases: SAMPLES.map(({ name }) => ({ name, subject })),
  async check(on) {
    const sample = SAMPLES.find(({ name }) => name === on.name) ?? SAMPLES[0];
    const certificate = await readCertificate(sample.file());
    const { holds, moves, replies, leaves, finished } = check(certificate);
    const few = holds && certificate.count <= 20;
    return {
      holds: few,
      rows: [
        { name: { en: 'positions in the certificate', ja: '証明書の局面数' }, value: plain(certificate.count) },
        { name: { en: 'good moves', ja: '良い手' }, value: plain(moves) },
        { name: { en: 'replies', ja: '相手の手' }, value: plain(replies) },
        { name: { en: 'leaves played out', ja: '最後まで読んだ葉' }, value: plain(leaves) },
        { name: { en: 'finished games', ja: '終局' }, value: plain(finished) },
      ],
      summary: few
        ? {
            en: 'This page followed every branch and found the claim true in each.',
            ja: 'このページですべての枝をたどり、どの枝でも主張が成り立つことを確かめました。',
          }
        : { en: 'A branch does not prove the claim.', ja: '主張を証明していない枝があります。' },
    };
  },
  task: {
    en:
      'Analyse this ending and choose “Prove it”. Walk through one of the two proofs: which move of the opponent ' +
      'has the longest answer?',
    ja:
      'この終盤を検討のページで開き、「証明する」を選びましょう。できた証明の一つをたどると、' +
      '答えがいちばん長いのは相手のどの手でしょうか。',
  },
  address: `#analyse/8/usual/${after(48)}`,
};
