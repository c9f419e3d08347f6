// Examines the learn pages in every state.
import { openPage, stage } from './harness.mjs';
import { LEARN_STATES, showLearn } from './learn-states.mjs';
import { examineStates } from './looks.mjs';

const on = stage();

examineStates({
  states: LEARN_STATES,
  open: (language, options) =>
    openPage(on.browser, on.server, { settings: { language }, options, hash: '#learn', ready: 'main' }),
  bring: (page, state) => showLearn(page, on.server, state),
  targets: 'main :is(button:not([role], [tabindex="-1"], .way button), select, input, nav a, a.button)',
});
