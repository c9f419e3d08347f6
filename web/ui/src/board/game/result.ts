/** The result by the rules of play: empty squares count for the winner. */
import { opposite, type Ended, type Snapshot } from './types';

export interface Result {
  winner: 'black' | 'white' | 'draw';
  black: number;
  white: number;
  /** The number of empty squares counted for the winner. */
  empties: number;
}

export function resultOf(snapshot: Snapshot): Result | null {
  if (!snapshot.over || snapshot.winner === '') return null;
  const squares = snapshot.size * snapshot.size;
  const black = (squares + snapshot.score_black) / 2;
  return {
    winner: snapshot.winner,
    black,
    white: squares - black,
    empties: squares - snapshot.black - snapshot.white,
  };
}

/** Returns the final position of a game that ended early: the winner gets all discs. */
export function endSnapshot(snapshot: Snapshot, { loser }: Ended): Snapshot {
  const all = snapshot.size * snapshot.size;
  return {
    ...snapshot,
    legal: [],
    pass: false,
    over: true,
    winner: opposite(loser),
    score_black: loser === 'white' ? all : -all,
  };
}
