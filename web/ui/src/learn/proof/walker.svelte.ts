/** A walk through a certificate, part by part. */
import { TreePlayer } from '../tree/player.svelte';
import { pathTo } from '../tree/trace';
import type { View } from '../tree/view';
import type { Certificate } from './certificate';
import { documentOf } from './document';
import type { Position } from './rules';
import { walk, type WalkNode } from './walk';

interface Part {
  nodes: readonly WalkNode[];
  /** The moves from the position of the certificate to that of the part. */
  line: readonly string[];
  player: TreePlayer;
}

export class Walker {
  private parts = $state.raw<readonly Part[]>([]);

  /** `at` is the first step shown; by default the last, which shows all nodes. */
  constructor(
    readonly certificate: Certificate,
    at = Number.POSITIVE_INFINITY,
    view: View = 'root',
  ) {
    this.parts = [this.partFrom(certificate.claim.position, [], at, view)];
  }

  private readonly part: Part = $derived(this.parts.at(-1) as Part);

  get player(): TreePlayer {
    return this.part.player;
  }

  get line(): readonly string[] {
    return this.part.line;
  }

  /** The number of parts that led here. */
  get depth(): number {
    return this.parts.length - 1;
  }

  /** The nodes at which the part ends. */
  readonly ends: readonly number[] = $derived(this.part.nodes.flatMap(({ more }, i) => (more ? [i] : [])));

  /** Selects the next node at which the part ends, and returns it. */
  nextEnd(): number {
    const next = this.ends.find((node) => node > this.player.selected) ?? this.ends[0] ?? -1;
    this.player.choose(next);
    return next;
  }

  goesOn(node: number): boolean {
    return this.part.nodes[node]?.more ?? false;
  }

  /** Shows the part below a node at which the current part ends. */
  deeper(node: number): void {
    const from = this.part.nodes[node];
    if (!from?.more) return;
    const moves = pathTo(this.player.trace, node).map((at) => this.part.nodes[at]?.move ?? '');
    const line = [...this.line, ...moves.slice(1)];
    const next = this.partFrom(from.position, line, Number.POSITIVE_INFINITY, this.player.view);
    this.parts = [...this.parts, next];
  }

  /** Continues through the parts along moves, as far as parts end there, and shows a step of the last part. */
  follow(moves: readonly string[], at: number | null): void {
    let left = moves;
    for (let end = this.endAlong(left); end; end = this.endAlong(left)) {
      this.deeper(end.node);
      left = left.slice(end.depth);
    }
    if (at !== null) this.player.go(at);
  }

  /** Returns the first node along moves from the root at which the present part ends, and the number of moves. */
  private endAlong(moves: readonly string[]): { node: number; depth: number } | null {
    const { nodes } = this.part;
    let node = 0;
    for (const [i, move] of moves.entries()) {
      const next = nodes[node]?.children.find((child) => nodes[child]?.move === move);
      if (next === undefined) return null;
      if (nodes[next]?.more) return { node: next, depth: i + 1 };
      node = next;
    }
    return null;
  }

  back(): void {
    if (this.depth > 0) this.parts = this.parts.slice(0, -1);
  }

  top(): void {
    this.parts = this.parts.slice(0, 1);
  }

  private partFrom(position: Position, line: readonly string[], at: number, view: View): Part {
    const nodes = walk(this.certificate, position);
    return { nodes, line, player: new TreePlayer(documentOf(this.certificate, nodes), at, view) };
  }
}
