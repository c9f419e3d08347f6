// The service worker: makes the page available offline. precache.mjs inserts the list of files and the version.
//
// The page itself is fetched from the server while it is reachable, so that it is never older than the server. Files
// with a content hash in their name come from the cache. A newer worker waits until the last page of the older one is
// closed or the user accepts the update, since an open page may still load its own chunks.

const FILES = ["assets/AnalysePage-Dx5Ws9e_.js","assets/AnalysePage-_61FJwe2.css","assets/CoursePage-CPkyqvrX.css","assets/CoursePage-CjttaJP-.js","assets/DatabasePage-DLfSMLGC.js","assets/DatabasePage-P8WxKRhB.css","assets/Disc-B36nW-z1.css","assets/Disc-YQ_wLvI9.js","assets/EngineDialog-UO3hL3Pu.js","assets/EngineDialog-lSwZL1FX.css","assets/ErrorLine-CY3XUSHA.js","assets/ExerciseStage-D07bfyDd.js","assets/ExerciseStage-DR-pI6M6.css","assets/Icon-BJCZfxwh.css","assets/Icon-CDpwx8_Q.js","assets/KeysAndSettings-DQkvaqXb.js","assets/KeysAndSettings-DiCA9fpd.css","assets/LearnPage-B_a_GnRY.js","assets/LearnPage-DY-f5x3C.css","assets/MachinesPage-B-bNjfLn.js","assets/MachinesPage-B3tzBHPv.css","assets/MiniBoard-BouLSQzR.js","assets/MiniBoard-C5BRdBsi.css","assets/NamedSlider-D3PVo2UM.css","assets/NamedSlider-y0pVS3rO.js","assets/OnlinePage-BWYE1D8B.css","assets/OnlinePage-C3hD-7c3.js","assets/ResultCard-DQT3AOXx.css","assets/ResultCard-DnB_xGWf.js","assets/RulesPage-Bjt2Qj8N.js","assets/RulesPage-ScAxmIe5.css","assets/Scroller-BPyziQZJ.js","assets/Scroller-DJJ0Nnxj.css","assets/SectionNav-BCFkmDhD.css","assets/SectionNav-C7AEPhEz.js","assets/SetUpBoard-DFbQo8te.css","assets/SetUpBoard-DLibsJt4.js","assets/StrengthDialog-CbHOz7cA.css","assets/StrengthDialog-Db8-PaBX.js","assets/TournamentsPage-BLvPq1YF.css","assets/TournamentsPage-C48KgIa_.js","assets/Track-AlDWK1E_.js","assets/Track-D8RrdM3e.css","assets/TrainPage-BSBGNbXO.css","assets/TrainPage-DyIXqSPN.js","assets/checker-CFJ2b95z.js","assets/checkworker-D57mpmZm.js","assets/clock-BmomchHh.js","assets/collector.svelte-p33Nn5_X.js","assets/device-DBwSU3J6.js","assets/editor-Cg5iRhZI.css","assets/editor.svelte-wuipWJsh.js","assets/errors-C06q7r2n.js","assets/felt-BZgO1Gxa.svg","assets/filenotes-DCZlwIIK.js","assets/game-D4HLpe-3.js","assets/games-tDUpwz-1.js","assets/index-BzSwDKrE.css","assets/index-CeRyuC4i.js","assets/judge-Cm3phEuX.js","assets/preload-helper-D2xlWoFM.js","assets/problems.ja-chVHTLfL.js","assets/review.svelte-D4DcJ5XE.js","assets/save-BNqkv5co.js","assets/sse-Dq0njiZD.js","assets/t-C1HWiE9Q.js","assets/translate-D21_BVB_.js","assets/types-qNLPcP5E.js","assets/words-DZr6XCw5.js","assets/worker-CIyreG7Q.js","favicon.svg","first-paint.js","icons/192.png","icons/512.png","icons/apple-180.png","icons/maskable-512.png","manifest.webmanifest"];
const VERSION = '959fbab768b012d3';
const NAME = `kaeshi-${VERSION}`;
const PAGE = './';
/** Timeout after which the server counts as unreachable. */
const TIMEOUT_MS = 3000;

const absolute = (file) => new URL(file, self.registration.scope).href;
const inScope = (url) => url.href.startsWith(self.registration.scope);
const pathOf = (url) => url.href.slice(self.registration.scope.length).replace(/[?#].*$/, '');

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: 'no-cache' })))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('kaeshi-') && name !== NAME).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', ({ data, ports }) => {
  if (data === 'replace') void self.skipWaiting();
  // The engine and the checker are large, so the page requests their caching when idle.
  if (data?.keep) void keep(data.keep).then((kept) => ports[0]?.postMessage(kept));
});

/** Caches a file. It is deleted together with the files of this version. */
async function keep(address) {
  const cache = await caches.open(NAME);
  if (await cache.match(address)) return true;
  const known = await caches.match(address);
  if (known) {
    await cache.put(address, known);
    return true;
  }
  return cache.add(address).then(
    () => true,
    () => false,
  );
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !inScope(url)) return;
  const path = pathOf(url);
  if (/^(api\/|healthz|readyz|metrics)/.test(path)) return;
  if (event.request.mode === 'navigate') event.respondWith(page(event.request));
  else event.respondWith(file(event.request));
});

/** Returns the page from the server, else from the cache. */
async function page(request) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status < 500) return response;
  } catch {
    // The server is unreachable.
  }
  const kept = await (await caches.open(NAME)).match(absolute(PAGE));
  return kept ?? Response.error();
}

/**
 * Returns a file from the cache, else from the server. Only files with a content hash are served from the cache first.
 */
async function file(request) {
  const kept = await caches.match(request.url);
  if (!kept) return fetch(request);
  if (pathOf(new URL(request.url)).startsWith('assets/')) return kept;
  return fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => kept);
}
