/**
 * The tree of variations as an immutable value, and functions that return the next value. A node is the position after
 * its ply. The first child continues the line; the others are variations. The rules are not implemented here.
 */
import { PASS, transcript } from '../board/game/game';
import type { Color, Ply, Size, Start } from '../board/game/types';

/** The start of a game. `position` is a set-up board, "<cells> X", or '' for a usual start. */
export interface Origin {
  size: Size;
  start: Start;
  position: string;
}

export interface TreeNode {
  id: number;
  /** Null only at the root. */
  parent: number | null;
  ply: Ply | null;
  children: readonly number[];
}

export interface Tree {
  origin: Origin;
  nodes: ReadonlyMap<number, TreeNode>;
  /** The id of the next node; ids are never reused. */
  next: number;
}

export const ROOT = 0;

export const USUAL: Origin = { size: 8, start: 'usual', position: '' };

export function newTree(origin: Origin = USUAL): Tree {
  return { origin, nodes: new Map([[ROOT, { id: ROOT, parent: null, ply: null, children: [] }]]), next: 1 };
}

export function nodeOf(tree: Tree, id: number): TreeNode {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`the tree has no node ${id}`);
  return node;
}

/** Returns the side that played the move of a node; Black at the root, which has none. */
export const moverOf = ({ ply }: TreeNode): Color => ply?.turn ?? 'black';

const childNodes = (tree: Tree, id: number): TreeNode[] =>
  nodeOf(tree, id).children.map((child) => nodeOf(tree, child));

export const childWith = (tree: Tree, id: number, move: string): TreeNode | undefined =>
  childNodes(tree, id).find((child) => child.ply?.move === move);

/** Plays a ply after a node, unless it exists there; returns the resulting node. */
export const add = (tree: Tree, at: number, ply: Ply): { tree: Tree; id: number } => addAll(tree, at, [ply]);

/**
 * Plays a sequence of plies after a node; returns the last node. The nodes are copied once, since files may hold
 * hundreds of lines.
 */
export function addAll(tree: Tree, at: number, plies: readonly Ply[]): { tree: Tree; id: number } {
  const nodes = new Map(tree.nodes);
  let next = tree.next;
  let id = at;
  for (const ply of plies) {
    const grown = { ...tree, nodes };
    const known = childWith(grown, id, ply.move);
    if (!known) {
      const parent = nodeOf(grown, id);
      nodes.set(id, { ...parent, children: [...parent.children, next] });
      nodes.set(next, { id: next, parent: id, ply, children: [] });
    }
    id = known?.id ?? next++;
  }
  return { tree: next === tree.next ? tree : { ...tree, nodes, next }, id };
}

/** Removes a node and its subtree. The root cannot be removed. */
export function remove(tree: Tree, id: number): Tree {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return tree;
  const nodes = new Map(tree.nodes);
  for (const removed of below(tree, id)) nodes.delete(removed);
  const from = nodeOf(tree, parent);
  nodes.set(parent, { ...from, children: from.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** Returns the ids of a subtree in preorder. */
export function below(tree: Tree, id: number): number[] {
  return [id, ...nodeOf(tree, id).children.flatMap((child) => below(tree, child))];
}

/** Promotes the variation of a node at its last fork, where it becomes the main continuation. */
export function promote(tree: Tree, id: number): Tree {
  const fork = branchOf(tree, id);
  const parent = fork?.parent ?? null;
  if (!fork || parent === null) return tree;
  const from = nodeOf(tree, parent);
  const nodes = new Map(tree.nodes);
  nodes.set(parent, { ...from, children: [fork.id, ...from.children.filter((child) => child !== fork.id)] });
  return { ...tree, nodes };
}

/** Returns the first node of the innermost variation that contains a node; null on the main line. */
export function branchOf(tree: Tree, id: number): TreeNode | null {
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) {
    if (nodeOf(tree, node.parent).children[0] !== node.id) return node;
  }
  return null;
}

export const isMain = (tree: Tree, id: number): boolean => branchOf(tree, id) === null;

/** Returns the nodes from the first ply to a node; empty for the root. */
export function path(tree: Tree, id: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) nodes.unshift(node);
  return nodes;
}

/** Returns the path to a node, continued along the line to its end. */
export function lineThrough(tree: Tree, id: number): TreeNode[] {
  const nodes = path(tree, id);
  for (let [next] = nodeOf(tree, id).children; next !== undefined; [next] = nodeOf(tree, next).children)
    nodes.push(nodeOf(tree, next));
  return nodes;
}

export const mainLine = (tree: Tree): TreeNode[] => lineThrough(tree, ROOT);

export const pliesOf = (nodes: readonly TreeNode[]): Ply[] => nodes.flatMap(({ ply }) => (ply ? [ply] : []));

/** Returns the node after a number of plies of a line, or its end if the line is shorter. */
export const onLine = (line: readonly TreeNode[], cursor: number): number =>
  line[Math.min(cursor, line.length) - 1]?.id ?? ROOT;

/** Returns the transcript of the moves to a node, which identifies a position in this tree. */
export const movesTo = (tree: Tree, id: number): string => transcript(pliesOf(path(tree, id)));

/** Returns a node and its siblings, main continuation first; empty for the root. */
export function choices(tree: Tree, id: number): TreeNode[] {
  const { parent } = nodeOf(tree, id);
  return parent === null ? [] : childNodes(tree, parent);
}

/** Returns the sibling `step` places away, wrapping around at the ends; the node itself if it has none. */
export function sibling(tree: Tree, id: number, step: 1 | -1): number {
  const all = choices(tree, id);
  const at = all.findIndex((node) => node.id === id);
  return all[(at + step + all.length) % all.length]?.id ?? id;
}

/** Returns the variations that leave the line at a node: its siblings. */
export const variationsAt = (tree: Tree, id: number): TreeNode[] => choices(tree, id).filter((node) => node.id !== id);

/**
 * Formats the tree, with variations in brackets after the move that they replace: "f5d6c3(c4e3)d3". Passes are omitted,
 * since the rules imply them, except at the end of a line.
 */
export function formatMoves(tree: Tree): string {
  return formatBelow(tree, ROOT);
}

function formatBelow(tree: Tree, id: number): string {
  const [first, ...others] = childNodes(tree, id);
  if (!first) return '';
  const variations = others.map((other) => `(${moveText(other)}${formatBelow(tree, other.id)})`).join('');
  return `${moveText(first)}${variations}${formatBelow(tree, first.id)}`;
}

const moveText = ({ ply, children }: TreeNode): string =>
  ply?.move !== PASS ? (ply?.move ?? '') : children.length === 0 ? '--' : '';

/** All moves of a line, from the start. */
export type Line = readonly string[];

/** Parses a text written by `formatMoves`, main line first; returns null if it is invalid. */
export function parseMoves(text: string): Line[] | null {
  const lines: string[][] = [[]];
  /** The lines being read, outermost first, as indices into `lines`. */
  const open = [0];
  for (const token of text.toLowerCase().match(/[a-h][1-8]|--|[()]|./gs) ?? []) {
    const at = open.at(-1) ?? 0;
    const line = lines[at] ?? [];
    if (token === '(') {
      if (line.length === 0) return null;
      lines.push(line.slice(0, -1));
      open.push(lines.length - 1);
    } else if (token === ')') {
      if (open.length === 1) return null;
      open.pop();
    } else if (/^([a-h][1-8]|--)$/.test(token)) line.push(token);
    else return null;
  }
  return open.length === 1 ? lines : null;
}

/** Returns the preorder index of a node: 0 is the root, n the nth ply of the main line. */
export const placeOf = (tree: Tree, id: number): number => below(tree, ROOT).indexOf(id);

export const nodeAt = (tree: Tree, place: number): number => below(tree, ROOT)[place] ?? ROOT;
