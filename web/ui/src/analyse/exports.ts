/** The tree as a JSON document with all results and their sources. The server converts it to other formats. */
import type { Color } from '../board/game/types';
import type { Names } from './address';
import type { FileNotes } from './filenotes';
import { mainLine, movesTo, nodeOf, ROOT, type Tree } from './tree';
import type { MoveNote } from '../api/analyses';
import type { Judged } from './types';
import type { Analysis, Candidate } from '../api/events';

/** The results for a node: the analysis of its position, and the judgement of the move that led to it. */
export interface Known {
  analysis: Analysis | null;
  judged: Judged | null;
  /** What the opened file contains about the move. */
  note?: MoveNote | null;
}

export type KnownOf = (id: number) => Known;

interface ExportedNode {
  move?: string;
  turn?: Color;
  judged?: object;
  analysis?: object;
  next: readonly ExportedNode[];
}

/** Returns the document of a tree. Each value has its source, depth, confidence in percent and point of view. */
export function documentOf(tree: Tree, names: Names, known: KnownOf, filed: FileNotes | null = null): object {
  const { size, start, position } = tree.origin;
  const named = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));
  return {
    schema: 'kaeshi/analysis-tree/1',
    size,
    ...(position ? { position } : { start }),
    ...named,
    ...(filed && gameFields(tree, filed)),
    tree: exported(tree, ROOT, known),
  };
}

/** Returns the fields of the opened file. Its result is left out if another line is the main line. */
function gameFields(tree: Tree, filed: FileNotes): object {
  const { comment, result, reason, main, event, round, date } = filed;
  const same = movesTo(tree, mainLine(tree).at(-1)?.id ?? ROOT).replace(/--$/, '') === main;
  const details = filed.details.filter(({ name }) => same || name !== 'Result');
  return {
    // These fields replace the name of the event, which combines them.
    ...((event || round || date) && { event: event || undefined, round: round || undefined, date: date || undefined }),
    ...(comment && { comment }),
    ...(same && result && { result }),
    ...(same && reason && { reason }),
    ...(details.length > 0 && { details }),
  };
}

export const jsonOf = (tree: Tree, names: Names, known: KnownOf, filed: FileNotes | null = null): string =>
  `${JSON.stringify(documentOf(tree, names, known, filed), null, 1)}\n`;

function exported(tree: Tree, id: number, known: KnownOf): ExportedNode {
  const { ply, children } = nodeOf(tree, id);
  const { analysis, judged, note } = known(id);
  return {
    ...(ply && { move: ply.move, turn: ply.turn }),
    ...(note && { note }),
    ...(judged && { judged: judgedFields(judged) }),
    ...(analysis &&
      analysis.moves.length > 0 && {
        analysis: {
          pov: analysis.pov,
          nodes: analysis.nodes,
          seconds: analysis.seconds,
          moves: analysis.moves.map(candidateFields),
        },
      }),
    next: children.map((child) => exported(tree, child, known)),
  };
}

const ORIGIN = ['source', 'depth', 'confidence', 'exact', 'proved'] as const;

const candidateFields = (candidate: Candidate): object => pick(candidate, ['move', 'score', ...ORIGIN, 'pv']);

const judgedFields = (judged: Judged): object => ({
  ...pick(judged, ['pov', 'played']),
  best_score: judged.score,
  ...pick(judged, ['loss', 'mark']),
  ...(judged.uncertain && { uncertain: true }),
  ...pick(judged, ['best', ...ORIGIN, 'pv', 'reply', 'why']),
  ...(judged.device && { engine: 'device' }),
});

/** Returns an object with only the named fields, in this order. */
const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

/** Formats to which the server converts a tree. */
export type FileFormat = 'sgf' | 'ggf';

/** The server's names for what a format cannot represent, with the page's messages. */
const LOST = {
  variations: 'omitted.variations',
  comments: 'omitted.comments',
  'marks of moves': 'omitted.marks',
  'where scores come from': 'omitted.sources',
  'the depth of scores': 'omitted.sources',
  'the tournament': 'omitted.event',
  'the time spent on moves': 'omitted.times',
  'the time left on the clocks': 'omitted.times',
} as const;

type Lost = (typeof LOST)[keyof typeof LOST] | 'omitted.other';

/** Returns the messages for the losses of a file, each once. */
export const lostWords = (lost: readonly string[]): readonly Lost[] => [
  ...new Set(lost.map((what): Lost => (what in LOST ? LOST[what as keyof typeof LOST] : 'omitted.other'))),
];
