/** The tree as files: JSON with everything that is known and how, and SGF with variations, marks and the same in comments. */
import type { Color } from '../game/types';
import type { Names } from './address';
import { nodeOf, ROOT, type Tree } from './tree';
import type { Analysis, Candidate, Judged } from './types';

/** What is known of a node: the analysis of its position, and the judgement of the move that led there. */
export interface Known {
  analysis: Analysis | null;
  judged: Judged | null;
}

export type KnownOf = (id: number) => Known;

interface ExportedNode {
  move?: string;
  turn?: Color;
  judged?: object;
  analysis?: object;
  next: readonly ExportedNode[];
}

/** Every number keeps where it comes from: source, depth, confidence in percent, and whose view it is. */
export function jsonOf(tree: Tree, names: Names, known: KnownOf): string {
  const { size, start, position } = tree.origin;
  const named = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));
  const document = { schema: 'kaeshi/analysis-tree/1', size, ...(position ? { position } : { start }), ...named, tree: exported(tree, ROOT, known) };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function exported(tree: Tree, id: number, known: KnownOf): ExportedNode {
  const { ply, children } = nodeOf(tree, id);
  const { analysis, judged } = known(id);
  return {
    ...(ply && { move: ply.move, turn: ply.turn }),
    ...(judged && { judged: judgedFields(judged) }),
    ...(analysis && { analysis: { pov: analysis.pov, nodes: analysis.nodes, seconds: analysis.seconds, moves: analysis.moves.map(candidateFields) } }),
    next: children.map((child) => exported(tree, child, known)),
  };
}

const candidateFields = ({ move, score, source, depth, selectivity, exact, pv }: Candidate): object => ({ move, score, source, depth, selectivity, exact, pv });

const judgedFields = ({ pov, played, score, loss, mark, best, source, depth, selectivity, exact, pv, reply, why, device }: Judged): object => ({
  pov, played, best_score: score, loss, mark, best, source, depth, selectivity, exact, pv, reply, why, ...(device && { engine: 'device' }),
});

/** FF[4], GM[2]: moves as squares, a pass as none; variations after the line. `initial` is the one-line position where the tree begins. */
export function sgfOf(tree: Tree, names: Names, known: KnownOf, initial: string): string {
  const { origin } = tree;
  const info = [tag('PB', names.black), tag('PW', names.white), tag('EV', names.event)].join('');
  return `(;FF[4]GM[2]CA[UTF-8]SZ[${origin.size}]${info}${setUpTags(tree, initial)}${comment(known(ROOT))}\n${sequel(tree, ROOT, known)})\n`;
}

const tag = (name: string, value: string): string => (value ? `${name}[${escaped(value.replace(/\s+/g, ' '))}]` : '');

const escaped = (text: string): string => text.replace(/[\\\]]/g, '\\$&').replace(/\(;/g, '\\(;');

function setUpTags({ origin: { size, start, position } }: Tree, initial: string): string {
  if (start === 'usual' && !position) return '';
  const squares = (letter: string) =>
    Array.from(initial.slice(0, size * size)).flatMap((c, i) => (c === letter ? [`[${'abcdefgh'[i % size]}${Math.floor(i / size) + 1}]`] : [])).join('');
  const [black, white] = [squares('X'), squares('O')];
  return `${black && `AB${black}`}${white && `AW${white}`}PL[${initial.endsWith('O') ? 'W' : 'B'}]`;
}

function sequel(tree: Tree, id: number, known: KnownOf): string {
  const { children } = nodeOf(tree, id);
  const parts = children.map((child) => {
    const { ply } = nodeOf(tree, child);
    const square = ply?.move === 'pass' ? '' : (ply?.move ?? '');
    return `;${ply?.turn === 'white' ? 'W' : 'B'}[${square}]${markTag(known(child).judged)}${comment(known(child))}${sequel(tree, child, known)}`;
  });
  return parts.length > 1 ? parts.map((part) => `\n(${part})`).join('') : parts.join('');
}

const MARKS: Readonly<Record<string, string>> = { '?!': 'DO[]', '?': 'BM[1]', '??': 'BM[2]' };

const markTag = (judged: Judged | null): string => MARKS[judged?.mark ?? ''] ?? '';

function comment({ analysis, judged }: Known): string {
  const lines = [
    judged && `${judged.mark} ${plus(judged.played)} for ${judged.pov}, loses ${judged.loss} (${provenance(judged)}${judged.device ? ', on the device' : ''}); best ${judged.best.join(' ')}`.trim(),
    ...(judged?.why.map(({ en }) => en) ?? []),
    ...(analysis?.moves.slice(0, 5).map((move) => `${move.move} ${plus(move.score ?? 0)} (${provenance(move)}) ${move.pv.join(' ')}`) ?? []),
  ].filter(Boolean);
  return lines.length > 0 ? `C[${escaped(lines.join('\n'))}]` : '';
}

const plus = (score: number): string => `${score > 0 ? '+' : ''}${score}`;

export function provenance({ source, depth, selectivity }: Pick<Judged, 'source' | 'depth' | 'selectivity'>): string {
  if (source === 'exact' || source === 'book') return source;
  return selectivity < 100 ? `depth ${depth} at ${selectivity} %` : `depth ${depth}`;
}
