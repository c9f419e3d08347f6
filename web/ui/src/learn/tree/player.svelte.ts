/** The playback of one search: the current step, expanded and selected nodes, and animation. */
import { everything, firstOpen, revealing, shownFor, toggled } from './folding';
import { clampStep, lastStep, nextOf, nodeAt, stagesOf, stepOver, type Stages } from './stepping';
import { traceOf, type Trace } from './trace';
import type { TreeDocument } from './types';
import type { View } from './view';

/** Steps per second. */
export const SPEEDS: readonly number[] = [0.5, 1, 2, 5, 15, 60, 400];
const USUAL = 2;

export class TreePlayer {
  readonly trace: Trace;
  readonly stages: Stages;
  step = $state(0);
  open = $state.raw<ReadonlySet<number>>(new Set());
  selected = $state(-1);
  playing = $state(false);
  speed = $state(USUAL);
  view = $state<View>('root');
  /** Expands the path to the current node of the search automatically. */
  follow = $state(true);

  constructor(doc: TreeDocument, at: number | null = null, view: View = 'root') {
    this.trace = traceOf(doc);
    this.stages = stagesOf(this.trace);
    this.open = firstOpen(this.trace);
    this.view = view;
    this.step = at === null ? 0 : clampStep(this.trace, at);
  }

  get last(): number {
    return lastStep(this.trace);
  }

  /** The expanded nodes: those chosen, and those on the path to the current node. */
  readonly shown: ReadonlySet<number> = $derived.by(() => {
    const node = nodeAt(this.trace, this.step);
    return this.follow && node >= 0 && this.step < this.last ? revealing(this.trace, this.open, node) : this.open;
  });

  readonly here: number = $derived.by(() => nodeAt(this.trace, this.step));

  /** The current node of the search, or the collapsed node that hides it. */
  readonly current: number = $derived.by(() => (this.here < 0 ? -1 : shownFor(this.trace, this.shown, this.here)));

  go(step: number): void {
    this.step = clampStep(this.trace, step);
    if (this.step >= this.last) this.playing = false;
  }

  /** Goes to a step chosen by the user, which stops the animation. */
  seek(step: number): void {
    this.playing = false;
    this.go(step);
  }

  over(): void {
    this.seek(stepOver(this.trace, this.stages, this.step));
  }

  toNext(kind: 'cut' | 'table'): void {
    this.seek(nextOf(this.trace, this.step, kind));
  }

  togglePlay(): void {
    if (!this.playing && this.step >= this.last) this.step = 0;
    this.playing = !this.playing;
  }

  /** Advances by the steps for `ms` milliseconds; returns the unused time. */
  advance(ms: number): number {
    const steps = (ms / 1000) * (SPEEDS[this.speed] ?? 2);
    const whole = Math.floor(steps);
    if (whole > 0) this.go(this.step + whole);
    return ((steps - whole) * 1000) / (SPEEDS[this.speed] ?? 2);
  }

  toggle(node: number): void {
    if ((this.trace.children[node]?.length ?? 0) === 0) return;
    this.open = toggled(this.shown, node);
  }

  openAll(): void {
    this.open = everything(this.trace);
  }

  openFirst(): void {
    this.open = firstOpen(this.trace);
    if (this.open.size === everything(this.trace).size) this.open = new Set([0]);
  }

  /** Selects a node and makes it visible: expands its ancestors, and steps forward if the search has not reached it. */
  choose(node: number): void {
    this.selected = node;
    if (node >= 0) this.open = revealing(this.trace, this.open, node);
  }

  /** Goes to the step at which a node appears. */
  visit(node: number): void {
    this.choose(node);
    this.seek(this.stages.from[node] ?? 0);
  }
}

/** Runs the animation while `playing` is set; call it from an effect. */
export function animate(player: TreePlayer): (() => void) | undefined {
  if (!player.playing) return undefined;
  let rest = 0;
  let before = performance.now();
  let frame = requestAnimationFrame(function tick(now: number) {
    rest = player.advance(rest + Math.min(250, now - before));
    before = now;
    frame = requestAnimationFrame(tick);
  });
  return () => cancelAnimationFrame(frame);
}
