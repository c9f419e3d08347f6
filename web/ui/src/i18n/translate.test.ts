import { describe, expect, it } from 'vitest';
import formats from './problems.ja.json';
import { translator } from './translate';

const translate = translator(formats);

describe('translator', () => {
  it.each([
    ['the game is over', '対局は終わっています'],
    ['The text is new.', 'The text is new.'],
    ['f5 is taken; legal moves are c4, d3.', 'f5にはすでに石があります。打てるマス: c4, d3。'],
    ['a1 turns nothing over for black', '黒がa1に打っても、返せる石がありません'],
    [
      'transcript: move 2, "f5" at character 3: f5 is taken; legal moves are d6, f4, f6.',
      'transcript: 2手目"f5" (3文字目): f5にはすでに石があります。打てるマス: d6, f4, f6。',
    ],
    [
      'line 3: move 4, "z9" at character 7: "z9" is not a square (want a1 to h8)',
      '3行目: 4手目"z9" (7文字目): "z9"というマスはありません (a1からh8まで)',
    ],
    ['ggf: game 2: move 5, "A1": a1 is taken', 'ggf: 2局目: 5手目"A1": a1にはすでに石があります'],
    ['3 of 12 games: the file is truncated', '12局のうち3局目: ファイルが途中で切れています'],
    ['text outside of a game: "a: \\"b\\" c"', '対局の外に文字があります: "a: \\"b\\" c"'],
    [
      '63 cells: want 64, 36 or 16 and the side to move, X or O',
      'マスが63個あります。64、36、16個のどれかと手番 (XかO) が必要です',
    ],
    [
      'position: 1 cell and the side "X": want 64, 36 or 16 cells and the side to move, X or O',
      '局面: 1マスと手番"X"です。64、36、16マスのどれかと手番 (XかO) が必要です',
    ],
    ["Black plays, but it is White's turn", '黒が打っていますが、白の番です'],
    ['move number 7, want 3 or 2', '手数が7です (3か2のはずです)'],
    ['the list of games is empty\nthe file is empty', '対局の一覧が空です\nファイルが空です'],
    ['a new message: the file is empty', 'a new message: ファイルが空です'],
    ['', ''],
  ])('translates %j', (message, want) => {
    expect(translate(message)).toBe(want);
  });
});
