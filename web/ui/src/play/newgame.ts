/** What a person chooses for a new game: the opponent and their own colour. */
import { computersOnly } from '../board/game/game';
import { COLORS, HUMAN, opposite, type Color, type Sides, type Spec } from '../board/game/types';

/** The person's colour; `random` is drawn when the game starts. */
export type OwnColor = Color | 'random';
export const OWN_COLORS: readonly OwnColor[] = ['black', 'white', 'random'];

export interface Choice {
  /** A person at this screen, one who gets a link, or a computer. */
  opponent: 'person' | 'link' | 'computer';
  /** The computer; it is kept while the opponent is a person. */
  computer: Spec;
  color: OwnColor;
}

/** Returns the choice that leads to the players at the board. `computer` and `color` are those of the last choice. */
export function choiceOf(sides: Sides, computer: Spec, color: OwnColor): Choice {
  const persons = [sides.black, sides.white].filter((spec) => spec === HUMAN).length;
  if (persons === 2) return { opponent: 'person', computer, color };
  if (computersOnly(sides)) return { opponent: 'computer', computer: sides.white, color };
  const own = sides.black === HUMAN ? 'black' : 'white';
  return { opponent: 'computer', computer: sides[opposite(own)], color: color === 'random' ? color : own };
}

/** Returns the players of a new game at this screen. `draw` returns a number from 0 up to 1. */
export function sidesOf({ opponent, computer, color }: Choice, draw: () => number = Math.random): Sides {
  if (opponent === 'person') return { black: HUMAN, white: HUMAN };
  const own = color === 'random' ? (draw() < 0.5 ? 'black' : 'white') : color;
  return own === 'black' ? { black: HUMAN, white: computer } : { black: computer, white: HUMAN };
}

/** Reports whether the board is shown from White's side at the start: for a person who plays White alone. */
export const facesWhite = (sides: Sides): boolean => onlyPerson(sides) === 'white';

/** Returns the side of the only person; null with two or none. */
export function onlyPerson(sides: Sides): Color | null {
  const persons = COLORS.filter((color) => sides[color] === HUMAN);
  return persons.length === 1 ? (persons[0] ?? null) : null;
}
