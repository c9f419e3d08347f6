/** Converts a part of a proof to a document of the tree explorer, with a sentence about the claim at each node. */
import { sentence } from '../text';
import { signed } from '../tree/view';
import type { Sentence, TreeDocument, TreeNode, Turn } from '../tree/types';
import type { Certificate } from './certificate';
import { textOf, type Side } from './rules';
import type { WalkNode } from './walk';

const turnOf = (side: Side): Turn => (side === 'X' ? 'black' : 'white');

export function documentOf(certificate: Certificate, nodes: readonly WalkNode[]): TreeDocument {
  const { leaf, claim } = certificate;
  const { enter, leave } = stepsOf(nodes);
  const tree = nodes.map((node, i): TreeNode => {
    const { position, kind, parent, move, empties, same } = node;
    const byProver = position.turn === claim.prover;
    const value = kind === 'over' ? node.score : claim.target;
    const known = kind !== 'missing';
    return {
      parent,
      move,
      position: textOf(position),
      turn: turnOf(position.turn),
      kind: kind === 'again' ? 'table' : 'visited',
      depth: empties,
      alpha: null,
      beta: null,
      ...(known && { value: byProver || value === 0 ? value : -value }),
      bound: kind === 'over' ? 'exact' : byProver ? 'lower' : 'upper',
      enter: enter[i] ?? 0,
      leave: leave[i] ?? 0,
      ...(same >= 0 && { hit: same, saved: 0 }),
      reason: sentenceOf(certificate, node, nodes),
      foot: footOf(node),
    };
  });
  const count = (kind: WalkNode['kind']) => nodes.filter((node) => node.kind === kind).length;
  return {
    schema: 'kaeshi/tree/1',
    game: 'othello',
    size: claim.position.size,
    position: tree[0]?.position ?? '',
    depth: leaf,
    move: nodes[1]?.parent === 0 && nodes[0]?.kind === 'prover' ? nodes[1].move : '',
    nodes: certificate.count,
    leaves: count('leaf'),
    cutoffs: 0,
    table_hits: count('again'),
    by_depth: [],
    truncated: nodes.some(({ more }) => more),
    algorithm: 'proof',
    tree,
  };
}

/** Returns the steps of a walk depth first. */
function stepsOf(nodes: readonly WalkNode[]): { enter: number[]; leave: number[] } {
  const [enter, leave]: number[][] = [[], []];
  let step = 0;
  const visit = (at: number): void => {
    (enter as number[])[at] = step++;
    for (const child of nodes[at]?.children ?? []) visit(child);
    (leave as number[])[at] = step++;
  };
  if (nodes.length > 0) visit(0);
  return { enter: enter as number[], leave: leave as number[] };
}

/** Returns what is claimed at a node, and why it holds. */
function sentenceOf({ claim, leaf }: Certificate, node: WalkNode, nodes: readonly WalkNode[]): Sentence {
  const [turn, prover, value] = [turnOf(node.position.turn), turnOf(claim.prover), signed(claim.target)];
  const sides = { turn: `turn.${turn}`, prover: `turn.${prover}` } as const;
  const { empties: n, note } = node;
  const next = nodes[node.children[0] ?? -1]?.move ?? '';
  switch (node.kind) {
    case 'over':
      return sentence('proof.over', { value, score: signed(node.score) }, sides);
    case 'leaf':
      return sentence('proof.leaf', { value, n, leaf }, sides);
    case 'assumed':
      return sentence('proof.assumed', { value, source: note }, sides);
    case 'again':
      return sentence('proof.again', { value }, sides);
    case 'missing':
      return sentence(note ? 'proof.illegal' : 'proof.missing', { move: note }, sides);
  }
  if (node.more) return sentence('proof.more', { value }, sides);
  if (next === 'pass') return sentence('proof.pass', { value }, sides);
  if (node.kind === 'prover') return sentence('proof.move', { value, move: next }, sides);
  return sentence('proof.replies', { value, n: node.children.length }, sides);
}

/** Returns the last line of a card. */
function footOf({ kind, empties: n, more }: WalkNode): Sentence {
  if (kind === 'leaf') return sentence('foot.leaf', { n });
  if (kind === 'over' || kind === 'assumed' || kind === 'missing') return sentence(`foot.${kind}`, {});
  return sentence(more ? 'foot.more' : 'foot.empties', { n });
}
