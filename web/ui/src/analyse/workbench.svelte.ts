/** The state of the analysis page: the board, the engines, the review, and the values that combine them. */
import type { EntryNote } from '../board/game/notes';
import type { SquareNote } from '../board/game/notes';
import { asBlack, inView } from '../board/game/perspective';
import type { PositionQuery } from '../api/games';
import { Editor } from './editor.svelte';
import type { Known } from './exports';
import type { Point } from './graph';
import { DEFAULT_HINTS, hintNotes, type Hints } from './hints';
import { mistakeFrom } from './judge';
import { EFFORTS, Live } from './live.svelte';
import { keepPrefs, loadPrefs } from './prefs';
import { Preview } from './preview.svelte';
import { Retry } from './retry.svelte';
import { REVIEW_LEVELS, ReviewJob } from './review.svelte';
import { Shapes } from './shapes.svelte';
import { Study } from './study.svelte';
import { moverOf, nodeOf, pliesOf, ROOT, type TreeNode } from './tree';
import type { Mark } from './types';
import { positionValue } from './value';
import { exactly, judgedWords, leadWords, lossText, markSign, sourceAloud, word } from './words';
import { colorName, moveName } from '../board/words';
import { noteEntry } from './filedwords';

export interface GraphPoint extends Point {
  mark: Mark;
  uncertain: boolean;
  words: string;
}

export class Workbench {
  readonly study = new Study(() => this.preview.end());
  readonly live = new Live();
  secondEngine = $state.raw<Live | null>(null);
  readonly job = new ReviewJob();
  readonly preview = new Preview(this.study);
  readonly retry = new Retry(this.study);
  readonly shapes = new Shapes();
  editor = $state.raw<Editor | null>(null);
  /** The editor whose position was sent to the server. */
  private sent: Editor | null = null;
  /** Values are shown on the squares. */
  values = $state(true);
  hints = $state<Hints>({ ...DEFAULT_HINTS });

  constructor() {
    const { level, reviewLevel, values, hints } = loadPrefs(EFFORTS, REVIEW_LEVELS);
    this.live.level = level;
    this.job.level = reviewLevel;
    this.values = values;
    this.hints = hints;
  }

  judged = $derived.by(() => (void this.job.review, this.job.judgedIn(this.study.tree)));
  here = $derived(this.judged.get(this.study.at) ?? null);

  /** The reviewed game: the main line. */
  query = $derived<PositionQuery>(this.study.queryAt(this.study.main.at(-1)?.id ?? ROOT));
  moves = $derived(pliesOf(this.study.main).map(({ move }) => move));

  notes = $derived.by((): ReadonlyMap<string, SquareNote> => {
    const notes = new Map<string, SquareNote>();
    if (this.preview.active) {
      for (const [square, n] of this.preview.numbers)
        notes.set(square, { text: String(n), words: word('square.step', { n }), kind: 'step', rank: '' });
      return notes;
    }
    if (this.here?.mark)
      notes.set(this.here.move, { text: markSign(this.here), words: judgedWords(this.here), kind: 'mark', rank: '' });
    if (!this.values || this.retry.secret) return notes;
    for (const [square, note] of hintNotes(this.live.analysis, this.hints)) notes.set(square, note);
    return notes;
  });

  points = $derived.by((): GraphPoint[] =>
    [ROOT, ...this.study.main.map(({ id }) => id)].map((id, cursor) => this.pointAt(id, cursor)),
  );

  exactFrom = $derived(this.job.review.exactFrom);

  /** Returns the graph point after a ply of the main line, from the review, else from the engine. */
  private pointAt(id: number, cursor: number): GraphPoint {
    const judged = this.judged.get(id);
    const next = this.judged.get(this.study.main[cursor]?.id ?? -1);
    const analysis = this.live.of(this.study.queryAt(id));
    const value = positionValue(analysis);
    const at =
      cursor === 0
        ? word('graph.start')
        : word('graph.at', { n: cursor, move: this.spoken(this.study.main[cursor - 1]) });
    const point = (score: number | null, exact: boolean, words: string): GraphPoint => ({
      score,
      exact,
      mark: judged?.mark ?? '',
      uncertain: judged?.uncertain ?? false,
      words: `${at}${word('list.comma')}${words}`,
    });
    if (judged)
      return point(
        asBlack(judged.pov, judged.played),
        judged.exact,
        judgedWords(judged) || leadWords(judged.played, judged.pov),
      );
    if (cursor === 0 && next)
      return point(
        asBlack(next.pov, next.score),
        next.exact,
        `${leadWords(next.score, next.pov)}${word('list.comma')}${sourceAloud(next, next.pov)}`,
      );
    if (analysis && value)
      return point(
        asBlack(analysis.pov, value.score),
        value.exact,
        `${leadWords(value.score, analysis.pov)}${word('list.comma')}${sourceAloud(value, analysis.pov)}`,
      );
    return point(null, false, word('graph.unknown'));
  }

  private spoken(node: TreeNode | undefined): string {
    const ply = node?.ply;
    return ply ? `${colorName(ply.turn)} ${moveName(ply.move)}` : '';
  }

  entryNote = (cursor: number): EntryNote | null => {
    const node = nodeOf(this.study.tree, this.study.main[cursor - 1]?.id ?? ROOT);
    const { id } = node;
    const filed = noteEntry(this.study.noteAt(id), moverOf(node));
    const judged = this.judged.get(id);
    if (!judged || judged.choices === 0) return filed;
    const value = exactly(inView(judged.played, judged.pov));
    const loss = judged.mark ? lossText(judged.loss) : '';
    const words = [judgedWords(judged), filed?.words].filter(Boolean).join(word('list.semicolon'));
    return { mark: markSign(judged), value, loss, words, comment: filed?.comment ?? false };
  };

  known = (id: number): Known => ({
    judged: this.judged.get(id) ?? null,
    analysis: this.live.of(this.study.queryAt(id)),
    note: this.study.noteAt(id),
  });

  /** Goes to the next or previous costly move, or announces that there is none. */
  mistake(step: 1 | -1): void {
    const found = mistakeFrom(this.job.review, this.study.aside ? this.study.mainCursor : this.study.cursor, step);
    if (!found) return this.study.announcer.say(word(step > 0 ? 'announce.noNextMistake' : 'announce.noMistakeBefore'));
    this.study.stepMain(found.ply);
    this.study.announcer.say(judgedWords(found));
  }

  /** Previews the nth line on the board. */
  followLine(n: number): void {
    const candidate = this.retry.secret ? undefined : this.live.analysis?.moves[n - 1];
    if (candidate) void this.preview.play(`engine/${candidate.move}`, candidate.pv);
  }

  playBest(): void {
    const best = this.retry.secret ? undefined : this.live.analysis?.moves[0];
    if (this.preview.playing) this.preview.keep();
    else if (best) this.study.playAt(best.move);
  }

  keepPrefs(): void {
    keepPrefs({ level: this.live.level, reviewLevel: this.job.level, values: this.values, hints: { ...this.hints } });
  }

  edit(): void {
    const editor = new Editor();
    this.preview.end();
    this.retry.end();
    editor.load(this.study.cells, this.study.turn, this.study.tree.origin.size);
    this.editor = editor;
  }

  /** Opens the set-up position if the server accepts it. */
  setUp(): void {
    const { editor } = this;
    if (!editor) return;
    this.sent = editor;
    this.study.begin({ size: editor.size, start: 'usual', position: editor.position });
  }

  /** Closes the editor once the server has accepted its position. */
  endEdit(): void {
    const { editor, study } = this;
    const taken = !study.opening && !study.failure && study.tree.origin.position === editor?.position;
    if (editor && taken && this.sent === editor) this.editor = null;
  }

  setSecondEngine(spec: string): void {
    this.secondEngine = new Live(spec);
    this.secondEngine.follow(this.study.query);
  }

  removeSecondEngine(): void {
    this.secondEngine?.close();
    this.secondEngine = null;
  }

  close(): void {
    this.study.close();
    this.live.close();
    this.secondEngine?.close();
    this.job.close();
    this.preview.end();
    this.retry.end();
  }
}
