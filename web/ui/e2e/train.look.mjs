// Examines the training pages in every state.
import { openPage, stage } from './harness.mjs';
import { examineStates } from './looks.mjs';
import { showTrain, TRAIN_STATES } from './train-states.mjs';

const on = stage();

examineStates({
  states: TRAIN_STATES,
  open: (language, options) =>
    openPage(on.browser, on.server, { settings: { language }, options, hash: '#train', ready: 'main' }),
  bring: (page, state) => showTrain(page, on.server, state),
  targets: 'main :is(button:not([role]), select, input:not([hidden]), a[href])',
});
