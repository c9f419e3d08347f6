// The service worker: makes the page available offline. precache.mjs inserts the list of files and the version.
//
// The page itself is fetched from the server while it is reachable, so that it is never older than the server. Files
// with a content hash in their name come from the cache. A newer worker waits until the last page of the older one is
// closed or the user accepts the update, since an open page may still load its own chunks.

const FILES = ["assets/AnalysePage-_61FJwe2.css","assets/AnalysePage-iPz7_eMi.js","assets/CoursePage-CPkyqvrX.css","assets/CoursePage-ChJv3jBw.js","assets/DatabasePage-C69UPH9o.js","assets/DatabasePage-P8WxKRhB.css","assets/Disc-B36nW-z1.css","assets/Disc-YQ_wLvI9.js","assets/EngineDialog-DxmYEVn1.js","assets/EngineDialog-lSwZL1FX.css","assets/ErrorLine-C7eWnhYS.js","assets/ExerciseStage-BSQ-TVsj.css","assets/ExerciseStage-D4quXu-P.js","assets/Icon-BJCZfxwh.css","assets/Icon-CDpwx8_Q.js","assets/KeysAndSettings-DiCA9fpd.css","assets/KeysAndSettings-_5BoM_Ij.js","assets/LearnPage-D3iIg86s.js","assets/LearnPage-DY-f5x3C.css","assets/MachinesPage-B3tzBHPv.css","assets/MachinesPage-CCWib9BT.js","assets/MiniBoard-BouLSQzR.js","assets/MiniBoard-C5BRdBsi.css","assets/NamedSlider-D3PVo2UM.css","assets/NamedSlider-y0pVS3rO.js","assets/OnlinePage-BWYE1D8B.css","assets/OnlinePage-DA7dEvdk.js","assets/ResultCard-DQT3AOXx.css","assets/ResultCard-DXFzoT-S.js","assets/RulesPage-C0nnYKQX.js","assets/RulesPage-ScAxmIe5.css","assets/Scroller-BPyziQZJ.js","assets/Scroller-DJJ0Nnxj.css","assets/SectionNav-BCFkmDhD.css","assets/SectionNav-C7AEPhEz.js","assets/SetUpBoard-CQ8pJ-FK.js","assets/SetUpBoard-DFbQo8te.css","assets/StrengthDialog-CbHOz7cA.css","assets/StrengthDialog-DyRlQuSS.js","assets/TournamentsPage-BLvPq1YF.css","assets/TournamentsPage-CZRj8w2L.js","assets/Track-AlDWK1E_.js","assets/Track-D8RrdM3e.css","assets/TrainPage-BNqR0ph6.css","assets/TrainPage-WwGe1DSM.js","assets/checker-CFJ2b95z.js","assets/checkworker-D57mpmZm.js","assets/clock-BmomchHh.js","assets/collector.svelte-hVPYTi4N.js","assets/device-DBwSU3J6.js","assets/editor-Cg5iRhZI.css","assets/editor.svelte-BLQRzXCO.js","assets/errors-BW2jxecI.js","assets/felt-BZgO1Gxa.svg","assets/filenotes-DCZlwIIK.js","assets/game-D4HLpe-3.js","assets/games-Cahyrvhr.js","assets/index-BxcgHVu6.js","assets/index-BzSwDKrE.css","assets/judge-BMPmQQ08.js","assets/preload-helper-D2xlWoFM.js","assets/problems.ja-DnII7iC-.js","assets/review.svelte-X21-AFha.js","assets/save-BNqkv5co.js","assets/sse-Dq0njiZD.js","assets/t-C1HWiE9Q.js","assets/translate-D21_BVB_.js","assets/types-qNLPcP5E.js","assets/words-CSayucG4.js","assets/worker-CIyreG7Q.js","favicon.svg","first-paint.js","icons/192.png","icons/512.png","icons/apple-180.png","icons/maskable-512.png","manifest.webmanifest"];
const VERSION = '4698cbeac4ef9e1f';
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
