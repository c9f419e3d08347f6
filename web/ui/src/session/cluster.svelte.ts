/** Whether the server shows a cluster, so that the navigation has the page of its machines. */
import { address } from '../api/client';

export const cluster = $state({ configured: false });

/** Asks the server, and only the server: without it there are no machines. */
export async function findCluster(): Promise<void> {
  try {
    const response = await fetch(address('machines'));
    if (response.ok) cluster.configured = ((await response.json()) as { configured: boolean }).configured;
  } catch {
    // The server is unreachable, which other requests report.
  }
}
