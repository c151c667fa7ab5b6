/**
 * Whether a PDF has a catalogue and the pages that its page tree names (ISO 32000-1). Objects are found as readers find
 * them in a damaged file: by their heads, from the first byte to the last, so that a wrong cross-reference table is no reason
 * to refuse. What cannot be decided, as in encrypted object streams, counts as whole.
 */
import type { FileProblem } from '../input/files.ts';
import { concat, findText, latin1 } from './bytes.ts';
import { inflate } from './inflate.ts';
import { isReference, type PdfDictionary, type PdfValue, readDictionary, readValue } from './pdf-objects.ts';

/** Bytes of all inflated object streams. */
const MAX_INFLATED = 64 * 1024 * 1024;
const MAX_OBJECTS = 500_000;
const MAX_NODES = 50_000;
/** Longest head of a stream that is looked at, bytes. */
const MAX_HEAD = 4096;
const FLATE_ONLY = /\/Filter[\0\s]*(?:\/FlateDecode\b|\[[\0\s]*\/FlateDecode[\0\s]*\])/;

/** Where the text of an object begins. */
interface Place {
  bytes: Uint8Array;
  at: number;
}

/** @returns the number of pages, null where it is unknown; or the problem */
export async function countPages(bytes: Uint8Array): Promise<number | null | FileProblem> {
  const objects = new PdfObjects(bytes);
  objects.scan();
  await objects.openStreams();
  const problem = objects.breaksOff ? 'file_incomplete' : 'file_damaged';
  for (const catalogue of objects.catalogues()) {
    const { pages, missing } = objects.countPages(catalogue);
    if (objects.isPartial) return missing === 0 && pages > 0 ? pages : null;
    if (missing > 0) return 'file_incomplete';
    if (pages > 0) return objects.breaksOff ? 'file_incomplete' : pages;
  }
  return objects.isPartial ? null : problem;
}

class PdfObjects {
  /** A stream has no end: the file breaks off in it. */
  breaksOff = false;
  /** Some objects could not be read. */
  isPartial = false;
  private readonly bytes: Uint8Array;
  /** By number; the last is that of the latest revision. */
  private readonly places = new Map<number, Place[]>();
  private readonly objectStreams: { head: string; from: number; to: number }[] = [];
  private count = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Finds the heads of all objects outside streams. */
  scan(): void {
    const { bytes } = this;
    let head = 0;
    let [object, stream] = [findText(bytes, 'obj'), findText(bytes, 'stream')];
    while (object >= 0 || stream >= 0) {
      if (object >= 0 && (stream < 0 || object < stream)) {
        const number = this.numberBefore(object);
        if (number !== null) this.add(number, { bytes, at: object + 3 });
        if (number !== null) head = object + 3;
        object = findText(bytes, 'obj', object + 3);
        continue;
      }
      const end = this.endOfStream(head, stream);
      if (end !== null && object >= 0 && object < end) object = findText(bytes, 'obj', end);
      stream = findText(bytes, 'stream', end ?? stream + 6);
    }
  }

  private add(number: number, place: Place): void {
    this.count += 1;
    if (this.count > MAX_OBJECTS) this.isPartial = true;
    else if (this.places.get(number)?.push(place) === undefined) this.places.set(number, [place]);
  }

  /** The number of the object whose head ends with "obj" at this offset (section 7.3.10); null for another word. */
  private numberBefore(end: number): number | null {
    const before = latin1(this.bytes.subarray(Math.max(0, end - 24), end));
    const [, number] = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$/.exec(before) ?? [];
    return number === undefined ? null : Number(number);
  }

  /** The offset behind a stream's data (section 7.3.8); null where no stream begins. @param head offset of its object */
  private endOfStream(head: number, word: number): number | null {
    const { bytes } = this;
    const from = word + 'stream'.length;
    const start = bytes[from] === 0x0d && bytes[from + 1] === 0x0a ? from + 2 : from + 1;
    const before = latin1(bytes.subarray(Math.max(head, word - MAX_HEAD), word));
    if (!/>>[\0\s]*$/.test(before) || ![0x0a, 0x0d, 0x20].includes(bytes[from] ?? 0)) return null;
    const [, length] = /\/Length[\0\s]+(\d{1,10})(?![\d\0\s]*R)/.exec(before) ?? [];
    const declared = start + Number(length ?? -1);
    const exact = findText(bytes.subarray(0, declared + 32), 'endstream', Math.max(start, declared));
    const end = exact >= 0 ? exact : findText(bytes, 'endstream', start);
    if (end < 0) {
      this.breaksOff ||= findText(bytes, 'endobj', start) < 0;
      return null;
    }
    // By its own keys: its type may be missing.
    if (/\/First[\0\s]+\d/.test(before) && /\/N[\0\s]+\d/.test(before))
      this.objectStreams.push({ head: before, from: start, to: end });
    return end + 'endstream'.length;
  }

  /** Adds the objects in object streams (section 7.5.7). */
  async openStreams(): Promise<void> {
    let left = MAX_INFLATED;
    const isEncrypted = findText(this.bytes, '/Encrypt') >= 0;
    for (const { head, from, to } of this.objectStreams) {
      const data = this.bytes.subarray(from, to);
      const isFlate = FLATE_ONLY.test(head);
      const content = isFlate ? await this.inflated(data, left) : data;
      left -= content.length;
      // Other streams are as readers would see them, damaged or not.
      if (isEncrypted || left <= 0 || head.includes('/DecodeParms') || (head.includes('/Filter') && !isFlate))
        this.isPartial = true;
      const [, first] = /\/First[\0\s]+(\d{1,10})/.exec(head) ?? [];
      const index = latin1(content.subarray(0, Number(first ?? 0))).trim();
      const numbers = /^[\d\s]+$/.test(index) ? index.split(/\s+/).map(Number) : [];
      if (numbers.length === 0 && content.length >= Number(first ?? 0)) this.isPartial = true;
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        const place = Number(first) + (numbers[at + 1] ?? 0);
        if (place < content.length) this.add(numbers[at] ?? 0, { bytes: content, at: place });
      }
    }
  }

  private async inflated(data: Uint8Array, most: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    await inflate([data], most, (piece) => pieces.push(piece));
    return concat(pieces);
  }

  /** Catalogues that trailers name, the latest first; then those that nothing names. */
  *catalogues(): Generator<PdfDictionary> {
    const isCatalogue = (value: PdfValue | null): value is PdfDictionary => value instanceof Map && value.has('/Pages');
    const named: number[] = [];
    for (let at = findText(this.bytes, '/Root'); at >= 0; at = findText(this.bytes, '/Root', at + 1)) {
      const root = readValue(this.bytes, at + '/Root'.length);
      if (root !== null && isReference(root)) named.push(root.object);
    }
    for (const number of named.reverse())
      for (const place of this.placesOf(number)) {
        const value = readValue(place.bytes, place.at);
        if (isCatalogue(value)) yield value;
      }
    let tried = 0;
    for (const places of this.places.values())
      for (const { bytes, at } of places) {
        tried += 1;
        if (tried > MAX_NODES) return;
        const value = readDictionary(bytes, at);
        if (value && value.get('/Type') === '/Catalog' && isCatalogue(value)) yield value;
      }
  }

  private placesOf(number: number): Place[] {
    return [...(this.places.get(number) ?? [])].reverse();
  }

  /** Follows a reference to its latest value that can be read; undefined for a missing object. */
  private resolve(value: PdfValue | undefined): PdfValue | undefined {
    for (let [found, depth] = [value, 0]; ; depth += 1) {
      if (!isReference(found)) return found;
      if (depth > 5) return undefined;
      const values = this.placesOf(found.object).map(({ bytes, at }) => readValue(bytes, at));
      found = values.find((one) => one !== null) ?? undefined;
    }
  }

  /** Counts the leaves of the page tree, and the nodes that it names and the file lacks. */
  countPages(catalogue: PdfDictionary): { pages: number; missing: number } {
    const result = { pages: 0, missing: 0 };
    const branches = new Set<number>();
    const open: PdfValue[] = [catalogue.get('/Pages') ?? ''];
    let nodes = 0;
    for (let node = open.pop(); node !== undefined && nodes < MAX_NODES; node = open.pop()) {
      nodes += 1;
      const value = this.resolve(node);
      if (value === undefined) result.missing += 1;
      if (!(value instanceof Map)) continue;
      const kids = this.resolve(value.get('/Kids'));
      if (!Array.isArray(kids)) result.pages += value.get('/Type') === '/Pages' ? 0 : 1;
      else if (!isReference(node) || !branches.has(node.object)) {
        if (isReference(node)) branches.add(node.object);
        open.push(...kids);
      }
    }
    return result;
  }
}
