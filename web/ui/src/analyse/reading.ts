/** Reads games from a text or a file on the server. */
import { openFile, openText } from '../api/analyses';
import type { Opened } from '../api/analyses';

export const read = async (source: string | File): Promise<Opened> =>
  typeof source === 'string' ? openText(source) : openFile(source.name, await base64Of(source));

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}
