/** The service worker that keeps the page for when the server is gone, and the engine with it. */

class Offline {
  /** A newer version of the page is at hand, and takes over when asked to. */
  newer = $state.raw<ServiceWorker | null>(null);
  /** The page and the engine are kept on this device. */
  kept = $state(false);
}

export const offline = new Offline();

/** Once the page has been drawn and used for a moment. */
const IDLE_MS = 4_000;

/** Sets the service worker up, where the browser has any; that takes an address of this machine or https. */
export async function keepPage(): Promise<void> {
  await atRest();
  // What starts the engine must be here before the server is gone.
  void import('./device').catch(() => undefined);
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const registration = await navigator.serviceWorker
    .register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return; // Forbidden, as in some private windows: the page works without.
  watchFor(registration);
  await navigator.serviceWorker.ready;
  afterwards(() => void keepEngine());
}

/** What the page needs first comes first. */
const atRest = async (): Promise<void> => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(() => resolve(), { timeout: IDLE_MS })
      : setTimeout(resolve, IDLE_MS),
  );
};

function watchFor(registration: ServiceWorkerRegistration): void {
  const look = (worker: ServiceWorker | null) => {
    if (worker?.state === 'installed' && navigator.serviceWorker.controller) offline.newer = worker;
  };
  look(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => look(worker));
  });
}

const afterwards = (work: () => void): void => {
  setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(work, { timeout: IDLE_MS }) : work()),
    IDLE_MS,
  );
};

/** Has the worker keep the engine; on a connection that is paid by the byte, only once it is used. */
async function keepEngine(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const worker = (await navigator.serviceWorker.ready).active;
  if (connection?.saveData || !worker) return;
  const { engineFile } = await import('./device');
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (offline.kept = data === true);
  worker.postMessage({ keep: engineFile }, [port2]);
}

/** Lets the newer version take over, and shows it. */
export function takeNewer(): void {
  const { newer } = offline;
  if (!newer) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  newer.postMessage('replace');
}
