/** Export of the visible tree: SVG for slides, DOT for Graphviz, JSON for programs. */
import { pictureOf, type Mark } from '../position';
import type { CardShape } from './card';
import { labelOf, windowLine } from './label';
import type { Layout, Place } from './layout';
import type { Palette } from './palette';
import { stageAt, type Stage, type Stages } from './stepping';
import type { Trace } from './trace';
import type { TreeDocument, TreeNode } from './types';
import { seenFrom, valueText, type View } from './view';

export interface Shown {
  trace: Trace;
  stages: Stages;
  layout: Layout;
  step: number;
  view: View;
}

export type Format = 'svg' | 'dot' | 'json';

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

interface Item {
  place: Place;
  node: TreeNode;
  stage: Stage;
}

function itemsOf({ trace, stages, layout, step }: Shown): Item[] {
  return layout.places.flatMap((place) => {
    const node = trace.nodes[place.node];
    const stage = stageAt(trace, stages, place.node, step);
    return node && stage !== 'unseen' ? [{ place, node, stage }] : [];
  });
}

const wordsOn = ({ trace, view }: Shown, { node, stage }: Item): string =>
  stage === 'cut' ? '✕' : stage === 'open' ? '…' : valueText(trace.doc, seenFrom(trace.doc, node, view));

/** Returns a document with only the visible nodes, renumbered; references to other nodes become -1. */
export function toJSON(shown: Shown): string {
  const items = itemsOf(shown).sort((a, b) => a.place.node - b.place.node);
  const numbers = new Map(items.map(({ place }, i) => [place.node, i]));
  const of = (node: number | undefined): number | undefined =>
    node === undefined ? undefined : (numbers.get(node) ?? -1);
  const tree = items.map(({ node }) => ({ ...node, parent: of(node.parent), by: of(node.by), hit: of(node.hit) }));
  const doc: TreeDocument = {
    ...shown.trace.doc,
    truncated: shown.trace.doc.truncated || tree.length < shown.trace.nodes.length,
    tree: tree as TreeNode[],
  };
  return `${JSON.stringify(doc, null, 1)}\n`;
}

const DOT_STYLES: Readonly<Record<Stage, string>> = {
  unseen: '',
  done: '',
  open: ' style="bold"',
  cut: ' style="dashed" color="gray50" fontcolor="gray40"',
  table: ' peripheries=2',
};

/** The style of an edge to a node that was cut off. */
const CUT_EDGE = ' style="dashed" color="gray50"';

export function toDOT(shown: Shown): string {
  const { trace, view, layout } = shown;
  const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const lines = itemsOf(shown).flatMap((item) => {
    const { place, node, stage } = item;
    const label = [wordsOn(shown, item), stage === 'cut' ? '' : windowLine(trace.doc, node, view)]
      .filter(Boolean)
      .join('\\n');
    const tip = stage === 'cut' && node.reason ? ` tooltip=${quote(node.reason.en)}` : '';
    const own = `  n${place.node} [label="${label}"${DOT_STYLES[stage]}${tip}];`;
    const parent = layout.places[place.parent];
    if (!parent) return [own];
    return [
      own,
      `  n${parent.node} -> n${place.node} [label=${quote(labelOf(node))}${stage === 'cut' ? CUT_EDGE : ''}];`,
    ];
  });
  const title = `${trace.doc.algorithm}, ${trace.doc.position}`;
  return [
    'digraph tree {',
    `  label=${quote(title)};`,
    '  node [shape=box fontname="sans-serif"];',
    '  edge [fontname="sans-serif"];',
    ...lines,
    '}',
    '',
  ].join('\n');
}

export function toSVG(shown: Shown, shape: CardShape, palette: Palette): string {
  const { layout } = shown;
  const items = itemsOf(shown);
  const pad = 24;
  const width = Math.ceil(layout.right - layout.left + 2 * pad);
  const height = Math.ceil(layout.bottom + 2 * pad);
  const edges = items.map((item) => edge(shown, shape, palette, item)).join('');
  const cards = items.map((item) => card(shown, shape, palette, item)).join('\n');
  const box = `${layout.left - pad} ${-pad} ${width} ${height}`;
  const size = `width="${width}" height="${height}" viewBox="${box}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif">
<title>${escaped(`${shown.trace.doc.algorithm} ${shown.trace.doc.position}`)}</title>
<rect x="${layout.left - pad}" y="${-pad}" width="100%" height="100%" fill="${palette.paper}"/>
<g fill="none" stroke="${palette.edge}">${edges}</g>
${cards}
</svg>
`;
}

function edge({ layout }: Shown, shape: CardShape, palette: Palette, { place, stage }: Item): string {
  const parent = layout.places[place.parent];
  if (!parent) return '';
  const from = parent.y + shape.height;
  const middle = from + shape.gapY * 0.42;
  const style =
    stage === 'cut'
      ? ' stroke-dasharray="5 4"'
      : stage === 'open'
        ? ` stroke="${palette.accent}" stroke-width="2.5"`
        : '';
  const [x, to] = [r(parent.x), r(place.x)];
  return `<path d="M${x} ${r(from)}C${x} ${r(middle)} ${to} ${r(middle)} ${to} ${r(place.y)}"${style}/>`;
}

const r = (value: number): number => Math.round(value * 10) / 10;

function card(shown: Shown, shape: CardShape, palette: Palette, item: Item): string {
  const { place, node, stage } = item;
  const { trace, view } = shown;
  const cut = stage === 'cut';
  const text = (y: number, size: number, color: string, words: string, weight = 400) => {
    const font = `font-size="${size}" font-weight="${weight}" fill="${color}" text-anchor="middle"`;
    return words ? `<text x="${r(place.x)}" y="${r(y)}" ${font}>${escaped(words)}</text>` : '';
  };
  const fill = cut ? palette.paper : palette.sheet;
  const stroke = stage === 'open' ? palette.accent : palette.edge;
  const outline = [
    `<rect x="${r(place.x - shape.width / 2)}" y="${r(place.y)}" width="${shape.width}" height="${shape.height}"`,
    ` rx="7" fill="${fill}" stroke="${stroke}"${cut ? ' stroke-dasharray="5 4"' : ''}/>`,
  ].join('');
  return [
    '<g>',
    cut && node.reason ? `<title>${escaped(node.reason.en)}</title>` : '',
    outline,
    board(shown, shape, palette, item),
    text(place.y + shape.valueAt, 15, cut ? palette.soft : palette.ink, wordsOn(shown, item), 600),
    text(place.y + shape.windowAt, 10.5, palette.soft, cut ? '' : windowLine(trace.doc, node, view)),
    text(place.y - 9, 11, palette.ink, labelOf(node), 600),
    '</g>',
  ].join('');
}

function board({ trace }: Shown, shape: CardShape, palette: Palette, { place, node, stage }: Item): string {
  const { size, cells } = pictureOf(node.position, trace.doc.game);
  if (size === 0 || shape.board === 0) return '';
  const step = shape.board / size;
  const othello = trace.doc.game === 'othello';
  const lines = Array.from(
    { length: size - 1 },
    (_, i) => `M${r((i + 1) * step)} 0V${shape.board}M0 ${r((i + 1) * step)}H${shape.board}`,
  ).join('');
  const marks = cells
    .map((mark, i) =>
      mark ? markSVG(mark, r(((i % size) + 0.5) * step), r((Math.floor(i / size) + 0.5) * step), step, palette) : '',
    )
    .join('');
  const at = `${r(place.x - shape.board / 2)} ${r(place.y + shape.boardTop)}`;
  const [ground, rule] = othello ? [palette.felt, palette.feltRule] : [palette.paper, palette.edge];
  return [
    `<g transform="translate(${at})"${stage === 'cut' ? ' opacity=".3"' : ''}>`,
    `<rect width="${shape.board}" height="${shape.board}" fill="${ground}"/>`,
    `<path d="${lines}" stroke="${rule}" stroke-width=".75"/>`,
    marks,
    '</g>',
  ].join('');
}

function markSVG(mark: Exclude<Mark, null>, x: number, y: number, step: number, palette: Palette): string {
  const s = r(step * 0.27);
  const width = r(step * 0.13);
  if (mark === 'x') {
    const strokes = `M${r(x - s)} ${r(y - s)}l${2 * s} ${2 * s}m0 ${-2 * s}l${-2 * s} ${2 * s}`;
    return `<path d="${strokes}" stroke="${palette.ink}" stroke-width="${width}"/>`;
  }
  const circle = `<circle cx="${x}" cy="${y}"`;
  if (mark === 'o') return `${circle} r="${s}" fill="none" stroke="${palette.accent}" stroke-width="${width}"/>`;
  return `${circle} r="${r(step * 0.4)}" fill="${palette[mark]}" stroke="${palette.edge}" stroke-width=".5"/>`;
}
