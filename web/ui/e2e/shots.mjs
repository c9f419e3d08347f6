// Takes screenshots of every page in every state: $SHOTS (default .shots)/width-theme-language-state.png. ONLY=regexp
// selects file names.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANALYSE_STATES, importGames, WITH_QUICK_SEARCHES, showAnalysis } from './analyse-states.mjs';
import { openPage, startBrowser, startServer } from './harness.mjs';
import { LEARN_STATES, showLearn } from './learn-states.mjs';
import { show, STATES, storeGames } from './states.mjs';
import { runTournaments, showTournament, TOURNAMENT_STATES } from './tournament-states.mjs';
import { showTrain, TRAIN_STATES } from './train-states.mjs';

const folder = process.env.SHOTS || fileURLToPath(new URL('../.shots', import.meta.url));
const only = new RegExp(process.env.ONLY || '');
const SCREENS = [
  { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  { width: 1440, height: 900, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
];
/** High contrast exists in light and dark like the system; one of them is enough. */
const THEMES = { light: 'light', dark: 'dark', contrast: 'light' };
const PAGES = [
  { states: STATES, show },
  { states: ANALYSE_STATES, show: showAnalysis },
  { states: TRAIN_STATES, show: showTrain },
  { states: LEARN_STATES, show: showLearn },
  { states: TOURNAMENT_STATES, show: showTournament },
];

async function capture(browser, server, { width, height, ...screen }, theme, language) {
  const wanted = PAGES.flatMap(({ states, show: bring }) =>
    states
      .map((state) => ({ state, bring, file: `${width}-${theme}-${language}-${state.name}.png` }))
      .filter(({ file }) => only.test(file)),
  );
  if (wanted.length === 0) return;
  const options = { viewport: { width, height }, colorScheme: THEMES[theme], reducedMotion: 'reduce', ...screen };
  const page = await openPage(browser, server, {
    settings: { language, pace: 2, theme: theme === 'contrast' ? theme : 'auto' },
    stored: WITH_QUICK_SEARCHES,
    options,
  });
  for (const { state, bring, file } of wanted) {
    try {
      await bring(page, server, state);
    } catch (error) {
      console.error(`${file}: ${error.message.split('\n')[0]}`);
      process.exitCode = 1;
    }
    const dialog = await page.locator('dialog[open]').count();
    await page.screenshot({ path: join(folder, file), fullPage: dialog === 0 });
  }
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
let running;
try {
  await storeGames(server);
  await importGames(server);
  running = await runTournaments(server);
  for (const screen of SCREENS)
    for (const theme of Object.keys(THEMES))
      for (const language of ['en', 'ja']) await capture(browser, server, screen, theme, language);
} finally {
  await browser.close();
  await running?.stop();
  await server.close();
}
