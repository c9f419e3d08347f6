/** The players: the human and the computer players that the server lists. */
import { HUMAN, type PlayerInfo, type Sides, type Spec } from './types';

/** The computer that moves if neither side has one. */
export const FALLBACK_COMPUTER: Spec = 'kaeshi:level=8';

const GROUP_RANK = { algorithm: 0, skill: 1, level: 2 } as const;

function rank(spec: Spec): [number, number] {
  const group = spec.startsWith('kaeshi:level=') ? 'level' : spec.startsWith('kaeshi:skill=') ? 'skill' : 'algorithm';
  return [GROUP_RANK[group], Number(/(\d+)$/.exec(spec)?.[1] ?? 0)];
}

/** Returns the strongest computer of a game, by group and then by number; the default one between two persons. */
export function strongestComputer(sides: Sides): Spec {
  const computers = [sides.black, sides.white].filter((spec) => spec !== HUMAN);
  const byStrength = (a: Spec, b: Spec) => {
    const [groupA, numberA] = rank(a);
    const [groupB, numberB] = rank(b);
    return groupB - groupA || numberB - numberA;
  };
  return computers.sort(byStrength)[0] ?? FALLBACK_COMPUTER;
}

export type Group = PlayerInfo['group'];
export const GROUPS: readonly Group[] = ['skill', 'level', 'algorithm'];

/** Returns the players of a group that support this board size. */
export const inGroup = (players: readonly PlayerInfo[], group: Group, size: number): PlayerInfo[] =>
  players.filter((player) => player.group === group && player.sizes.includes(size));

/** Returns the name of a player; one that the server does not list is named by its spec. */
export function playerName(players: readonly PlayerInfo[], spec: Spec, language: 'en' | 'ja'): string {
  return players.find((player) => player.spec === spec)?.name[language] ?? spec;
}

/** Returns the skill of a player that imitates a person, 1 to 10; 0 for other players. */
export const skillOf = (spec: Spec): number => Number(/^kaeshi:skill=(\d+)$/.exec(spec)?.[1] ?? 0);
