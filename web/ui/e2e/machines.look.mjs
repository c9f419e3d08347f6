// Examines the page of machines in every state.
import { openPage, stage } from './harness.mjs';
import { examineStates } from './looks.mjs';
import { MACHINE_STATES, showMachines } from './machine-states.mjs';

const on = stage();

examineStates({
  states: MACHINE_STATES,
  open: (language, options) =>
    openPage(on.browser, on.server, { settings: { language }, options, hash: '#machines', ready: 'main h1' }),
  bring: (page, state) => showMachines(page, on.server, state),
  targets: ':is(header, main, dialog[open]) :is(button:not([role]), select, input, a)',
});
