/** Combines the openings of a player. */
import type { Schemas } from '../api/types';
import type { OpeningNames, PlayerResults } from './types';

type OpeningResults = Schemas['OpeningResults'];

export interface NamedOpening extends PlayerResults {
  name: string;
  colour: 'black' | 'white';
  /** The moves to the position with the name. */
  moves: string;
}

/** Openings that are shown. */
const MOST = 12;

/**
 * Combines openings that have the same name in the selected language, because the server separates those that have
 * different names in the other one.
 */
export function byName(
  openings: readonly OpeningResults[],
  nameOf: (names: OpeningNames) => string,
): readonly NamedOpening[] {
  const found = new Map<string, NamedOpening>();
  for (const one of openings) {
    const name = nameOf(one.opening);
    const before = found.get(`${name} ${one.colour}`);
    found.set(`${name} ${one.colour}`, before ? sumOf(before, one) : named(one, name));
  }
  return [...found.values()].sort((a, b) => b.games - a.games).slice(0, MOST);
}

function named(one: OpeningResults, name: string): NamedOpening {
  const { games, won, drawn, lost, average_score, opening, colour } = one;
  const text = [opening.en, opening.ja].find((names) => names?.names.includes(name));
  const results = { games, won, drawn, lost, ...(average_score !== undefined && { average_score }) };
  return { ...results, name, colour, moves: text?.transcript ?? '' };
}

function sumOf(a: NamedOpening, b: OpeningResults): NamedOpening {
  const games = a.games + b.games;
  const [one, other] = [a.average_score, b.average_score];
  const mean = one === undefined ? other : other === undefined ? one : (one * a.games + other * b.games) / games;
  return {
    ...a,
    games,
    won: a.won + b.won,
    drawn: a.drawn + b.drawn,
    lost: a.lost + b.lost,
    ...(mean !== undefined && { average_score: mean }),
  };
}
