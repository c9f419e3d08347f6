/** The steps of the rules. analysis/rules_test.go checks the positions. */
import steps from './steps.json';

export type StepId = 'place' | 'flip' | 'pass' | 'end';

export interface Step {
  id: StepId;
  /** The game up to the position, in which Black is to move. */
  moves: string;
  /** The minimum number of discs that the move must flip. */
  least: number;
}

export const STEPS = steps as readonly Step[];
