/** Registers the service worker, which makes the page, the engine and the checker of certificates available offline. */

class Offline {
  /** A newer version of the page, ready to take over on request. */
  update = $state.raw<ServiceWorker | null>(null);
  /** The page, the engine and the checker are cached on this device. */
  kept = $state(false);
}

export const offline = new Offline();

/** Delay after which background downloads start. */
const IDLE_MS = 4_000;

/**
 * Registers the service worker if the browser supports it, which requires localhost or https. The page of a game by
 * link is not kept, because its guests may not have access to the other pages of the server.
 */
export async function keepPage(): Promise<void> {
  if (location.pathname.endsWith('/online')) return;
  await untilIdle();
  // Preloads the module that starts the engine, in case the server becomes unreachable.
  void import('./device').catch(() => undefined);
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const registration = await navigator.serviceWorker
    .register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return; // Refused, as in some private windows: the page works without it.
  watchUpdates(registration);
  await navigator.serviceWorker.ready;
  whenIdle(() => void keepPrograms());
}

/** Waits until the page has loaded and the browser is idle. */
const untilIdle = async (): Promise<void> => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(() => resolve(), { timeout: IDLE_MS })
      : setTimeout(resolve, IDLE_MS),
  );
};

function watchUpdates(registration: ServiceWorkerRegistration): void {
  const look = (worker: ServiceWorker | null) => {
    if (worker?.state === 'installed' && navigator.serviceWorker.controller) offline.update = worker;
  };
  look(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => look(worker));
  });
}

const whenIdle = (work: () => void): void => {
  setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(work, { timeout: IDLE_MS }) : work()),
    IDLE_MS,
  );
};

/** Lets the service worker cache the engine and the checker. In data saver mode they are not cached. */
async function keepPrograms(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const worker = (await navigator.serviceWorker.ready).active;
  if (connection?.saveData || !worker) return;
  const [{ engineFile }, { checkerFile }] = await Promise.all([import('./device'), import('./checker')]);
  const kept = await Promise.all([engineFile, checkerFile].map((file) => keep(worker, file)));
  offline.kept = kept.every(Boolean);
}

/** Lets the service worker cache a file. Returns whether it is cached. */
const keep = (worker: ServiceWorker, file: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage({ keep: file }, [port2]);
  });

/** Activates the newer version and reloads the page. */
export function applyUpdate(): void {
  const { update } = offline;
  if (!update) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  update.postMessage('replace');
}
