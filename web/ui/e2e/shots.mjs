// Screenshots of every state: SHOTS (default .shots) / width-theme-language-state.png
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage, startBrowser, startServer } from './harness.mjs';
import { LEARN_STATES, showLearn } from './learn-states.mjs';
import { show, STATES, storeGames } from './states.mjs';
import { holdTournaments, showTournament, TOURNAMENT_STATES } from './tournament-states.mjs';

const folder = process.env.SHOTS || fileURLToPath(new URL('../.shots', import.meta.url));
const SCREENS = [
  { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  { width: 1440, height: 900, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
];

async function shoot(browser, server, { width, height, ...screen }, colorScheme, language) {
  const options = { viewport: { width, height }, colorScheme, reducedMotion: 'reduce', ...screen };
  const page = await openPage(browser, server, { settings: { language, pace: 2 }, options });
  for (const state of STATES) {
    await show(page, server, state);
    const path = join(folder, `${width}-${colorScheme}-${language}-${state.name}.png`);
    await page.screenshot({ path, fullPage: !state.name.match(/new-game|keys/) });
  }
  for (const state of LEARN_STATES) {
    await showLearn(page, server, state);
    await page.screenshot({ path: join(folder, `${width}-${colorScheme}-${language}-${state.name}.png`), fullPage: true });
  }
  for (const state of TOURNAMENT_STATES) {
    await showTournament(page, server, state);
    await page.screenshot({ path: join(folder, `${width}-${colorScheme}-${language}-${state.name}.png`), fullPage: true });
  }
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
let running;
try {
  await storeGames(server);
  running = await holdTournaments(server);
  for (const screen of SCREENS)
    for (const colorScheme of ['light', 'dark'])
      for (const language of ['en', 'ja']) await shoot(browser, server, screen, colorScheme, language);
} finally {
  await browser.close();
  await running?.stop();
  await server.close();
}
