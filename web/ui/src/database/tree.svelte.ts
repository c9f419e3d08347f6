/** The openings of the games as a tree. The moves after a line are loaded when it is opened. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { Answer } from '../session/answer.svelte';
import type { Filter } from './address';
import { fetchNext } from './api';
import type { Explored } from './types';

/** Moves of a position that are shown at first. */
const FIRST = 8;

export class OpeningTree {
  private readonly answers = new SvelteMap<string, Answer<Explored>>();
  private readonly opened = new SvelteSet<string>();
  private readonly whole = new SvelteSet<string>();

  constructor(private readonly filter: Filter) {
    this.open('');
  }

  isOpen = (line: string): boolean => this.opened.has(line);

  answerOf = (line: string): Answer<Explored> | undefined => this.answers.get(line);

  /** The moves shown after a line, and the number of others. */
  movesOf(line: string): { moves: Explored['moves']; more: number } {
    const moves = this.answers.get(line)?.value?.moves ?? [];
    const shown = this.whole.has(line) ? moves : moves.slice(0, FIRST);
    return { moves: shown, more: moves.length - shown.length };
  }

  showAll(line: string): void {
    this.whole.add(line);
  }

  /** Opens a line and all lines on the way to it. */
  reveal(line: string): void {
    for (let end = 0; end <= line.length; end += 2) this.open(line.slice(0, end));
  }

  toggle(line: string): void {
    if (this.opened.has(line)) this.opened.delete(line);
    else this.open(line);
  }

  private open(line: string): void {
    this.opened.add(line);
    if (this.answers.has(line)) return;
    const answer = new Answer<Explored>();
    this.answers.set(line, answer);
    void answer.load((caller) => fetchNext(this.filter, line, caller));
  }

  close(): void {
    for (const answer of this.answers.values()) answer.close();
  }
}
