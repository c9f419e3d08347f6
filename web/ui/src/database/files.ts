/** Chooses which files are sent together in an import. */

/** Files that one request imports. */
export type Batch = readonly File[];

/** The server's limits are 20 files and more bytes. Small batches show the progress. */
const MOST_FILES = 10;
const MOST_BYTES = 4 << 20;
/** Files of a dropped folder beyond this number are ignored. */
const MOST_DROPPED = 5_000;

const suffixOf = (name: string): string => /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? '';
const stemOf = (name: string): string => name.toLowerCase().replace(/\.[^.]*$/, '');
const isList = ({ name }: File): boolean => ['.jou', '.trn'].includes(suffixOf(name));
export const isBase = ({ name }: File): boolean => suffixOf(name) === '.wtb';

/** Reports whether there are WTHOR files but no list of players for them. */
export const lackNames = (files: readonly File[]): boolean =>
  files.some(isBase) && !files.some(({ name }) => suffixOf(name) === '.jou');

/**
 * Returns the batches of an import. The lists of players and tournaments go with each batch of WTHOR files. The server
 * uses the list with the name of a file, or the only one, so files with lists of their own have batches of their own.
 */
export function batchesOf(files: readonly File[]): Batch[] {
  const lists = files.filter(isList);
  const games = files.filter((file) => !isList(file));
  if (games.length === 0) return lists.length > 0 ? [lists.slice(0, MOST_FILES)] : [];
  const batches: File[][] = [];
  let bytes = 0;
  let batch: File[] = [];
  for (const file of games) {
    const beside = isBase(file) ? listsOf(file, lists) : [];
    const added = [file, ...beside.filter((list) => !batch.includes(list))];
    const size = sizeOf(added);
    const conflict = isBase(file) && batch.some((other) => isList(other) && !beside.includes(other));
    const full = batch.length + added.length > MOST_FILES || bytes + size > MOST_BYTES;
    if (batch.length > 0 && (conflict || full)) {
      batches.push(batch);
      batch = [file, ...beside];
      bytes = sizeOf(batch);
    } else {
      batch.push(...added);
      bytes += size;
    }
  }
  batches.push(batch);
  return batches;
}

/** Returns the lists of a WTHOR file: for each suffix the one with its name, or else the only one. */
function listsOf(base: File, lists: readonly File[]): File[] {
  return ['.jou', '.trn'].flatMap((suffix) => {
    const some = lists.filter(({ name }) => suffixOf(name) === suffix);
    const own = some.find(({ name }) => stemOf(name) === stemOf(base.name));
    return own ? [own] : some.length === 1 ? some : [];
  });
}

export const sizeOf = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** Returns the dropped files, including those in folders. Hidden files are left out. */
export async function filesOf(data: DataTransfer): Promise<File[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry?.()).filter((entry) => !!entry);
  if (entries.length === 0) return Array.from(data.files);
  const found: File[] = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (entry.name.startsWith('.') || found.length >= MOST_DROPPED) return;
  if (entry.isFile) {
    found.push(await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed)));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const one of some.sort((a, b) => a.name.localeCompare(b.name))) await collect(one, found);
  }
}
