// Examines the tournament pages in every state.
import { openPage, stage } from './harness.mjs';
import { examineStates } from './looks.mjs';
import { runTournaments, showTournament, TOURNAMENT_STATES } from './tournament-states.mjs';

const on = stage({
  prepare: async (server) => {
    const running = await runTournaments(server);
    return () => running.stop();
  },
});

examineStates({
  states: TOURNAMENT_STATES,
  open: (language, options) =>
    openPage(on.browser, on.server, { settings: { language }, options, hash: '#tournaments', ready: 'main h1' }),
  bring: (page, state) => showTournament(page, on.server, state),
  targets: ':is(header, main) :is(button:not([role]), select, input, a)',
});
