/** The text of the status line: one heading and one note, so that its height never changes. */
import { isMixed, lastPly, PASS, wasPlayedHere } from '../board/game/game';
import { inView, viewer } from '../board/game/perspective';
import { resultOf } from '../board/game/result';
import type { Report } from '../api/events';
import { HUMAN, type Color, type Snapshot } from '../board/game/types';
import { number, signed, t } from '../i18n/t';
import type { PlayerList } from '../session/playerlist.svelte';
import type { Table } from './table.svelte';
import { colorName, discName, moveName, passWords, resultWords, whyNot } from '../board/words';
import { hintWords, lessonHeading } from './words';

export interface Status {
  kind: 'turn' | 'thinking' | 'pass' | 'result' | 'lesson';
  heading: string;
  note: string;
}

export function statusOf(table: Table, playerList: PlayerList): Status {
  const passed = passToShow(table);
  const { thinking, snapshot, coach } = table;
  if (coach.lesson) return { kind: 'lesson', heading: lessonHeading(coach.lesson), note: '' };
  if (coach.judging) return { kind: 'thinking', heading: t('lesson.judging'), note: '' };
  if (snapshot?.over && table.live)
    return { kind: 'result', heading: resultWords(snapshot, table.game.ended), note: resultNote(table, snapshot) };
  const facts = thinking?.report ? thinkingFacts(thinking.report, isOpponent(table, thinking.turn)) : '';
  if (passed) return { kind: 'pass', heading: passWords(passed), note: facts };
  if (!table.live) return lookingBack(table);
  if (thinking) {
    const key = table.sides[thinking.turn] === HUMAN ? 'status.thinkingForYou' : 'status.thinking';
    return { kind: 'thinking', heading: t(key, { color: colorName(thinking.turn) }), note: facts };
  }
  return table.waiting ? waiting(table, playerList) : turn(table);
}

/** Reports whether a side plays against the only person. */
const isOpponent = ({ sides }: Table, side: Color): boolean =>
  sides[side] !== HUMAN && sides[side === 'black' ? 'white' : 'black'] === HUMAN;

/** The side whose pass to show: a pending one, or the last ply. It is shown until the next move. */
function passToShow({ snapshot, game }: Table): Color | null {
  if (snapshot?.pass) return snapshot.turn;
  const last = lastPly(game);
  return last?.move === PASS ? last.turn : null;
}

function lookingBack(table: Table): Status {
  const { cursor, plies } = table.game;
  const heading = cursor ? t('status.lookingBack', { at: cursor, of: plies.length }) : t('status.lookingBack.start');
  return { kind: 'turn', heading, note: t('status.lookingBack.note', { color: colorName(table.turn) }) };
}

function waiting(table: Table, playerList: PlayerList): Status {
  const color = colorName(table.turn);
  const heading = table.watching ? t('status.paused') : t('status.waiting', { color });
  return {
    kind: 'turn',
    heading,
    note: t('status.paused.note', { color, player: playerList.name(table.sides[table.turn]) }),
  };
}

function turn(table: Table): Status {
  const color = colorName(table.turn);
  const onePerson = (table.sides.black === HUMAN) !== (table.sides.white === HUMAN);
  const hint = hintWords(table);
  if (!onePerson || !table.personsTurn) return { kind: 'turn', heading: t('status.toMove', { color }), note: hint };
  if (hint) return { kind: 'turn', heading: t('status.yourTurn'), note: hint };
  const note = table.session.paused ? 'status.yourTurn.stopped' : 'status.yourTurn.note';
  return { kind: 'turn', heading: t('status.yourTurn'), note: t(note, { color }) };
}

/** Describes a search. Of an opponent's search, only the number of positions is shown. */
function thinkingFacts({ move, depth, exact, score, pov, nodes }: Report, secret: boolean): string {
  const visited = nodes ? t('thinking.nodes', { nodes: number(nodes) }) : '';
  if (secret) return visited;
  const facts = [
    t('thinking.best', { square: moveName(move) }),
    exact ? t('thinking.exact') : depth ? t('thinking.depth', { depth }) : '',
    score === undefined ? '' : t('thinking.value', { score: signed(inView(score, pov)), color: discName(viewer(pov)) }),
    visited,
  ];
  return facts.filter(Boolean).join(' · ');
}

function resultNote(table: Table, snapshot: Snapshot): string {
  const result = resultOf(snapshot);
  const notes = [];
  if (result?.empties && !table.game.ended) {
    notes.push(t(result.winner === 'draw' ? 'result.emptiesShared' : 'result.empties', { n: result.empties }));
  }
  const counted = (table.sides.black === HUMAN) !== (table.sides.white === HUMAN);
  if (counted && table.game.stored && (table.game.ended || wasPlayedHere(table.game))) {
    // The players may have changed after the end.
    const { finished, game, sides } = table;
    const mixed = finished?.id === game.id ? finished.mixed : isMixed(game, sides);
    notes.push(t(mixed ? 'result.mixed' : 'result.saved'));
  }
  return notes.join(' ');
}

/** The note to show; the reason for a refused click and a move to confirm take precedence. */
export function noteOf({ refused, picked }: Pick<Table, 'refused' | 'picked'>, status: Status): string {
  if (refused) return whyNot(refused);
  return picked ? t('status.picked', { square: picked }) : status.note;
}
