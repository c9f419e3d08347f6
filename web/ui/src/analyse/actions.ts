/** The actions behind the keys and the command line of the page. */
import { transcript } from '../board/game/game';
import { t } from '../i18n/t';
import type { Actions } from '../keys/keys.svelte';
import { settings } from '../session/settings.svelte';
import { pliesOf } from './tree';
import { evalAloud } from './words';
import type { Workbench } from './workbench.svelte';

const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Returns the actions of the keys; `command` opens the command line. */
export function actionsOf(bench: Workbench, command: () => void): Actions {
  const { study, live } = bench;
  return {
    ...Object.fromEntries(LINES.map((n) => [`line${n}`, () => bench.followLine(n)])),
    back: () => study.step(study.cursor - 1),
    forward: () => study.step(study.cursor + 1),
    first: () => study.step(0),
    last: () => study.step(study.line.length),
    undo: () => study.step(study.cursor - 1),
    redo: () => study.step(study.cursor + 1),
    variationUp: () => study.sibling(-1),
    variationDown: () => study.sibling(1),
    nextMistake: () => bench.mistake(1),
    previousMistake: () => bench.mistake(-1),
    engine: () => live.toggle(),
    best: () => bench.playBest(),
    values: () => (bench.values = !bench.values),
    speak: () => study.announcer.say(evalAloud(live.analysis)),
    copy: () => void copyLine(bench),
    command,
    coordinates: () => (settings.coordinates = !settings.coordinates),
    flip: () => (settings.flipped = !settings.flipped),
  };
}

/** Copies the moves of the current line. */
async function copyLine({ study }: Workbench): Promise<void> {
  const message = await navigator.clipboard.writeText(transcript(pliesOf(study.line))).then(
    () => t('moves.copied'),
    () => t('moves.notCopied'),
  );
  study.announcer.say(message);
}
