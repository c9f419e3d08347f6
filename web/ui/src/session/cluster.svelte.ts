/** Whether the server shows a cluster, so that the navigation has the page of its machines. */
import { address } from '../api/client';

export const cluster = $state({ configured: false });

/** Queries the server and not the engine on this device, which has no machines. */
export async function findCluster(): Promise<void> {
  try {
    const response = await fetch(address('machines'));
    if (response.ok) cluster.configured = ((await response.json()) as { configured: boolean }).configured;
  } catch {
    // The server is unreachable, which other requests report.
  }
}
