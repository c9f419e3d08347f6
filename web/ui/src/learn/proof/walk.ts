/** A part of the game tree of a certificate: one move of the prover, all replies of the opponent, and the leaves. */
import { squareAt } from '../position';
import type { Certificate } from './certificate';
import { emptiesOf, movesOf, passed, play, scoreOf, type Position } from './rules';

/**
 * `prover` and `opponent` are positions with a move of the prover or with all moves of the opponent; a pass is one
 * move. `again` is a position that the part already has at `same`, or one symmetric to it. `missing` is a position that
 * the file does not prove.
 */
export type Kind = 'prover' | 'opponent' | 'leaf' | 'over' | 'assumed' | 'again' | 'missing';

export interface WalkNode {
  /** -1 for the root. A parent is before its children. */
  parent: number;
  /** A square or pass; '' for the root. */
  move: string;
  position: Position;
  kind: Kind;
  empties: number;
  children: number[];
  /** The node of the same position if the kind is `again`, else -1. */
  same: number;
  /** The prover's score if the game is over. */
  score: number;
  /** The source of the assumption, or the illegal move of a missing position. */
  note: string;
  /** The part ends here, but the proof continues. */
  more: boolean;
}

/** Positions of one part. */
export const PART = 240;

/** Returns the part of the tree below a position, level by level, with at most about `most` nodes. */
export function walk(certificate: Certificate, from: Position, most = PART): WalkNode[] {
  const nodes: WalkNode[] = [];
  const known = new Map<string, number>();
  const add = (parent: number, move: string, position: Position): void => {
    nodes[parent]?.children.push(nodes.length);
    nodes.push({ ...BLANK, ...judged(certificate, position), children: [], parent, move, position });
  };
  add(-1, '', from);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as WalkNode;
    if (node.kind !== 'prover' && node.kind !== 'opponent') continue;
    const name = certificate.nameOf(node.position);
    const same = known.get(name);
    if (same !== undefined) {
      nodes[i] = { ...node, kind: 'again', same };
      continue;
    }
    known.set(name, i);
    const next = followers(certificate, node);
    if (typeof next === 'string') nodes[i] = { ...node, kind: 'missing', note: next };
    else if (nodes.length + next.length > most && i > 0) nodes[i] = { ...node, more: true };
    else for (const { move, position } of next) add(i, move, position);
  }
  return nodes;
}

const BLANK = { same: -1, score: 0, note: '', more: false };

/** Returns the kind of a position by itself. */
function judged(certificate: Certificate, p: Position): Pick<WalkNode, 'kind' | 'empties' | 'score' | 'note'> {
  const { prover } = certificate.claim;
  const empties = emptiesOf(p);
  const facts = { empties, score: 0, note: '' };
  if (movesOf(p).length === 0 && movesOf(passed(p)).length === 0)
    return { ...facts, kind: 'over', score: scoreOf(p, prover) };
  const source = certificate.assumed(p);
  if (source !== null) return { ...facts, kind: 'assumed', note: source };
  if (empties <= certificate.leaf) return { ...facts, kind: 'leaf' };
  return { ...facts, kind: p.turn === prover ? 'prover' : 'opponent' };
}

/** Returns the next positions of the proof, or why there are none: '' or an illegal move. */
function followers(
  certificate: Certificate,
  { position, kind, move }: WalkNode,
): { move: string; position: Position }[] | string {
  const moves = movesOf(position);
  if (moves.length === 0) return [{ move: 'pass', position: passed(position) }];
  // The file has nodes with the opponent to move at the root and after a pass of the prover.
  const needed = position === certificate.claim.position || move === 'pass';
  const found = kind === 'prover' || needed ? certificate.find(position) : -1;
  if (found === null) return '';
  const list = (kind === 'prover' ? [found] : moves).map((square) => ({
    move: square < 0 ? '?' : squareAt(square, position.size),
    position: play(position, square),
  }));
  const illegal = list.find((next) => next.position === null);
  return illegal ? illegal.move : (list as { move: string; position: Position }[]);
}
