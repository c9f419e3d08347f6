// The service worker: makes the page available offline. precache.mjs inserts the list of files and the version.
//
// The page itself is fetched from the server while it is reachable, so that it is never older than the server. Files
// with a content hash in their name come from the cache. A newer worker waits until the last page of the older one is
// closed or the user accepts the update, since an open page may still load its own chunks.

const FILES = ["assets/AnalysePage-CNyy1PTC.css","assets/AnalysePage-DI9TyRK1.js","assets/Disc-B36nW-z1.css","assets/Disc-CymfAHQL.js","assets/EngineDialog-CojBqZ0t.js","assets/EngineDialog-lSwZL1FX.css","assets/ErrorLine-D-GGlGod.js","assets/Icon-BJCZfxwh.css","assets/Icon-DmCu0ijy.js","assets/KeysAndSettings-DDPzzMIR.js","assets/KeysAndSettings-DiCA9fpd.css","assets/LearnPage-76qvYHdG.js","assets/LearnPage-DY-f5x3C.css","assets/MachinesPage-B3tzBHPv.css","assets/MachinesPage-CIWcyIpA.js","assets/MiniBoard-C5BRdBsi.css","assets/MiniBoard-tv0o__jB.js","assets/NamedSlider-9dm6HUgQ.js","assets/NamedSlider-D3PVo2UM.css","assets/OnlinePage-6Qs9fsL9.js","assets/OnlinePage-BWYE1D8B.css","assets/ResultCard-DQT3AOXx.css","assets/ResultCard-Dh9OoELr.js","assets/RulesPage-CL48q-gL.js","assets/RulesPage-ScAxmIe5.css","assets/Scroller-CnGIoEQL.css","assets/Scroller-DBIrIij3.js","assets/SectionNav-BCFkmDhD.css","assets/SectionNav-CO89pcQv.js","assets/SetUpBoard-DFbQo8te.css","assets/SetUpBoard-DJKtbDK8.js","assets/StrengthDialog-BwaCEsDc.js","assets/StrengthDialog-CbHOz7cA.css","assets/TournamentsPage-BqIv02kZ.js","assets/TournamentsPage-mtbWFqDi.css","assets/TrainPage-D-lTxWSP.js","assets/TrainPage-NL_soWf2.css","assets/checker-CFJ2b95z.js","assets/checkworker-D57mpmZm.js","assets/device-tWuI9Y8K.js","assets/editor-Cg5iRhZI.css","assets/editor.svelte-BNdswROf.js","assets/errors-CDJjGguW.js","assets/felt-BZgO1Gxa.svg","assets/games-CaAEhmmN.js","assets/index-CltJLcyg.js","assets/index-DmTnIFjl.css","assets/judge-CeesXH6Y.js","assets/preload-helper-CXpjdiIc.js","assets/problems.ja-D-EUjLXq.js","assets/review.svelte-1I9dHmMQ.js","assets/save-BNqkv5co.js","assets/sse-Dq0njiZD.js","assets/t-B4wecs2R.js","assets/translate-D21_BVB_.js","assets/types-qNLPcP5E.js","assets/words-B3d9Jk-x.js","assets/worker-CIyreG7Q.js","favicon.svg","first-paint.js","icons/192.png","icons/512.png","icons/apple-180.png","icons/maskable-512.png","manifest.webmanifest"];
const VERSION = 'd8340ef15126007b';
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
