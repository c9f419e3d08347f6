/** The deck of the page. Every change is saved on the device before the page shows it. */
import { puzzleCard } from './cards';
import { dayOf, type Day } from './day';
import { deckFile, merged, readDeck, type DeckFile, type Flaw } from './deckfile';
import { ratingOf } from './rating';
import { isDue, remembered, type Quality } from './sm2';
import { addNew, onWritten, readAll, removeCards, write } from './storage';
import type { Answer, Card, Kind, Puzzle } from './types';

/** A puzzle with a lower quality of answer becomes a card. */
const SOLVED: Quality = 4;

/** Details of an answer besides its quality. */
export type AnswerDetails = Pick<Answer, 'difficulty' | 'loss' | 'rating' | 'run'>;

export class Deck {
  cards = $state.raw<readonly Card[]>([]);
  answers = $state.raw<readonly Answer[]>([]);
  /** The saved deck has been loaded. */
  ready = $state(false);
  /** Storage is unavailable, so the deck is lost when the page is closed. */
  unsaved = $state(false);
  today = $state<Day>(dayOf(new Date()));

  due = $derived(this.cards.filter(({ memory }) => isDue(memory, this.today)));

  /** Loads the deck, and reloads it when another window changes it. The returned function stops that. */
  open(): () => void {
    void this.look();
    const turn = () => (this.today = dayOf(new Date()));
    const end = onWritten(() => void this.look());
    document.addEventListener('visibilitychange', turn);
    return () => {
      end();
      document.removeEventListener('visibilitychange', turn);
    };
  }

  ofKind<K extends Kind>(kind: K): (Card & { kind: K })[] {
    return this.cards.filter((card): card is Card & { kind: K } => card.kind === kind);
  }

  has(id: string): boolean {
    return this.cards.some((card) => card.id === id);
  }

  /** Adds cards; returns the number of new ones. */
  async add(cards: readonly Card[]): Promise<number> {
    const added = await this.onDevice(
      () => addNew(cards),
      () => cards.filter(({ id }) => !this.has(id)),
    );
    this.cards = merged(this.cards, added);
    return added.length;
  }

  async remove(id: string): Promise<void> {
    await this.onDevice(
      () => removeCards([id]),
      () => undefined,
    );
    this.cards = this.cards.filter((card) => card.id !== id);
  }

  /** Records the answer to a due card. */
  recordAnswer(card: Card, quality: Quality, details: AnswerDetails = {}): Promise<void> {
    const next = { ...card, memory: remembered(card.memory, quality, this.now()) };
    return this.keep([next], [this.answer(card.id, card.kind, quality, details)]);
  }

  /** Records the answer to a puzzle, possibly in a run; a puzzle that was missed becomes a card. */
  recordPuzzle(puzzle: Puzzle, quality: Quality, loss: number, run = ''): Promise<void> {
    const made = puzzleCard(puzzle, new Date(), this.now());
    const card = this.cards.find(({ id }) => id === made.id) ?? made;
    const answer = this.answer(card.id, 'puzzle', quality, {
      // The difficulties of the middle game are not those of the endgame, which adapts to them.
      ...(!puzzle.pair && { difficulty: puzzle.difficulty }),
      rating: ratingOf(puzzle),
      loss,
      ...(run && { run }),
    });
    const kept = quality < SOLVED ? [{ ...card, memory: remembered(card.memory, quality, this.today) }] : [];
    return this.keep(kept, [answer]);
  }

  file(): DeckFile {
    return deckFile(this.cards, this.answers, new Date());
  }

  /** Adds the cards and answers of a file. Returns the number of new cards, or the flaw of the file. */
  async restore(text: string): Promise<{ added: number } | { flaw: Flaw }> {
    const read = readDeck(text);
    if ('flaw' in read) return read;
    const before = this.cards.length;
    const cards = merged(this.cards, read.cards);
    await this.keep(cards, read.answers);
    return { added: cards.length - before };
  }

  private now(): Day {
    return (this.today = dayOf(new Date()));
  }

  private answer(card: string, kind: Kind, quality: Quality, details: AnswerDetails): Answer {
    return { id: crypto.randomUUID(), at: new Date().toISOString(), card, kind, quality, ...details };
  }

  private async keep(cards: readonly Card[], answers: readonly Answer[]): Promise<void> {
    await this.onDevice(
      () => write({ cards, answers }),
      () => undefined,
    );
    const changed = new Map(cards.map((card) => [card.id, card]));
    const others = this.cards.filter(({ id }) => !changed.has(id));
    const ids = new Set(answers.map(({ id }) => id));
    this.cards = [...others, ...cards];
    this.answers = [...this.answers.filter(({ id }) => !ids.has(id)), ...answers];
  }

  private async look(): Promise<void> {
    const { cards, answers } = await this.onDevice(readAll, () => ({ cards: this.cards, answers: this.answers }));
    this.cards = cards;
    this.answers = answers;
    this.ready = true;
  }

  /** Runs a storage operation. A private window may refuse storage; the page then works without it and reports that. */
  private async onDevice<T>(work: () => Promise<T>, otherwise: () => T): Promise<T> {
    try {
      const done = await work();
      this.unsaved = false;
      return done;
    } catch (error) {
      if (!(error instanceof DOMException) && !(error instanceof ReferenceError)) throw error;
      this.unsaved = true;
      return otherwise();
    }
  }
}

export const deck = new Deck();
