/**
 * Follows the Huffman codes of all scans of a JPEG to their ends, without computing a pixel (ITU-T T.81, F.2.2 and G.1.2). A
 * picture that lost a part on the way has an end mark and right segments, but too few codes.
 */
import type { FileProblem } from '../input/files.ts';
import { jpegMarkers } from './jpeg.ts';
import { Bits, Damage, HuffmanTable } from './jpeg-bits.ts';

/** Progressive frame, Huffman tables, restart interval (T.81, Table B.1). */
const [SOF2, DHT, DRI] = [0xc2, 0xc4, 0xdd];
/** Writers make about ten; each further scan costs time. */
const MAX_SCANS = 200;
/** Blocks of all scans: three times those of the largest picture with fifteen scans. */
const MAX_BLOCKS = 50_000_000;
/** Blocks whose coefficients are noted for refining scans: 16 MB. Bands of larger pictures are not followed. */
const MAX_NOTED_BLOCKS = 2_000_000;
/** Zeros in a row that no picture has. */
const LOST_BYTES = 512;

interface Component {
  id: number;
  across: number;
  down: number;
  /** 1 for each coefficient that a scan has. */
  coded: Uint8Array;
}

interface Frame {
  isProgressive: boolean;
  width: number;
  height: number;
  components: Component[];
  /** Of each component: a bit for each coefficient that is not zero, two words a block. */
  noted: Map<Component, Uint32Array>;
}

interface ScanPart {
  component: Component;
  dc: HuffmanTable | undefined;
  ac: HuffmanTable | undefined;
}

/** @param bytes a file that `sanitizeJpeg` accepts @returns null for a whole picture */
export function scansProblem(bytes: Uint8Array): FileProblem | null {
  try {
    followScans(bytes);
    return null;
  } catch (error) {
    if (error instanceof Damage) return error.problem;
    throw error;
  }
}

function followScans(bytes: Uint8Array): void {
  const tables = new Map<number, HuffmanTable>();
  let frame: Frame | null = null;
  for (let [at, interval, scans, blocks] = [2, 0, 0, 0]; ; ) {
    const marker = jpegMarkers.next(bytes, at);
    if (!marker || marker.code === jpegMarkers.EOI) break;
    const end = jpegMarkers.segmentEnd(bytes, marker.start);
    const content = bytes.subarray(marker.start + 4, end);
    at = end;
    if (marker.code === DHT) readTables(content, tables);
    if (marker.code === DRI) interval = ((content[0] ?? 0) << 8) | (content[1] ?? 0);
    if (jpegMarkers.FRAMES.includes(marker.code)) frame = readFrame(content, marker.code === SOF2);
    if (marker.code !== jpegMarkers.SOS || !frame) continue;
    at = jpegMarkers.scanEnd(bytes, end);
    scans += 1;
    const scan = new Scan(frame, content, tables);
    blocks += scan.units;
    if (scans > MAX_SCANS || blocks > MAX_BLOCKS) throw new Damage();
    for (const { component } of scan.parts) component.coded.fill(1, scan.band.from, scan.band.to + 1);
    const bits = new Bits(bytes, end, at);
    scan.follow(bits, interval);
    if (scan.hasLostBytes(bytes, end, bits.at)) throw new Damage();
  }
  // Few writers leave out the details of a colour, and none those of the brightness.
  if (!frame?.components.every(({ coded }, index) => !coded.subarray(0, index === 0 ? 64 : 1).includes(0)))
    throw new Damage('file_incomplete');
}

function readTables(content: Uint8Array, tables: Map<number, HuffmanTable>): void {
  for (let at = 0; at < content.length; ) {
    const counts = content.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    // Decoders stop at a table that is longer or shorter than its segment.
    if (at + 17 + total > content.length) throw new Damage();
    tables.set(content[at] ?? 0, new HuffmanTable(counts, content.subarray(at + 17, at + 17 + total)));
    at += 17 + total;
  }
}

function readFrame(content: Uint8Array, isProgressive: boolean): Frame {
  const [width, height] = jpegMarkers.sizeOf(content);
  const components = Array.from({ length: content[5] ?? 0 }, (_, index) => {
    const [id = 0, sampling = 0] = content.subarray(6 + 3 * index);
    return { id, across: sampling >> 4, down: sampling & 15, coded: new Uint8Array(64) };
  });
  if (components.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) throw new Damage();
  return { isProgressive, width, height, components, noted: new Map() };
}

class Scan {
  readonly parts: ScanPart[];
  /** Parameters of a progressive scan (G.1.1.1). */
  readonly band: { from: number; to: number; refines: boolean };
  private readonly frame: Frame;
  /** Blocks of this scan still covered by an end of band (G.1.2.2). */
  private ended = 0;

  constructor(frame: Frame, header: Uint8Array, tables: ReadonlyMap<number, HuffmanTable>) {
    this.frame = frame;
    const count = header[0] ?? 0;
    this.parts = Array.from({ length: count }, (_, index) => {
      const [id, used = 0] = header.subarray(1 + 2 * index);
      const component = frame.components.find((one) => one.id === id);
      if (!component) throw new Damage();
      return { component, dc: tables.get(used >> 4), ac: tables.get(0x10 | (used & 15)) };
    });
    const [from = 0, to = 63, bits = 0] = header.subarray(1 + 2 * count);
    this.band = frame.isProgressive ? { from, to, refines: bits >> 4 > 0 } : { from: 0, to: 63, refines: false };
    if (count < 1 || from > to || to > 63 || (this.isBand && count > 1)) throw new Damage();
    const { refines } = this.band;
    for (const { dc, ac } of this.parts)
      if ((!ac && (this.isBand || !frame.isProgressive)) || (!dc && !this.isBand && !refines)) throw new Damage();
  }

  /** The scan's blocks where it has one component, else its groups of blocks (A.2). */
  get units(): number {
    const { width, height, components } = this.frame;
    const [only, other] = this.parts;
    return count(width, 'across') * count(height, 'down');

    function count(length: number, side: 'across' | 'down'): number {
      const most = Math.max(...components.map((component) => component[side]));
      if (!only || other) return Math.ceil(length / (8 * most));
      return Math.ceil(Math.ceil((length * only.component[side]) / most) / 8);
    }
  }

  /** True for a scan of coefficients other than the first. */
  private get isBand(): boolean {
    return this.frame.isProgressive && this.band.from > 0;
  }

  /** True for a long run of zeros, as of a broken download, where zeros are not the codes of an even area. */
  hasLostBytes(bytes: Uint8Array, from: number, to: number): boolean {
    const isEven = this.parts.every(({ dc, ac }) => {
      if (this.isBand) return ((ac?.first ?? 0) & 15) === 0;
      return dc?.first === 0 && (this.frame.isProgressive || ac?.first === 0);
    });
    if (this.band.refines || isEven) return false;
    for (let at = from + LOST_BYTES - 1; at < to; at += LOST_BYTES) {
      let [start, end] = [at, at];
      while (start > from && bytes[start - 1] === 0) start -= 1;
      while (end < to && bytes[end] === 0) end += 1;
      if (end - start >= LOST_BYTES) return true;
    }
    return false;
  }

  /** Reads all codes. @throws Damage where they are too few, or impossible */
  follow(bits: Bits, interval: number): void {
    const { parts, units } = this;
    const [first] = parts as [ScanPart];
    if (this.isBand && units > MAX_NOTED_BLOCKS) return;
    const order = parts.flatMap((part) =>
      Array.from({ length: parts.length === 1 ? 1 : part.component.across * part.component.down }, () => part),
    );
    const { component } = first;
    const noted = this.frame.noted.get(component) ?? new Uint32Array(this.isBand ? 2 * units : 0);
    if (this.isBand) this.frame.noted.set(component, noted);
    for (let unit = 0; unit < units; unit += 1) {
      if (interval > 0 && unit > 0 && unit % interval === 0) {
        if (bits.isShort()) throw new Damage('file_incomplete');
        bits.restart(unit / interval - 1);
        this.ended = 0;
      }
      for (const part of order) this.followBlock(bits, part, noted, unit);
      if (bits.isShort()) throw new Damage('file_incomplete');
    }
    if (!bits.isAtEnd(!this.frame.isProgressive)) throw new Damage();
  }

  private followBlock(bits: Bits, { dc, ac }: ScanPart, noted: Uint32Array, block: number): void {
    const { isProgressive } = this.frame;
    const { refines } = this.band;
    if (this.isBand && ac) {
      if (refines) this.refineBand(bits, ac, noted, block);
      else this.followBand(bits, ac, noted, block);
      return;
    }
    if (refines) bits.skip(1);
    else if (dc) bits.skip(lengthOf(dc.read(bits)));
    if (!isProgressive && ac) followCoefficients(bits, ac);
  }

  /** The first scan of a band (G.1.2.2). */
  private followBand(bits: Bits, ac: HuffmanTable, noted: Uint32Array, block: number): void {
    if (this.ended > 0) {
      this.ended -= 1;
      return;
    }
    const { from, to } = this.band;
    for (let at = from; at <= to; at += 1) {
      const code = ac.read(bits);
      const [run, length] = [code >> 4, code & 15];
      if (length === 0 && run < 15) {
        this.ended = (1 << run) - 1 + bits.read(run);
        return;
      }
      at += run;
      if (at > to) throw new Damage();
      if (length === 0) continue;
      bits.skip(length);
      note(noted, block, at);
    }
  }

  /** A refining scan of a band (G.1.2.3): a bit for each coefficient that is not zero yet, between the new ones. */
  private refineBand(bits: Bits, ac: HuffmanTable, noted: Uint32Array, block: number): void {
    const { from, to } = this.band;
    let at = from;
    for (; this.ended === 0 && at <= to; at += 1) {
      const code = ac.read(bits);
      let run = code >> 4;
      const length = code & 15;
      if (length > 1) throw new Damage();
      if (length === 0 && run < 15) {
        this.ended = (1 << run) + bits.read(run);
        break;
      }
      if (length === 1) bits.skip(1);
      for (; at <= to; at += 1) {
        if (isNoted(noted, block, at)) bits.skip(1);
        else if (run === 0) break;
        else run -= 1;
      }
      if (length === 0) continue;
      if (at > to) throw new Damage();
      note(noted, block, at);
    }
    if (this.ended === 0) return;
    for (; at <= to; at += 1) if (isNoted(noted, block, at)) bits.skip(1);
    this.ended -= 1;
  }
}

/** All coefficients but the first of a sequential block (F.2.2.2). */
function followCoefficients(bits: Bits, ac: HuffmanTable): void {
  for (let at = 1; at < 64; at += 1) {
    const code = ac.read(bits);
    const [run, length] = [code >> 4, code & 15];
    if (length === 0 && run < 15) return;
    at += run;
    if (at > 63) throw new Damage();
    bits.skip(length);
  }
}

function lengthOf(category: number): number {
  if (category > 16) throw new Damage();
  return category;
}

function note(noted: Uint32Array, block: number, at: number): void {
  const word = 2 * block + (at >> 5);
  noted[word] = (noted[word] as number) | (1 << (at & 31));
}

const isNoted = (noted: Uint32Array, block: number, at: number) =>
  ((noted[2 * block + (at >> 5)] as number) & (1 << (at & 31))) !== 0;
