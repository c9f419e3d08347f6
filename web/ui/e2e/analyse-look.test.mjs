// The page of analyses, looked at in every state.
import { ANALYSE_STATES, importGames, quickly, showAnalysis } from './analyse-states.mjs';
import { openPage, stage } from './harness.mjs';
import { lookAt } from './looks.mjs';

const on = stage({ prepare: importGames });

lookAt({
  states: ANALYSE_STATES,
  open: async (language, options) => {
    const page = await openPage(on.browser, on.server, { settings: { language }, options, hash: '#record', ready: 'main' });
    await quickly(page);
    return page;
  },
  bring: (page, state) => showAnalysis(page, on.server, state),
  targets: ':is(main, dialog) :is(button:not([role]), select, input, textarea, a.button)',
});
