/** The entropy-coded bits of a JPEG (ITU-T T.81, F.2.2): Huffman tables, and the data between two markers. */
import type { FileProblem } from '../input/files.ts';

/** Bytes behind the last code of a scan; more is the rest of a damaged scan. */
const MAX_LEFT_BYTES = 256;

/** Why the codes of a JPEG can't be followed. */
export class Damage extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem = 'file_damaged') {
    super(problem);
    this.problem = problem;
  }
}

/** A Huffman table (C.2, F.2.2.3): codes of up to nine bits in one step. */
export class HuffmanTable {
  private static readonly QUICK_BITS = 9;
  /** Length and symbol by the next nine bits; 0 for a longer code. */
  private readonly quick = new Uint16Array(1 << HuffmanTable.QUICK_BITS);
  /** The first code above those of each length, by length. */
  private readonly limits = new Int32Array(18);
  /** The index of a symbol is its code plus this, by length. */
  private readonly offsets = new Int32Array(18);
  private readonly symbols: Uint8Array;

  constructor(counts: Uint8Array, symbols: Uint8Array) {
    this.symbols = symbols;
    for (let [length, code, index] = [1, 0, 0]; length <= 16; length += 1, code <<= 1) {
      const count = counts[length - 1] ?? 0;
      this.offsets[length] = index - code;
      for (const end = index + count; index < end; index += 1, code += 1) {
        const spare = HuffmanTable.QUICK_BITS - length;
        if (spare >= 0) this.quick.fill((length << 8) | (symbols[index] ?? 0), code << spare, (code + 1) << spare);
      }
      this.limits[length] = code;
    }
  }

  /** The symbol of a code of zeros. */
  get first(): number {
    return this.symbols[0] ?? 0;
  }

  read(bits: Bits): number {
    const known = this.quick[bits.peek(HuffmanTable.QUICK_BITS)] ?? 0;
    if (known !== 0) {
      bits.skip(known >> 8);
      return known & 0xff;
    }
    for (let length = HuffmanTable.QUICK_BITS + 1; length <= 16; length += 1) {
      const code = bits.peek(length);
      if (code >= (this.limits[length] ?? 0)) continue;
      bits.skip(length);
      return this.symbols[code + (this.offsets[length] ?? 0)] ?? 0;
    }
    throw bits.isShort(16) ? new Damage('file_incomplete') : new Damage();
  }
}

/** The bits of one scan, up to a restart marker or its end. */
export class Bits {
  private buffer = 0;
  /** Bits in the buffer, of which the last `padding` are not in the file. */
  private count = 0;
  private padding = 0;

  private readonly bytes: Uint8Array;
  at: number;
  private readonly end: number;

  constructor(bytes: Uint8Array, at: number, end: number) {
    [this.bytes, this.at, this.end] = [bytes, at, end];
  }

  /** @param count up to 16 */
  peek(count: number): number {
    while (this.count < 16) this.fill();
    return (this.buffer >>> (this.count - count)) & ((1 << count) - 1);
  }

  skip(count: number): void {
    while (this.count < count) this.fill();
    this.count -= count;
  }

  /** @param count up to 16 */
  read(count: number): number {
    if (count === 0) return 0;
    const value = this.peek(count);
    this.count -= count;
    return value;
  }

  private fill(): void {
    const { bytes, at, end } = this;
    const byte = at < end ? (bytes[at] as number) : -1;
    // A byte 0xff is followed by 0, or begins a marker.
    const isData = byte >= 0 && (byte !== 0xff || bytes[at + 1] === 0);
    this.buffer = (this.buffer << 8) | (isData ? byte : 0);
    this.count += 8;
    if (isData) this.at += byte === 0xff ? 2 : 1;
    else this.padding += 8;
  }

  /** True when more bits were read than the file has here, or would be by `ahead` further ones. */
  isShort(ahead = 0): boolean {
    return this.count - ahead < this.padding;
  }

  /** Continues behind the restart marker of this number (F.2.1.3.1). */
  restart(number: number): void {
    const marker = this.bytes.indexOf(0xff, this.at);
    if (marker < 0 || marker >= this.end) throw new Damage('file_incomplete');
    if (this.bytes[marker + 1] !== 0xd0 + (number & 7) || marker - this.at > MAX_LEFT_BYTES) throw new Damage();
    [this.at, this.buffer, this.count, this.padding] = [marker + 2, 0, 0, 0];
  }

  /** True where a few bytes follow at most, or, where cameras pad, many of one value that the scan does not end with. */
  isAtEnd(mayBePadded: boolean): boolean {
    if (this.end - this.at <= MAX_LEFT_BYTES) return true;
    if (!mayBePadded) return false;
    const value = this.bytes[this.end - 1];
    for (let at = this.at; at < this.end; at += 1) if (this.bytes[at] !== value) return false;
    return this.bytes.subarray(Math.max(0, this.at - 32), this.at).some((byte) => byte !== value);
  }
}
