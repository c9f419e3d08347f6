import { describe, expect, it } from 'vitest';
import { NAMELESS } from './address';
import { placeOfOpened, placeOfText } from './opening';
import { USUAL } from './tree';

describe('an address of the app', () => {
  it('may name a game on the play page or on the analysis page', () => {
    const place = { origin: USUAL, lines: [['f5', 'd6']], at: 1, names: NAMELESS };
    expect(placeOfText(' http://127.0.0.1:8080/#8/usual/f5d6?black=human&white=random&at=1\n')).toEqual(place);
    expect(placeOfText('https://host.example/kaeshi/#analyse/8/usual/f5d6?at=1')).toEqual(place);
    expect(placeOfText('#analyse/8/usual/f5d6?at=1')).toEqual(place);
  });

  it.each(['f5d6', 'http://127.0.0.1:8080/', '#learn/lesson/1', '(;GM[Othello]PC[#8/usual/f5])'])(
    'cannot be read from %j',
    (text) => expect(placeOfText(text)).toBeNull(),
  );
});

describe('a game read by the server', () => {
  it('has names, and a position that overrides its size', () => {
    const position = '-----OX--XO----- O';
    const opened = {
      size: 4,
      start: 'usual',
      position,
      moves: 'b1',
      black: 'A',
      white: 'B',
      result: '+2',
      name: 'Cup 2001',
    } as const;
    expect(placeOfOpened(opened)).toEqual({
      origin: { size: 4, start: 'usual', position },
      lines: [['b1']],
      at: null,
      names: { black: 'A', white: 'B', event: 'Cup 2001' },
    });
  });
});
