/**
 * Stores the deck in the browser's IndexedDB. Each card and each answer is a record, so that two windows do not
 * overwrite each other's changes. Nothing is sent to a server.
 */
import { current } from './deckfile';
import type { Answer, Card } from './types';

const NAME = 'kaeshi.train';
const VERSION = 1;

type Mode = 'readonly' | 'readwrite';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('cards', { keyPath: 'id' });
      request.result.createObjectStore('answers', { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(`cannot open database ${NAME}`));
  });
}

/** Runs `work` in one transaction over both stores. */
async function inTransaction<T>(
  mode: Mode,
  work: (cards: IDBObjectStore, answers: IDBObjectStore) => () => T,
): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(['cards', 'answers'], mode);
      const result = work(transaction.objectStore('cards'), transaction.objectStore('answers'));
      transaction.oncomplete = () => resolve(result());
      transaction.onabort = () => reject(transaction.error ?? new Error(`cannot write database ${NAME}`));
    });
  } finally {
    database.close();
  }
}

export interface Contents {
  cards: readonly Card[];
  answers: readonly Answer[];
}

export const readAll = (): Promise<Contents> =>
  inTransaction('readonly', (cards, answers) => {
    const [all, given] = [cards.getAll() as IDBRequest<Card[]>, answers.getAll() as IDBRequest<Answer[]>];
    return () => ({ cards: all.result.map(current), answers: given.result });
  });

export async function write({ cards = [], answers = [] }: Partial<Contents>): Promise<void> {
  await inTransaction('readwrite', (cardStore, answerStore) => {
    for (const card of cards) cardStore.put(card);
    for (const answer of answers) answerStore.put(answer);
    return () => undefined;
  });
  notify();
}

/** Adds the cards that are not stored yet, and returns them. */
export async function addNew(cards: readonly Card[]): Promise<readonly Card[]> {
  const added = await inTransaction('readwrite', (store) => {
    const known = store.getAllKeys();
    const fresh: Card[] = [];
    known.onsuccess = () => {
      const ids = new Set(known.result);
      for (const card of cards) {
        if (ids.has(card.id)) continue;
        ids.add(card.id);
        store.put(card);
        fresh.push(card);
      }
    };
    return () => fresh;
  });
  notify();
  return added;
}

export async function removeCards(ids: readonly string[]): Promise<void> {
  await inTransaction('readwrite', (store) => {
    for (const id of ids) store.delete(id);
    return () => undefined;
  });
  notify();
}

// Notifies other windows of a write, so that they reload the deck.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : null;
const notify = (): void => channel?.postMessage('written');

export function onWritten(look: () => void): () => void {
  channel?.addEventListener('message', look);
  return () => channel?.removeEventListener('message', look);
}
