/** The contents of the analysis board, and the text below it. */
import type { Shown } from '../board/table';
import { colorName, moveName, passWords, resultWords, whyNot } from '../board/words';
import { t, UNKNOWN } from '../i18n/t';
import type { Provenance } from '../api/events';
import { asBlack, inView } from '../board/game/perspective';
import type { Color } from '../board/game/types';
import { positionValue } from './value';
import { exactly, judgedText, leadWords, markSign, openingName, sourceAloud, word } from './words';
import type { Workbench } from './workbench.svelte';

type Playable = Shown & { playAt: (square: string) => void };

const NOTHING_DRAWN = { arrows: [], circles: [] };

export class BoardView {
  constructor(private readonly bench: Workbench) {}

  /** The position on the board: a set-up board, a previewed line, or the study. */
  table = $derived.by((): Playable => {
    const { editor, study, preview } = this.bench;
    if (editor) return editor.table;
    const { snapshot, sides, turn } = study;
    const on = preview.active ? preview : study;
    return { game: on.game, cells: [...on.cells], snapshot, sides, turn, playAt: this.playAt };
  });

  strip = $derived.by((): Shown => {
    const { study } = this.bench;
    const { black, white } = study.names;
    const { game, cells } = this.table;
    return { game, cells, snapshot: study.snapshot, turn: study.turn, sides: { black, white } };
  });

  /** The one-line position of the study; '' until the server has responded. */
  position = $derived.by(() => this.bench.study.snapshot?.position ?? '');

  drawn = $derived.by(() => {
    const { editor, preview, shapes } = this.bench;
    return editor || preview.active ? NOTHING_DRAWN : shapes.at(this.position);
  });

  /** The place in the game, and the side to move. */
  now = $derived.by((): string => {
    const { study, preview } = this.bench;
    const { refused, snapshot, cursor, line } = study;
    if (refused) return whyNot(refused);
    if (snapshot?.over) return resultWords(snapshot);
    if (snapshot?.pass) return passWords(snapshot.turn);
    if (preview.active) return word('now.preview', { n: preview.shown });
    return `${placeWords(cursor, line.length)} · ${t('status.toMove', { color: colorName(study.turn) })}`;
  });

  /** The place in the game or in the previewed line. */
  place = $derived.by((): string => {
    const { study, preview } = this.bench;
    return preview.active ? word('now.preview', { n: preview.shown }) : placeWords(study.cursor, study.line.length);
  });

  /** The last move with its mark: "Black b6 ?!"; '' at the start. */
  lastMove = $derived.by((): string => {
    const { study, here } = this.bench;
    const ply = study.line[study.cursor - 1]?.ply;
    return ply ? [colorName(ply.turn), moveName(ply.move), here && markSign(here)].filter(Boolean).join(' ') : '';
  });

  /** The value of the position for the bar: from the engine, else from the review; null while a mistake is retried. */
  evaluation = $derived.by((): { score: number | null; text: string; words: string } => {
    const { live, here, retry, editor } = this.bench;
    const { analysis } = live;
    const value = retry.secret || editor ? null : positionValue(analysis);
    if (analysis && value) return shownValue(value, value.score, analysis.pov);
    if (here && !retry.secret && !editor) return shownValue(here, here.played, here.pov);
    return { score: null, text: UNKNOWN, words: word('graph.unknown') };
  });

  opening = $derived.by(() => {
    const { live, job } = this.bench;
    return openingName(live.analysis?.opening ?? job.review.opening);
  });

  /** The review's judgement of the last move; '' while a mistake is retried. */
  judgement = $derived.by(() => {
    const { here, retry } = this.bench;
    return here && !retry.secret ? judgedText(here) : '';
  });

  private readonly playAt = (square: string): void => {
    const { study, preview, retry } = this.bench;
    if (preview.active) return preview.end();
    if (!retry.answers(square)) study.playAt(square);
  };
}

const placeWords = (cursor: number, of: number): string =>
  cursor === 0 ? t('status.lookingBack.start') : word('now.move', { n: cursor, of });

const shownValue = (from: Provenance, score: number, pov: Color) => ({
  score: asBlack(pov, score),
  text: exactly(inView(score, pov)),
  words: `${leadWords(score, pov)}${word('list.comma')}${sourceAloud(from, pov)}`,
});
