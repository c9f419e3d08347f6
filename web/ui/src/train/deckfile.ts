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
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return { flaw: { what: 'json' } };
  }
  const { schema, cards, answers } = fieldsOf(told);
  if (schema !== SCHEMA || !Array.isArray(cards) || !Array.isArray(answers)) return { flaw: { what: 'schema' } };
  const card = cards.findIndex((one) => !isCard(one));
  if (card >= 0) return { flaw: { what: 'card', place: card + 1 } };
  const answer = answers.findIndex((one) => !isAnswer(one));
  return answer >= 0
    ? { flaw: { what: 'answer', place: answer + 1 } }
    : { cards: cards as Card[], answers: answers as Answer[] };
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

const fieldsOf = (told: unknown): Fields => (typeof told === 'object' && told !== null ? (told as Fields) : {});
const isText = (told: unknown): told is string => typeof told === 'string';
const isNumber = (told: unknown): told is number => typeof told === 'number' && Number.isFinite(told);
const isCount = (told: unknown): boolean => isNumber(told) && Number.isInteger(told) && told >= 0;
const isMoment = (told: unknown): boolean => isText(told) && !Number.isNaN(Date.parse(told));
const isMoves = (told: unknown): boolean => isText(told) && /^([a-h][1-8]|--)*$/.test(told);
const isMove = (told: unknown): boolean => isText(told) && /^([a-h][1-8]|pass)$/.test(told);
const isMoveList = (told: unknown): boolean => Array.isArray(told) && told.every(isMove);
const isSide = (told: unknown): boolean => told === 'black' || told === 'white';
const isPosition = (told: unknown): boolean =>
  isText(told) && /^[XO-]+ [XO]$/.test(told) && [18, 38, 66].includes(told.length);

function isMemory(told: unknown): boolean {
  const { ease, interval, streak, lapses, due, last } = fieldsOf(told);
  return (
    isNumber(ease) &&
    ease >= 1.3 &&
    [interval, streak, lapses].every(isCount) &&
    isDay(due) &&
    (last === '' || isDay(last))
  );
}

function isPuzzle(told: unknown): boolean {
  const { id, position, empties, difficulty, depth = 0, tempting = 0, best, scores, from } = fieldsOf(told);
  const worth = fieldsOf(scores);
  const moves = isMoveList(best) ? (best as string[]) : [];
  return (
    [id, from].every(isText) &&
    isPosition(position) &&
    [empties, depth, tempting].every(isCount) &&
    [1, 2, 3, 4, 5].includes(difficulty as number) &&
    moves.length > 0 &&
    moves.every((move) => isNumber(worth[move])) &&
    Object.entries(worth).every(([move, score]) => isMove(move) && isNumber(score))
  );
}

function isQuestion(told: unknown): boolean {
  const { size, start, position, moves } = fieldsOf(told);
  return (
    [4, 6, 8].includes(size as number) &&
    (start === 'usual' || start === 'parallel') &&
    isMoves(moves) &&
    (position === undefined || isPosition(position))
  );
}

const isReason = (told: unknown): boolean => [fieldsOf(told).code, fieldsOf(told).en, fieldsOf(told).ja].every(isText);

function isMistake(told: unknown): boolean {
  const { question, pov, number, played, best, score, loss, source, depth, selectivity, pv, reply, why, black, white } =
    fieldsOf(told);
  return (
    isQuestion(question) &&
    isSide(pov) &&
    [number, depth].every(isCount) &&
    isMove(played) &&
    isMoveList(best) &&
    (best as string[]).length > 0 &&
    [score, loss, selectivity].every(isNumber) &&
    [source, black, white].every(isText) &&
    [pv, reply].every(isMoveList) &&
    Array.isArray(why) &&
    why.every(isReason)
  );
}

function isLine(told: unknown): boolean {
  const { moves, name, side } = fieldsOf(told);
  const { en, ja } = fieldsOf(name);
  return isMoves(moves) && moves !== '' && isSide(side) && [en, ja].some(isText);
}

function isCard(told: unknown): boolean {
  const { id, kind, added, memory, puzzle, mistake, line } = fieldsOf(told);
  const about: Record<Kind, () => boolean> = {
    puzzle: () => isPuzzle(puzzle),
    mistake: () => isMistake(mistake),
    opening: () => isLine(line),
  };
  return (
    isText(id) && isKind(kind) && id.startsWith(`${kind}:`) && isMoment(added) && isMemory(memory) && about[kind]()
  );
}

const isKind = (told: unknown): told is Kind => KINDS.some((kind) => kind === told);

function isAnswer(told: unknown): boolean {
  const { id, at, card, kind, quality, difficulty, loss } = fieldsOf(told);
  return (
    [id, card].every(isText) &&
    isMoment(at) &&
    isKind(kind) &&
    isCount(quality) &&
    (quality as number) <= 5 &&
    (difficulty === undefined || [1, 2, 3, 4, 5].includes(difficulty as number)) &&
    (loss === undefined || isNumber(loss))
  );
}
