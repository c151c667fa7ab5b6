/** Each file of `tests/fixtures/deceptive` gets its verdict, and what holds for any bytes at all. */

import { readFileSync } from 'node:fs';
import { URL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeFile } from '../../../functions/admin/files/content.ts';
import { keptName } from '../../../src/domain/input/file-names.ts';
import {
  DOCUMENT_TYPES,
  FILE_TYPES,
  type FileType,
  SNIFF_BYTES,
  sniffFileType,
} from '../../../src/domain/input/files.ts';
import verdicts from '../../fixtures/deceptive/verdicts.json' with { type: 'json' };

const folder = new URL('../../fixtures/deceptive/', import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const files = verdicts.map((verdict) => ({ ...verdict, bytes: read(verdict.file) }));

/** What the door makes of a file: its type, and what is stored of it. */
function sanitized(bytes: Uint8Array): { found: FileType; kept: Uint8Array } | null {
  const found = sniffFileType(bytes.subarray(0, SNIFF_BYTES));
  const kept = found && sanitizeFile(found, bytes);
  return found && kept ? { found, kept } : null;
}

describe('a deceptive file', () => {
  it('is one of many', () => {
    expect(files.filter(({ refused }) => refused).length).toBeGreaterThan(60);
    expect(files.filter(({ file, like }) => like && file !== like).length).toBeGreaterThan(40);
  });

  it.each(files)('gets its verdict: $file', ({ bytes, refused, found, like = '', sentAs, storedAs }) => {
    const kept = sanitized(bytes);
    if (refused) return expect(kept).toBeNull();
    expect(kept?.found).toBe(found);
    expect(Buffer.from(kept?.kept ?? []).equals(read(like))).toBe(true);
    expect(kept && keptName(sentAs, kept.found)).toBe(storedAs);
  });

  it('is what its script makes', async () => {
    const { corpus } = await import(new URL('make.mjs', folder).href);
    const made: { bytes: Uint8Array; verdict: { file: string } }[] = corpus();
    expect(made.map(({ verdict }) => verdict)).toEqual(verdicts);
    const other = made.filter(({ bytes, verdict }) => !Buffer.from(read(verdict.file)).equals(bytes));
    expect(other.map(({ verdict }) => verdict.file)).toEqual([]);
  });
});

const RUNS = { numRuns: 500 };
const accepted = files.flatMap(({ found, bytes }) => (found ? [{ type: found as FileType, bytes }] : []));
/** Bytes of any file of the corpus with some of them changed, or any bytes at all. */
const anyFile = fc.oneof(
  fc.record({ type: fc.constantFrom(...DOCUMENT_TYPES), bytes: fc.uint8Array({ maxLength: 600 }) }),
  fc
    .record({
      file: fc.constantFrom(...accepted),
      changes: fc.array(fc.record({ at: fc.nat(900), value: fc.nat(255) }), { maxLength: 6 }),
      length: fc.nat(1200),
    })
    .map(({ file: { type, bytes }, changes, length }) => {
      const changed = bytes.slice(0, length);
      for (const { at, value } of changes) if (at < changed.length) changed[at] = value;
      return { type, bytes: changed };
    }),
);

describe('any file', () => {
  it('is sanitized without a fault, and what is kept of it is kept whole the next time', () => {
    fc.assert(
      fc.property(anyFile, ({ type, bytes }) => {
        const kept = sanitizeFile(type, bytes);
        if (kept) expect(sanitizeFile(type, kept)).toBe(kept);
      }),
      RUNS,
    );
  });

  it('loses whatever is put behind it', () => {
    // A document ends at its last end, so that what follows may hold none.
    const tail = fc.uint8Array({ minLength: 1, maxLength: 200 }).filter((bytes) => !latin1(bytes).includes('%%EOF'));
    // Where a document ends without a line break, one that follows is its own.
    const ending = ({ type, bytes }: (typeof accepted)[number]) =>
      type !== 'application/pdf' || /%%EOF\n$/.test(latin1(bytes));
    fc.assert(
      fc.property(fc.constantFrom(...accepted.filter(ending)), tail, ({ type, bytes }, behind) => {
        const kept = sanitizeFile(type, Buffer.concat([bytes, behind]));
        expect(latin1(kept ?? [])).toBe(latin1(sanitizeFile(type, bytes) ?? []));
      }),
      RUNS,
    );
  });

  it('ends with the end of its type', () => {
    const ENDS: Record<FileType, RegExp> = {
      'application/pdf': /%%EOF(\r\n|\r|\n)?$/,
      'image/jpeg': /\xff\xd9$/,
      'image/png': /\0\0\0\0IEND\xaeB`\x82$/,
      'image/webp': /^RIFF/,
    };
    fc.assert(
      fc.property(anyFile, ({ type, bytes }) => {
        const kept = sanitizeFile(type, bytes);
        if (kept) expect(latin1(kept)).toMatch(ENDS[type]);
        if (kept && type === 'image/webp') expect(Buffer.from(kept).readUInt32LE(4)).toBe(kept.length - 8);
      }),
      RUNS,
    );
  });

  it('that is a picture of more pieces than any writer makes is refused before they are held', () => {
    const empty = Buffer.from('000000007445587400000000', 'hex');
    const png = Buffer.from(read('plain.png'));
    const padded = Buffer.concat([png.subarray(0, 33), Buffer.alloc(empty.length * 10_000, empty), png.subarray(33)]);
    expect(sanitizeFile('image/png', padded)).toBeNull();
    const jpeg = Buffer.from(read('plain.jpg'));
    const comments = Buffer.alloc(4 * 10_001, Buffer.from('fffe0002', 'hex'));
    expect(sanitizeFile('image/jpeg', Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)]))).toBeNull();
  });
});

describe('any name', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.constantFrom('a', 'Ж', '😀', '.', ' ', '/', '\\', '.pdf', '.exe', '.JPG', '\u202e', '\u001b', '\ud83d'))
      .map((pieces) => pieces.join('')),
  );

  it('gets the ending of the type, can stand in an address, and stays as it is the next time', () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...DOCUMENT_TYPES), (name, type) => {
        const safe = keptName(name, type);
        expect(safe.toLowerCase().replace(/\.jpeg$/, '.jpg')).toMatch(new RegExp(`.\\.${FILE_TYPES[type]}$`));
        expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\"<>|:*?]/u);
        expect([...safe].length).toBeLessThanOrEqual(120);
        expect(decodeURIComponent(encodeURIComponent(safe))).toBe(safe);
        expect(keptName(safe, type)).toBe(safe);
      }),
      RUNS,
    );
  });
});

const latin1 = (bytes: ArrayLike<number>) => Buffer.from(bytes).toString('latin1');
