/** Exports and imports the deck. Every field of an imported file that the page relies on is validated. */
import { isDay } from './day';
import { KINDS, type Answer, type Card, type Kind } from './types';

export const SCHEMA = 'kaeshi/deck/1';

export interface DeckFile {
  schema: typeof SCHEMA;
  exported: string;
  cards: readonly Card[];
  answers: readonly Answer[];
}

export const deckFile = (cards: readonly Card[], answers: readonly Answer[], now: Date): DeckFile => ({
  schema: SCHEMA,
  exported: now.toISOString(),
  cards,
  answers,
});

/** json: not JSON; schema: JSON with another schema; card, answer: an invalid entry, the first at `place` (from 1). */
export type Flaw =
  | { what: 'json' }
  | { what: 'schema' }
  | { what: 'card'; place: number }
  | { what: 'answer'; place: number };

export type Read = { cards: Card[]; answers: Answer[] } | { flaw: Flaw };

export function readDeck(text: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { flaw: { what: 'json' } };
  }
  const { schema, cards: all, answers } = fieldsOf(value);
  if (schema !== SCHEMA || !Array.isArray(all) || !Array.isArray(answers)) return { flaw: { what: 'schema' } };
  const cards = all.map(current);
  const card = cards.findIndex((one) => !isCard(one));
  if (card >= 0) return { flaw: { what: 'card', place: card + 1 } };
  const answer = answers.findIndex((one) => !isAnswer(one));
  return answer >= 0
    ? { flaw: { what: 'answer', place: answer + 1 } }
    : { cards: cards as Card[], answers: answers as Answer[] };
}

/** Renames the confidence of a mistake, which older decks call `selectivity`. */
export function current<C>(card: C): C {
  const { mistake } = fieldsOf(card);
  const { selectivity, ...others } = fieldsOf(mistake);
  return selectivity === undefined ? card : { ...card, mistake: { ...others, confidence: selectivity } };
}

/** Returns the later-reviewed of two states of one card. */
const later = (a: Card, b: Card): Card => (b.memory.last > a.memory.last ? b : a);

/** Merges two decks; no card or answer is lost or duplicated. */
export function merged(mine: readonly Card[], theirs: readonly Card[]): Card[] {
  const cards = new Map(mine.map((card) => [card.id, card]));
  for (const card of theirs) cards.set(card.id, later(cards.get(card.id) ?? card, card));
  return [...cards.values()];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown): boolean => isNumber(value) && Number.isInteger(value) && value >= 0;
const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value));
const isMoves = (value: unknown): boolean => isText(value) && /^([a-h][1-8]|--)*$/.test(value);
const isMove = (value: unknown): boolean => isText(value) && /^([a-h][1-8]|pass)$/.test(value);
const isMoveList = (value: unknown): boolean => Array.isArray(value) && value.every(isMove);
const isSide = (value: unknown): boolean => value === 'black' || value === 'white';
const isPosition = (value: unknown): boolean =>
  isText(value) && /^[XO-]+ [XO]$/.test(value) && [18, 38, 66].includes(value.length);

function isMemory(value: unknown): boolean {
  const { ease, interval, streak, lapses, due, last } = fieldsOf(value);
  return (
    isNumber(ease) &&
    ease >= 1.3 &&
    [interval, streak, lapses].every(isCount) &&
    isDay(due) &&
    (last === '' || isDay(last))
  );
}

function isPuzzle(value: unknown): boolean {
  const { id, position, empties, difficulty, depth = 0, tempting = 0, best, scores, from, pair = [] } = fieldsOf(value);
  const values = fieldsOf(scores);
  const moves = isMoveList(best) ? (best as string[]) : [];
  return (
    [id, from].every(isText) &&
    isPosition(position) &&
    [empties, depth, tempting].every(isCount) &&
    [1, 2, 3, 4, 5].includes(difficulty as number) &&
    isMoveList(pair) &&
    moves.length > 0 &&
    moves.every((move) => isNumber(values[move])) &&
    Object.entries(values).every(([move, score]) => isMove(move) && isNumber(score))
  );
}

function isQuestion(value: unknown): boolean {
  const { size, start, position, moves } = fieldsOf(value);
  return (
    [4, 6, 8].includes(size as number) &&
    (start === 'usual' || start === 'parallel') &&
    isMoves(moves) &&
    (position === undefined || isPosition(position))
  );
}

const isReason = (value: unknown): boolean =>
  [fieldsOf(value).code, fieldsOf(value).en, fieldsOf(value).ja].every(isText);

function isMistake(value: unknown): boolean {
  const { question, pov, number, played, best, score, loss, source, depth, confidence, pv, reply, why, black, white } =
    fieldsOf(value);
  return (
    isQuestion(question) &&
    isSide(pov) &&
    [number, depth].every(isCount) &&
    isMove(played) &&
    isMoveList(best) &&
    (best as string[]).length > 0 &&
    [score, loss, confidence].every(isNumber) &&
    [source, black, white].every(isText) &&
    [pv, reply].every(isMoveList) &&
    Array.isArray(why) &&
    why.every(isReason)
  );
}

function isLine(value: unknown): boolean {
  const { moves, name, side } = fieldsOf(value);
  const { en, ja } = fieldsOf(name);
  return isMoves(moves) && moves !== '' && isSide(side) && [en, ja].some(isText);
}

function isCard(value: unknown): boolean {
  const { id, kind, added, memory, puzzle, mistake, line } = fieldsOf(value);
  const about: Record<Kind, () => boolean> = {
    puzzle: () => isPuzzle(puzzle),
    mistake: () => isMistake(mistake),
    opening: () => isLine(line),
  };
  return isText(id) && isKind(kind) && id.startsWith(`${kind}:`) && isTime(added) && isMemory(memory) && about[kind]();
}

const isKind = (value: unknown): value is Kind => KINDS.some((kind) => kind === value);

function isAnswer(value: unknown): boolean {
  const { id, at, card, kind, quality, difficulty, loss, rating, run } = fieldsOf(value);
  return (
    [id, card].every(isText) &&
    isTime(at) &&
    isKind(kind) &&
    isCount(quality) &&
    (quality as number) <= 5 &&
    (difficulty === undefined || [1, 2, 3, 4, 5].includes(difficulty as number)) &&
    [loss, rating].every((n) => n === undefined || isNumber(n)) &&
    (run === undefined || isText(run))
  );
}
