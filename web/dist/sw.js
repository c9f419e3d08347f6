// Keeps the page for when the server is gone. The list of files and the version are put in by vite.config.ts.
//
// The page itself comes from the server while it can be reached, so that it is never older than the server; what its
// name tells apart comes from what is kept. A newer worker waits until the last page of the older one is closed or the
// person says so, since an open page may still load parts of itself.

const FILES = ["assets/AnalysePage-BfdcWKS5.js","assets/AnalysePage-DkaHsTeg.css","assets/EngineDialog-Br01pjDy.js","assets/EngineDialog-lSwZL1FX.css","assets/Icon-BJCZfxwh.css","assets/Icon-CPUst05l.js","assets/KeysAndSettings-BRzJ4Vri.css","assets/KeysAndSettings-DHM_Kp0a.js","assets/LearnPage-DCFjTTBh.css","assets/LearnPage-DkvOfMZv.js","assets/MiniBoard-C46YF6lX.js","assets/MiniBoard-C5BRdBsi.css","assets/RoomNav-BJv2pc41.js","assets/RoomNav-BQKtWhbE.css","assets/SetUpBoard-BTlu4wZW.js","assets/SetUpBoard-DFbQo8te.css","assets/Square-5oY2bItW.js","assets/Square-B06wLMje.css","assets/StrengthDialog-C4tvCgE5.js","assets/StrengthDialog-CbHOz7cA.css","assets/TournamentsPage-C2fHFcIJ.css","assets/TournamentsPage-Dk-T3XzQ.js","assets/TrainPage-BkNfsAPt.css","assets/TrainPage-DGWggZNM.js","assets/device-DvIsTTBf.js","assets/editor-Cg5iRhZI.css","assets/editor.svelte-B2NvhJzW.js","assets/felt-BZgO1Gxa.svg","assets/index-CPSAmtEF.css","assets/index-DYxi0iaK.js","assets/preload-helper-BdKy076R.js","assets/save-CwVa-ZSh.js","assets/sse-Dq0njiZD.js","assets/t-CG1bsyfJ.js","assets/trouble-3KIOStsX.js","assets/types-qNLPcP5E.js","assets/words-CFXLxsZL.js","assets/worker-BInHUIgw.js","favicon.svg","first-paint.js","icons/192.png","icons/512.png","icons/apple-180.png","icons/maskable-512.png","manifest.webmanifest"];
const VERSION = 'dc965fb270bbbd61';
const NAME = `kaeshi-${VERSION}`;
const PAGE = './';
/** A server that does not answer for so long counts as gone. */
const PATIENCE_MS = 3000;

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
  // The engine is large: the page asks for it once it has nothing better to do.
  if (data?.keep) void keep(data.keep).then((kept) => ports[0]?.postMessage(kept));
});

/** Keeps a file beside the page; an older one of its kind goes with the older page's files. */
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

/** The page as the server has it, else as it is kept. */
async function page(request) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status < 500) return response;
  } catch {
    // Gone.
  }
  const kept = await (await caches.open(NAME)).match(absolute(PAGE));
  return kept ?? Response.error();
}

/** A file as it is kept, else as the server has it. Only names that change with their content may be kept for long. */
async function file(request) {
  const kept = await caches.match(request.url);
  if (!kept) return fetch(request);
  if (pathOf(new URL(request.url)).startsWith('assets/')) return kept;
  return fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => kept);
}
