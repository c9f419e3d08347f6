/** Games pasted, dropped or opened on the page, and the dialogs for them. */
import type { Opened } from '../api/analyses';
import { ApiError } from '../api/client';
import { parsePlace, type Place } from './address';
import { keptAddress } from './kept';
import { placeOfOpened, placeOfText } from './opening';
import { read } from './reading';
import { word } from './words';

export type DialogName = 'open' | 'picture' | 'command' | 'hints';

export class Opener {
  dialog = $state<DialogName | null>(null);
  /** The games of a file with more than one, which the dialog lists. */
  given = $state.raw<Opened | null>(null);
  /** Why a text, a file or an address could not be opened. */
  fault = $state.raw<ApiError | null>(null);
  /** Something is dragged over the page. */
  dropping = $state(false);

  constructor(private readonly open: (place: Place) => void) {}

  close = (): void => {
    this.dialog = null;
    this.given = null;
  };

  /** Opens an address of the page. The bare address returns to the last analysis. */
  follow(address: string): void {
    this.fault = null;
    this.close();
    const bare = /^#analyse\/?$/.test(address);
    const place = parsePlace(bare ? keptAddress() || address : address) ?? (bare ? parsePlace('#analyse') : null);
    if (place) this.open(place);
    else this.fault = new ApiError('refused', word('fault.address'));
  }

  /** Opens a single game directly, and lists several in the dialog. */
  async openSource(source: string | File): Promise<void> {
    this.fault = null;
    const own = typeof source === 'string' ? placeOfText(source) : null;
    if (own) return this.open(own);
    try {
      const found = await read(source);
      const [only] = found.games;
      if (only && found.games.length === 1) return this.open(placeOfOpened(only, found));
      this.given = found;
      this.dialog = 'open';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.fault = error;
    }
  }

  onpaste = (event: ClipboardEvent): void => {
    if (this.dialog || (event.target instanceof Element && event.target.closest('input, textarea, dialog'))) return;
    const source = sourceIn(event.clipboardData);
    if (!source) return;
    event.preventDefault();
    void this.openSource(source);
  };

  ondrop = (event: DragEvent): void => {
    event.preventDefault();
    this.dropping = false;
    const source = sourceIn(event.dataTransfer);
    if (source) void this.openSource(source);
  };

  ondragover = (event: DragEvent): void => {
    event.preventDefault();
    this.dropping = true;
  };

  ondragleave = (): void => {
    this.dropping = false;
  };
}

/** Returns the first file, else the text; null if there is neither. */
function sourceIn(data: DataTransfer | null): File | string | null {
  const text = data?.getData('text') ?? '';
  return data?.files[0] ?? (text.trim() === '' ? null : text);
}
