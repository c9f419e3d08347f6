/**
 * A file as an address for a link or a picture, whoever made it: an address of the server's leads nowhere when this
 * device answers in its place.
 */
import { Trouble } from '../api/client';

export class BlobAddress {
  /** '' while there is none; the one before stays until the next has come. */
  address = $state('');
  /** The file could not be made. */
  failed = $state(false);

  /** Makes the file anew; for an effect, which ends what this returns. */
  follow(make: (caller: AbortSignal) => Promise<Blob>): () => void {
    const leave = new AbortController();
    make(leave.signal).then(
      (blob) => {
        if (!leave.signal.aborted) this.put(URL.createObjectURL(blob));
      },
      (error: unknown) => {
        if (leave.signal.aborted) return;
        this.failed = true;
        if (!(error instanceof Trouble)) throw error;
      },
    );
    return () => leave.abort();
  }

  /** Gives the file up. */
  end(): void {
    this.put('');
  }

  private put(address: string): void {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = address;
    this.failed = false;
  }
}
