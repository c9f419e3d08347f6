import { describe, expect, it, vi } from 'vitest';
import { formatPlace, parsePlace } from '../address';
import { stepWords } from '../tree/narrate';
import ending from './testdata/ending.txt?raw';
import { CertificateError, contentsOf, LIMITS, readCertificate, type Certificate } from './certificate';
import { check } from './check';
import { documentOf } from './document';
import { placeOf, walkFrom, wants } from './place';
import { movesOf, parsePosition, passed, play, scoreOf, symmetriesOf, textOf, type Position } from './rules';
import { SAMPLES } from './samples';
import { Walker } from './walker.svelte';
import { PART, walk } from './walk';

vi.mock('../../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const at = (text: string): Position => parsePosition(text) ?? expect.fail(`${text} is not a position`);

async function through(bytes: Uint8Array<ArrayBuffer>, way: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());
}
const pack = (bytes: Uint8Array<ArrayBuffer>) => through(bytes, new CompressionStream('gzip'));
const unpack = (bytes: Uint8Array<ArrayBuffer>) => through(bytes, new DecompressionStream('gzip'));

/** Returns the first sample with changes of the header and of the bytes after it. */
async function changed(header: object, change = (nodes: Uint8Array) => nodes): Promise<Uint8Array<ArrayBuffer>> {
  const contents = await unpack(SAMPLES[0].file());
  const end = contents.indexOf(10) + 1;
  const head = { ...JSON.parse(new TextDecoder().decode(contents.subarray(0, end))), ...header };
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const nodes = change(contents.slice(end));
  return pack(new Uint8Array([...line, ...nodes]));
}

const reasonOf = (file: Uint8Array<ArrayBuffer>): Promise<string> =>
  readCertificate(file).then(
    () => 'read',
    (error: unknown) => (error instanceof CertificateError ? error.reason : String(error)),
  );

const kindsOf = (certificate: Certificate): Set<string> =>
  new Set(walk(certificate, certificate.claim.position).map(({ kind }) => kind));

describe('the rules', () => {
  it('turn discs, pass, and count empty squares for the winner', () => {
    const start = at('-----OX--XO----- X');
    expect(movesOf(start)).toEqual([1, 4, 11, 14]);
    expect(textOf(play(start, 1) as Position)).toBe('-X---XX--XO----- O');
    expect([play(start, 0), play(start, 5)]).toEqual([null, null]);
    const stuck = at('XXXXXXXXXXXXXXO- O');
    expect([movesOf(stuck).length, movesOf(passed(stuck)).length]).toEqual([0, 1]);
    expect([scoreOf(stuck, 'X'), scoreOf(stuck, 'O'), scoreOf(start, 'X')]).toEqual([14, -14, 0]);
  });

  it('keep legal moves under the eight symmetries', () => {
    const p = play(at('-----OX--XO----- X'), 1) as Position;
    for (const image of symmetriesOf(4)) {
      const cells = Array.from({ length: 16 }, (_, i) => p.cells[image.indexOf(i)]).join('');
      expect(movesOf({ ...p, cells })).toEqual(
        movesOf(p)
          .map((square) => image[square])
          .sort((a, b) => Number(a) - Number(b)),
      );
    }
  });

  it.each(['', 'X', '-----OX--XO---- X', '-----OX--XO-----  X', '-----OX--XO----- B'])('refuse %j', (text) => {
    expect(parsePosition(text)).toBeNull();
  });
});

describe('the samples', () => {
  it.each([
    [0, { position: '-----OX--XO----- X', prover: 'O', target: 10 }, 18],
    [1, { position: '-----OX--XO----- X', prover: 'X', target: -10 }, 19],
  ] as const)('%d: every branch proves the claim', async (sample, claim, count) => {
    const certificate = await readCertificate(SAMPLES[sample].file());
    expect({ ...certificate.claim, position: textOf(certificate.claim.position) }).toEqual(claim);
    expect(certificate.count).toBe(count);
    const { holds, moves, replies, leaves } = check(certificate);
    expect(holds).toBe(true);
    expect(Math.min(moves, replies, leaves)).toBeGreaterThan(0);
    expect(moves).toBeLessThanOrEqual(count);
  });

  it('prove no more than they claim', async () => {
    expect(check(await readCertificate(await changed({ value: -10 }))).holds).toBe(true);
    expect(check(await readCertificate(await changed({ value: -12 }))).holds).toBe(false);
  });
});

describe('a walk', () => {
  it('has one move of the prover and all replies, and refers only to its own nodes', async () => {
    for (const sample of SAMPLES) {
      const certificate = await readCertificate(sample.file());
      const nodes = walk(certificate, certificate.claim.position);
      for (const { kind, position, children, same, empties } of nodes) {
        if (kind === 'prover') expect(children.length).toBe(1);
        else if (kind === 'opponent') expect(children.length).toBe(Math.max(1, movesOf(position).length));
        else expect(children).toEqual([]);
        if (kind === 'leaf') expect(empties).toBeLessThanOrEqual(certificate.leaf);
        if (kind === 'again') {
          const known = nodes[same] ?? expect.fail(`no node ${same}`);
          expect(certificate.nameOf(known.position)).toBe(certificate.nameOf(position));
        }
      }
    }
    const kinds = await Promise.all(SAMPLES.map(async (sample) => kindsOf(await readCertificate(sample.file()))));
    expect(kinds.some((kind) => kind.has('again'))).toBe(true);
  });

  it('continues where a part ends', async () => {
    const certificate = await readCertificate(SAMPLES[1].file());
    const part = walk(certificate, certificate.claim.position, 4);
    const end = part.find(({ more }) => more) ?? expect.fail('the part is complete');
    expect(part.length).toBeLessThanOrEqual(8);
    const next = walk(certificate, end.position);
    expect(next.length).toBeGreaterThan(1);
    expect(next.some(({ kind }) => kind === 'missing')).toBe(false);
  });

  it('reaches every node of a file, with all its symmetries', async () => {
    // kaeshi prove --leaf 4, after 46 moves of the game in examples.ts, in base64
    const file = Uint8Array.from(atob(ending.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    const certificate = await readCertificate(file);
    const { holds, moves } = check(certificate);
    expect([holds, moves]).toEqual([true, certificate.count]);
    const walker = new Walker(certificate);
    expect(walker.player.trace.nodes.length).toBeLessThanOrEqual(PART + 12);
    const end = walker.nextEnd();
    expect([walker.goesOn(end), walker.player.selected]).toEqual([true, end]);
    walker.deeper(end);
    expect(walker.depth).toBe(1);
    expect(walker.line.join('')).toMatch(/^([a-h][1-8]|pass){2,}$/);
    walker.back();
    expect([walker.depth, walker.line]).toEqual([0, []]);
  });

  it('goes back to the place of its address', async () => {
    const file = Uint8Array.from(atob(ending.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    const certificate = await readCertificate(file);
    const walker = new Walker(certificate);
    walker.deeper(walker.nextEnd());
    walker.player.seek(1);
    walker.player.view = 'mover';
    const place = parsePlace(formatPlace(placeOf(walker))) ?? expect.fail('no place');
    expect(wants(place, certificate)).toBe(true);
    const again = walkFrom(certificate, place, place.view);
    expect([again.depth, again.line, again.player.step]).toEqual([1, walker.line, 1]);
    expect(again.player.view).toBe('mover');
    const other = await readCertificate(SAMPLES[0].file());
    expect(wants(place, other)).toBe(false);
    expect(walkFrom(other, place, 'root').depth).toBe(0);
    const strange = walkFrom(certificate, { ...place, moves: 'a1a1' }, 'root');
    expect([strange.depth, strange.player.step]).toEqual([0, 1]);
  });

  it('shows the claim at each node in both languages', async () => {
    const certificate = await readCertificate(SAMPLES[0].file());
    const doc = documentOf(certificate, walk(certificate, certificate.claim.position));
    for (const { reason, foot } of doc.tree)
      for (const sentence of [reason, foot]) expect(`${sentence?.en}${sentence?.ja}`).not.toMatch(/[{}]|undefined/);
    expect(doc.tree[0]).toMatchObject({ value: -10, bound: 'upper', turn: 'black', depth: 12 });
    expect(doc.tree[0]?.reason?.en).toMatch(/^Black to move\. All 4 moves have an answer: White scores at least \+10/);
    expect(doc.tree[1]).toMatchObject({ value: 10, bound: 'lower', turn: 'white' });
    expect(doc.tree[1]?.reason?.ja).toMatch(/^白の番です。良い手が一つあれば足ります。/);
  });

  it('is narrated step by step', async () => {
    const walker = new Walker(await readCertificate(SAMPLES[0].file()), 0);
    expect(stepWords(walker.player)).toMatch(/^Start\. Black to move\./);
    walker.player.seek(walker.player.last);
    expect(stepWords(walker.player)).toMatch(/^The proof is complete/);
    expect([walker.depth, walker.goesOn(0)]).toEqual([0, false]);
  });
});

describe('assumptions', () => {
  const position = '-----OX--XO----- X';
  const file = (value: number) =>
    changed({ claim: 'at least', value: 0, groups: [], assumptions: 1 }, () =>
      new TextEncoder().encode(`${JSON.stringify({ position, claim: 'at least', value, source: 'someone' })}\n`),
    );

  it('settle a position if they claim enough, under any symmetry', async () => {
    const certificate = await readCertificate(await file(2));
    expect(walk(certificate, certificate.claim.position)).toMatchObject([{ kind: 'assumed', note: 'someone' }]);
    expect(check(certificate).holds).toBe(false);
  });

  it('do not settle it otherwise', async () => {
    expect(kindsOf(await readCertificate(await file(-2)))).toEqual(new Set(['missing']));
  });
});

describe('hostile files', () => {
  it.each([
    ['nothing', new Uint8Array(), 'malformed'],
    ['no gzip', new TextEncoder().encode('hello, world'), 'malformed'],
    ['a file beyond the limit', new Uint8Array(LIMITS.packed + 1), 'large'],
  ] as const)('%s', async (_, file, reason) => {
    expect(await reasonOf(file as Uint8Array<ArrayBuffer>)).toBe(reason);
  });

  it('beyond the limit are not read', async () => {
    const arrayBuffer = vi.fn(() => Promise.resolve(new ArrayBuffer(0)));
    await expect(contentsOf({ size: LIMITS.packed + 1, arrayBuffer })).rejects.toThrow(CertificateError);
    expect(arrayBuffer).not.toHaveBeenCalled();
    expect(await contentsOf(new Blob(['abc']))).toHaveLength(3);
  });

  it('that unpack to more than the limit', async () => {
    expect(await reasonOf(await pack(new Uint8Array(LIMITS.unpacked + 1)))).toBe('large');
  });

  it.each([
    [{ schema: 'kaeshi/proof/2' }, 'malformed'],
    [{ rules: 'reversed' }, 'malformed'],
    [{ position: 5 }, 'malformed'],
    [{ claim: 'about' }, 'malformed'],
    [{ value: 1.5 }, 'malformed'],
    [{ leaf: 13 }, 'malformed'],
    [{ groups: 'many' }, 'malformed'],
    [{ groups: [null] }, 'malformed'],
    [{ groups: [{ empty: 5, prover: -1, opponent: 0 }] }, 'malformed'],
    [{ groups: [{ empty: 5, prover: 900_000, opponent: 0 }] }, 'malformed'],
    [{ groups: [{ empty: 5, prover: 2 ** 40, opponent: 0 }] }, 'large'],
    [{ assumptions: 1 }, 'malformed'],
    [{ assumptions: 2 ** 30 }, 'large'],
  ])('with the header %j', async (header, reason) => {
    expect(await reasonOf(await changed(header))).toBe(reason);
  });

  it('with a very long line', async () => {
    expect(await reasonOf(await pack(new Uint8Array(1 << 20).fill(32)))).toBe('malformed');
  });

  it('with a changed move or a missing node are shown as they are', async () => {
    const last = (change: (nodes: Uint8Array, move: number) => void) =>
      changed({}, (nodes) => {
        change(nodes, nodes.length - 33); // The last node is before the checksum; its move is the last byte.
        return nodes;
      });
    const illegal = await readCertificate(await last((nodes, move) => (nodes[move] = 255)));
    const other = await readCertificate(await last((nodes, move) => (nodes[move - 1] = 1)));
    for (const certificate of [illegal, other]) {
      const nodes = walk(certificate, certificate.claim.position);
      const { tree } = documentOf(certificate, nodes);
      const bad = nodes.findIndex(({ kind }) => kind === 'missing');
      expect(tree[bad]?.reason?.en).toMatch(/The certificate is not valid\.$/);
      expect(tree[bad]?.value).toBeUndefined();
      expect(check(certificate).holds).toBe(false);
    }
  });

  it('with changed bytes are refused or walked through in few steps', async () => {
    let [seed, read, missing] = [1, 0, 0];
    const random = (n: number) => {
      seed = (seed * 48271) % 0x7fffffff;
      return seed % n;
    };
    for (let i = 0; i < 300; i++) {
      const file = await changed({}, (nodes) => {
        for (let k = random(3); k >= 0; k--) nodes[random(nodes.length - 32)] = random(256);
        return nodes;
      });
      const certificate = await readCertificate(file).catch((error: unknown) => {
        expect(error).toBeInstanceOf(CertificateError);
        return null;
      });
      if (!certificate) continue;
      read++;
      const nodes = walk(certificate, certificate.claim.position);
      expect(nodes.length).toBeLessThanOrEqual(PART + 64);
      if (nodes.some(({ kind }) => kind === 'missing')) missing++;
    }
    expect(Math.min(read, missing)).toBeGreaterThan(0);
  });
});
