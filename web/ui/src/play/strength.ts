/** The strength of a computer player in plain words. */
import type { PlayerInfo } from '../board/game/types';
import type { Key } from '../i18n/text';
import { t } from '../i18n/t';

const SKILL_WORDS: readonly Key[] = [
  'strength.skill.1',
  'strength.skill.2',
  'strength.skill.3',
  'strength.skill.4',
  'strength.skill.5',
  'strength.skill.6',
  'strength.skill.7',
  'strength.skill.8',
  'strength.skill.9',
  'strength.skill.10',
];

/** Describes a skill from 1 to 10; '' for another number. */
export function skillWords(skill: number): string {
  const key = SKILL_WORDS[skill - 1];
  return key ? t(key) : '';
}

export function strengthWords({ group, number }: Pick<PlayerInfo, 'group' | 'number'>): string {
  if (group === 'skill') return skillWords(number);
  return group === 'level' ? t('strength.level', { n: number }) : t('strength.algorithm');
}
