/**
 * An object URL for a link or a picture. It is needed because this device may produce the file itself, in which case
 * the server's URL would not work.
 */
import { ApiError } from '../api/client';

export class BlobAddress {
  /** '' if there is no file; during an update the previous URL is kept. */
  address = $state('');
  /** The file could not be produced. */
  failed = $state(false);

  /** Produces a new file. For use in an effect: the returned function cancels it. */
  follow(make: (caller: AbortSignal) => Promise<Blob>): () => void {
    const controller = new AbortController();
    make(controller.signal).then(
      (blob) => {
        if (!controller.signal.aborted) this.put(URL.createObjectURL(blob));
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        this.failed = true;
        if (!(error instanceof ApiError)) throw error;
      },
    );
    return () => controller.abort();
  }

  /** Releases the file. */
  end(): void {
    this.put('');
  }

  private put(address: string): void {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = address;
    this.failed = false;
  }
}
