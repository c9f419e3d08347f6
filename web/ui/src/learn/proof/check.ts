/** A plain check of a whole certificate, for the small ones of the lessons. */
import type { Certificate } from './certificate';
import { movesOf, passed, play, scoreOf, type Position } from './rules';
import { walk } from './walk';

export interface Checked {
  holds: boolean;
  /** Positions with a move of the prover, replies that are answered, leaves and finished games. */
  moves: number;
  replies: number;
  leaves: number;
  finished: number;
}

/** Checks a certificate with at most `most` positions. Leaves must have few empty squares. */
export function check(certificate: Certificate, most = 5000): Checked {
  const { claim } = certificate;
  const nodes = walk(certificate, claim.position, most);
  const count = (kind: string) => nodes.filter((node) => node.kind === kind).length;
  const proved = nodes.every(({ kind, position, score, more }) => {
    if (kind === 'over') return score >= claim.target;
    if (kind === 'leaf') {
      const value = bestScore(position);
      return (position.turn === claim.prover ? value : -value) >= claim.target;
    }
    return !more && kind !== 'missing' && kind !== 'assumed';
  });
  const replies = nodes.filter(({ parent }) => nodes[parent]?.kind === 'opponent').length;
  return { holds: proved, moves: count('prover'), replies, leaves: count('leaf'), finished: count('over') };
}

/** Returns the score of a position for the side to move, with best play by both sides. */
function bestScore(p: Position): number {
  const moves = movesOf(p);
  if (moves.length > 0)
    return Math.max(
      ...moves.map((square) => {
        const after = play(p, square);
        return after ? -bestScore(after) : Number.NEGATIVE_INFINITY;
      }),
    );
  const next = passed(p);
  return movesOf(next).length > 0 ? -bestScore(next) : scoreOf(p, p.turn);
}
