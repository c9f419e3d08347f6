import { gameTree } from './1-game-tree';
import { minimax } from './2-minimax';
import { negamax } from './3-negamax';
import { alphaBeta } from './4-alpha-beta';
import { ordering } from './5-ordering';
import { table } from './6-table';
import { endings } from './7-endings';
import { learning } from './8-learning';
import { proof } from './9-proof';
import type { Lesson } from './types';

export const ALL: readonly Lesson[] = [
  gameTree,
  minimax,
  negamax,
  alphaBeta,
  ordering,
  table,
  endings,
  learning,
  proof,
];
