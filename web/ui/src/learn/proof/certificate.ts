/**
 * Reads certificates (docs/proofs.md) to walk through them. Limits bound time and memory, because anyone can make a
 * file. The checker, not this module, checks the proof.
 */
import { emptiesOf, parsePosition, symmetriesOf, type Position, type Side } from './rules';

/** Limits of a file that the page walks through. */
export const LIMITS = {
  /** Bytes of the file, and of its contents. */
  packed: 16 << 20,
  unpacked: 64 << 20,
  /** Bytes of a line of the header. */
  line: 1 << 16,
  nodes: 1_000_000,
  assumptions: 10_000,
};

/** The file is not a certificate, or exceeds a limit. */
export class CertificateError extends Error {
  constructor(readonly reason: 'malformed' | 'large') {
    super(reason);
  }
}

const malformed = (): never => {
  throw new CertificateError('malformed');
};

interface Claim {
  position: Position;
  /** The side whose result the claim is about, and the discs that it scores at least. */
  prover: Side;
  target: number;
}

/** The nodes with a number of empty squares and a side to move, in ascending order of keys. */
interface Nodes {
  empty: BigUint64Array;
  discs: BigUint64Array;
  moves: Uint8Array;
}

/** The place of a position in a file: its key, and the symmetry that leads there. */
interface Key {
  empty: bigint;
  discs: bigint;
  symmetry: readonly number[];
  text: string;
}

export class Certificate {
  constructor(
    readonly claim: Claim,
    /** The largest number of empty squares of a leaf. */
    readonly leaf: number,
    readonly count: number,
    private readonly groups: ReadonlyMap<string, Nodes>,
    private readonly assumptions: ReadonlyMap<string, { target: number; source: string }>,
  ) {}

  /** Returns a text that is the same for symmetric positions. */
  nameOf(p: Position): string {
    return nameOf(p, this.claim.prover);
  }

  /** Returns the source of an assumption that settles a position; null without one. */
  assumed(p: Position): string | null {
    if (this.assumptions.size === 0) return null;
    const found = this.assumptions.get(this.nameOf(p));
    return found && found.target >= this.claim.target ? found.source : null;
  }

  /**
   * Returns the move that the file stores for a position with the prover to move; -1 for a position with the opponent
   * to move, and null if the position is not stored. A move that is not a square of the board is -1 too.
   */
  find(p: Position): number | null {
    const byProver = p.turn === this.claim.prover;
    const { empty, discs, symmetry } = keyOf(p, this.claim.prover);
    const nodes = this.groups.get(groupName(emptiesOf(p), byProver));
    if (!nodes) return null;
    let [low, high] = [0, nodes.empty.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const [e, d] = [nodes.empty[middle] ?? 0n, nodes.discs[middle] ?? 0n];
      if (e < empty || (e === empty && d < discs)) low = middle + 1;
      else high = middle;
    }
    if (nodes.empty[low] !== empty || nodes.discs[low] !== discs) return null;
    return byProver ? symmetry.indexOf(nodes.moves[low] ?? -1) : -1;
  }
}

/** Symmetric positions have the same key, whatever the colour of the prover. */
function keyOf({ size, cells }: Position, prover: Side): Key {
  const [first, ...rest] = symmetriesOf(size).map((symmetry) => ({ symmetry, ...imageOf(cells, symmetry, prover) }));
  const least = rest.reduce(
    (best, image) => (image.text < best.text ? image : best),
    first as NonNullable<typeof first>,
  );
  const { symmetry, text, discs } = least;
  return { symmetry, text, empty: binary(text.slice(0, cells.length)), discs: binary(discs) };
}

const nameOf = (p: Position, prover: Side): string => `${p.turn === prover} ${keyOf(p, prover).text}`;

const binary = (digits: string): bigint => BigInt(`0b0${digits}`);

/**
 * Returns the image of a position as binary digits from the last square to the first: `text` marks the empty squares
 * and then the prover's discs, and `discs` marks the prover's discs among the occupied squares.
 */
function imageOf(cells: string, image: readonly number[], prover: Side): { text: string; discs: string } {
  const moved: string[] = [];
  image.forEach((to, from) => {
    moved[cells.length - 1 - to] = cells[from] ?? '-';
  });
  const digits = (cell: string) => moved.map((c) => (c === cell ? '1' : '0')).join('');
  const discs = moved.filter((c) => c !== '-').map((c) => (c === prover ? '1' : '0'));
  return { text: digits('-') + digits(prover), discs: discs.join('') };
}

const groupName = (empties: number, byProver: boolean): string => `${empties} ${byProver}`;

/** Returns the contents of a file. Rejects with a CertificateError, without reading, if it is too large. */
export async function contentsOf(file: Pick<Blob, 'size' | 'arrayBuffer'>): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > LIMITS.packed) throw new CertificateError('large');
  return new Uint8Array(await file.arrayBuffer());
}

/** Reads a certificate. Rejects with a CertificateError if it is malformed or too large. */
export async function readCertificate(file: Uint8Array<ArrayBuffer>): Promise<Certificate> {
  const reader = new Reader(await unpack(file));
  const header = reader.line();
  const claim = claimOf(header);
  const { schema, rules, leaf, groups, assumptions } = header;
  if (schema !== 'kaeshi/proof/1' || rules !== 'othello' || !isCount(leaf, 12) || leaf < 4) return malformed();
  if (!Array.isArray(groups) || groups.length > 64 || !isCount(assumptions)) return malformed();
  if (assumptions > LIMITS.assumptions) throw new CertificateError('large');
  const assumed = new Map<string, { target: number; source: string }>();
  for (let i = 0; i < assumptions; i++) {
    const line = reader.line();
    const { position, prover, target } = claimOf(line);
    if (position.size !== claim.position.size || typeof line['source'] !== 'string') return malformed();
    assumed.set(nameOf(position, prover), { target, source: line['source'].slice(0, 200) });
  }
  const stored = new Map<string, Nodes>();
  let [count, last] = [0, leaf];
  for (const group of groups as Record<string, unknown>[]) {
    const { empty, prover, opponent } = group ?? {};
    if (!isCount(empty, 64) || empty <= last || !isCount(prover) || !isCount(opponent)) return malformed();
    last = empty;
    count += prover + opponent;
    if (count > LIMITS.nodes) throw new CertificateError('large');
    stored.set(groupName(empty, true), await reader.nodes(prover, true));
    stored.set(groupName(empty, false), await reader.nodes(opponent, false));
  }
  return new Certificate(claim, leaf, count, stored, assumed);
}

const isCount = (value: unknown, most = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;

function claimOf({ position, claim, value }: Record<string, unknown>): Claim {
  const at = typeof position === 'string' ? parsePosition(position) : null;
  if (!at || (claim !== 'at least' && claim !== 'at most') || !Number.isSafeInteger(value)) return malformed();
  const target = value as number;
  if (claim === 'at least') return { position: at, prover: at.turn, target };
  return { position: at, prover: at.turn === 'X' ? 'O' : 'X', target: target === 0 ? 0 : -target };
}

/** Unpacks gzip, up to the limit. */
async function unpack(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (file.length > LIMITS.packed) throw new CertificateError('large');
  const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await stream.read(); !next.done; next = await stream.read()) {
      parts.push(next.value);
      length += next.value.length;
      if (length > LIMITS.unpacked) break;
    }
  } catch {
    return malformed();
  }
  if (length > LIMITS.unpacked) {
    await stream.cancel();
    throw new CertificateError('large');
  }
  const contents = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    contents.set(part, at);
    at += part.length;
  }
  return contents;
}

/** Nodes are read in portions of this many, between which the page stays responsive. */
const PORTION = 50_000;

class Reader {
  private at = 0;

  constructor(private readonly contents: Uint8Array) {}

  /** Reads a line with a JSON object. */
  line(): Record<string, unknown> {
    const end = this.contents.subarray(this.at, this.at + LIMITS.line).indexOf(10);
    if (end < 0) return malformed();
    const text = new TextDecoder().decode(this.contents.subarray(this.at, this.at + end));
    this.at += end + 1;
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : malformed();
    } catch {
      return malformed();
    }
  }

  async nodes(count: number, byProver: boolean): Promise<Nodes> {
    // Each node has at least two bytes, or three with a move.
    if (count * (byProver ? 3 : 2) > this.contents.length - this.at) return malformed();
    const nodes = {
      empty: new BigUint64Array(count),
      discs: new BigUint64Array(count),
      moves: new Uint8Array(byProver ? count : 0),
    };
    let [empty, discs] = [0n, 0n];
    for (let i = 0; i < count; i++) {
      if (i % PORTION === PORTION - 1) await new Promise((resolve) => setTimeout(resolve));
      const [step, number] = [this.number(), this.number()];
      const ascending = step > 0n || (i > 0 && number > 0n);
      empty += step;
      discs = step === 0n ? discs + number : number;
      if (!ascending || empty >> 64n || discs >> 64n) return malformed();
      nodes.empty[i] = empty;
      nodes.discs[i] = discs;
      if (byProver) nodes.moves[i] = this.byte();
    }
    return nodes;
  }

  private byte(): number {
    return this.contents[this.at++] ?? malformed();
  }

  /** Reads a number in base 128, lowest digits first, with at most 64 bits. */
  private number(): bigint {
    let [low, middle, high] = [0, 0, 0]; // 28, 28 and 14 bits
    for (let i = 0; i < 10; i++) {
      const byte = this.byte();
      const digit = (byte & 0x7f) * 2 ** (7 * (i % 4));
      if (i < 4) low += digit;
      else if (i < 8) middle += digit;
      else high += digit;
      if (byte < 0x80) {
        if (i < 4) return BigInt(low);
        return BigInt(low) + (BigInt(middle) << 28n) + (BigInt(high) << 56n);
      }
    }
    return malformed();
  }
}
