/** A sequence of cards. Cards that were missed are repeated at the end until they are answered well. */
import { Announcer } from '../session/announcer.svelte';
import { challengeOfMistake, challengeOfPuzzle } from './challenge';
import type { Deck } from './deck.svelte';
import { Drill } from './drill.svelte';
import { Exercise } from './exercise.svelte';
import { ratingOf } from './rating';
import { repeatsToday, isDue, type Quality } from './sm2';
import type { Card } from './types';

export class Session {
  /** The remaining cards, the current one first. */
  queue = $state.raw<readonly Card[]>([]);
  task = $state.raw<Exercise | Drill | null>(null);
  /** The number of cards, and how many were answered well at the first try. */
  readonly total: number;
  clean = $state(0);
  /** The number of completed cards. */
  finished = $state(0);
  readonly announcer = new Announcer();
  /** Cards whose answer has been recorded; repetitions are not recorded. */
  private readonly counted = new Set<string>();

  constructor(
    cards: readonly Card[],
    private readonly deck: Deck,
  ) {
    this.queue = [...cards].sort((a, b) =>
      a.memory.due === b.memory.due ? a.added.localeCompare(b.added) : a.memory.due.localeCompare(b.memory.due),
    );
    this.total = cards.length;
    this.startTask();
  }

  card = $derived(this.queue[0] ?? null);
  over = $derived(this.queue.length === 0);
  again = $derived(this.card !== null && this.counted.has(this.card.id));

  next = (): void => {
    const [card, ...rest] = this.queue;
    const quality = this.task?.over ? this.task.quality : 1;
    if (!card) return;
    const known = this.task?.over && !repeatsToday(quality);
    if (known) this.finished++;
    this.queue = known ? rest : [...rest, card];
    this.startTask();
  };

  /** Skips the card until another day. */
  drop(): void {
    this.queue = this.queue.slice(1);
    this.finished++;
    this.startTask();
  }

  close(): void {
    this.task?.close();
  }

  private startTask(): void {
    this.task?.close();
    const [card] = this.queue;
    this.task = card ? this.taskOf(card) : null;
    void this.task?.begin();
  }

  private taskOf(card: Card): Exercise | Drill {
    if (card.kind === 'opening')
      return new Drill(card.line, card.memory.last === '', this.announcer, (drill) => this.note(card, drill.quality));
    const challenge = card.kind === 'puzzle' ? challengeOfPuzzle(card.puzzle) : challengeOfMistake(card.mistake);
    const details = card.kind === 'puzzle' ? { difficulty: card.puzzle.difficulty, rating: ratingOf(card.puzzle) } : {};
    return new Exercise(challenge, this.announcer, (exercise) =>
      this.note(card, exercise.quality, { ...details, loss: exercise.lost }),
    );
  }

  private note(card: Card, quality: Quality, details: { loss?: number } = {}): void {
    if (this.counted.has(card.id)) return;
    this.counted.add(card.id);
    if (!repeatsToday(quality)) this.clean++;
    const now = this.deck.cards.find(({ id }) => id === card.id) ?? card;
    if (isDue(now.memory, this.deck.today)) void this.deck.recordAnswer(now, quality, details);
  }
}
