/** Annotations of squares during training. */
import type { SquareNote } from '../board/game/notes';
import { PASS } from '../board/game/game';
import type { Drill } from './drill.svelte';
import type { Exercise } from './exercise.svelte';
import { discs, score, word } from './words';

/** A move that loses at least this many discs against the best is shown as poor. */
const POOR = 4;

export function notesOf(exercise: Exercise): ReadonlyMap<string, SquareNote> {
  const { playback, onBoard, over, choice } = exercise;
  if (playback.active && playback.shown > 0) return new Map([...numbered(onBoard), ...judged(exercise)]);
  if (over) return new Map(Object.entries(exercise.scores).map(([move, value]) => [move, valued(exercise, value)]));
  return new Map(
    [...(exercise.challenge.candidates ?? []), ...choice].map((move) => [
      move,
      { text: '?', words: word('square.choice'), kind: 'depth' as const, rank: 'best' as const },
    ]),
  );
}

const numbered = (plies: Exercise['onBoard']): [string, SquareNote][] =>
  plies.flatMap(({ move }, i): [string, SquareNote][] =>
    move === PASS
      ? []
      : [[move, { text: String(i + 1), words: word('square.step', { n: i + 1 }), kind: 'step', rank: '' }]],
  );

/** The loss of a wrong try, on its square. */
function judged({ phase, tried, loss, lineOf, challenge: { exact } }: Exercise): [string, SquareNote][] {
  if (lineOf !== tried || phase !== 'wrong') return [];
  return [
    [
      tried,
      {
        text: `−${Math.round(loss)}`,
        words: word('square.loses', { discs: discs(loss) }),
        kind: exact ? 'exact' : 'depth',
        rank: 'best',
      },
    ],
  ];
}

function valued({ bestScore, challenge }: Exercise, value: number): SquareNote {
  const rank = value >= bestScore ? 'best' : bestScore - value >= POOR ? 'poor' : 'fair';
  const words = word(rank === 'best' ? 'square.best' : 'square.value', { score: score(value) });
  return { text: score(Math.round(value)), words, kind: challenge.exact ? 'exact' : 'depth', rank };
}

export function notesOfDrill({ phase, wrong, expected }: Drill): ReadonlyMap<string, SquareNote> {
  const notes = new Map<string, SquareNote>();
  if (wrong && (phase === 'wrong' || phase === 'revealed'))
    notes.set(wrong, { text: '✕', words: word('square.notHere'), kind: 'depth', rank: 'fair' });
  if (phase === 'revealed') notes.set(expected, { text: '○', words: word('square.here'), kind: 'book', rank: 'best' });
  return notes;
}
