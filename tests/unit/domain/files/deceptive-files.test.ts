/** The verdict of each file of `tests/fixtures/deceptive`, and properties of arbitrary bytes. */

import { readFileSync } from 'node:fs';
import { URL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from '../../../../src/domain/input/file-names.ts';
import { DOCUMENT_TYPES, FILE_TYPES, type FileType } from '../../../../src/domain/input/files.ts';
import { checkFile } from '../../../fixtures/check-file.ts';
import { createCorpus } from '../../../fixtures/deceptive/make.ts';
import verdicts from '../../../fixtures/deceptive/verdicts.json' with { type: 'json' };

const folder = new URL('../../../fixtures/deceptive/', import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const files = verdicts.map((verdict) => ({ ...verdict, bytes: read(verdict.file) }));

const check = (bytes: Uint8Array) => checkFile(bytes, DOCUMENT_TYPES);
/** Returns the stored bytes, or null for a refused file. */
function kept(bytes: Uint8Array): Uint8Array | null {
  const checked = check(bytes);
  return checked.ok ? checked.bytes : null;
}

describe('the corpus of deceptive files', () => {
  it('the corpus has over 60 refused files and over 40 cleaned ones', () => {
    expect(files.filter(({ refused }) => refused).length).toBeGreaterThan(60);
    expect(files.filter(({ file, like }) => like && file !== like).length).toBeGreaterThan(40);
  });

  it.each(files)(
    'checkFile refuses or cleans the deceptive file $file',
    ({ bytes, refused, found, like = '', sentAs, storedAs }) => {
      const checked = check(bytes);
      if (!checked.ok) return expect(checked.code).toBe(refused);
      expect(checked.type).toBe(found);
      expect(Buffer.from(checked.bytes).equals(read(like))).toBe(true);
      expect(safeFileName(sentAs, checked.type)).toBe(storedAs);
    },
  );

  it('the corpus is the output of its script', () => {
    const made = createCorpus();
    expect(made.map(({ verdict }) => verdict)).toEqual(verdicts);
    const other = made.filter(({ bytes, verdict }) => !Buffer.from(read(verdict.file)).equals(bytes));
    expect(other.map(({ verdict }) => verdict.file)).toEqual([]);
  });
});

const RUNS = { numRuns: 500 };
const accepted = files.flatMap(({ found, bytes }) => (found ? [{ type: found as FileType, bytes }] : []));
/** A file of the corpus with changed bytes, or arbitrary bytes. */
const anyFile = fc.oneof(
  fc.uint8Array({ maxLength: 600 }),
  fc
    .record({
      file: fc.constantFrom(...accepted),
      changes: fc.array(fc.record({ at: fc.nat(900), value: fc.nat(255) }), { maxLength: 6 }),
      length: fc.nat(1200),
    })
    .map(({ file: { bytes }, changes, length }) => {
      const changed = bytes.slice(0, length);
      for (const { at, value } of changes) if (at < changed.length) changed[at] = value;
      return changed;
    }),
);

describe('checkFile of arbitrary bytes', () => {
  it('checkFile never throws, and leaves its own result unchanged', () => {
    fc.assert(
      fc.property(anyFile, (bytes) => {
        const once = kept(bytes);
        if (once) expect(kept(once)).toBe(once);
      }),
      RUNS,
    );
  });

  it('checkFile removes bytes after the end of a file', () => {
    // A PDF ends at its last end, so that the tail must not contain one; a digit could begin another revision.
    const tail = fc.uint8Array({ maxLength: 200 }).filter((bytes) => !/%%EOF|\d\s+obj/.test(latin1(bytes)));
    // A line break after an end without one belongs to the document.
    const ending = ({ type, bytes }: (typeof accepted)[number]) =>
      type !== 'application/pdf' || /%%EOF\n$/.test(latin1(bytes));
    fc.assert(
      fc.property(fc.constantFrom(...accepted.filter(ending)), tail, ({ bytes }, behind) => {
        const stripped = kept(Buffer.concat([bytes, Buffer.from('PK'), behind]));
        expect(latin1(stripped ?? [])).toBe(latin1(kept(bytes) ?? []));
      }),
      RUNS,
    );
  });

  it('checkFile returns a file with the end of its type', () => {
    const ENDS: Record<FileType, RegExp> = {
      'application/pdf': /%%EOF.{0,256}$/s,
      'image/jpeg': /\xff\xd9$/,
      'image/png': /\0\0\0\0IEND\xaeB`\x82$/,
      'image/webp': /^RIFF/,
    };
    fc.assert(
      fc.property(anyFile, (bytes) => {
        const checked = check(bytes);
        if (!checked.ok) return;
        expect(latin1(checked.bytes)).toMatch(ENDS[checked.type]);
        if (checked.type === 'image/webp')
          expect(Buffer.from(checked.bytes).readUInt32LE(4)).toBe(checked.bytes.length - 8);
      }),
      RUNS,
    );
  });

  it('checkFile refuses a picture with more than 10,000 pieces', () => {
    const empty = Buffer.from('000000007445587400000000', 'hex');
    const png = Buffer.from(read('plain.png.bin'));
    const padded = Buffer.concat([png.subarray(0, 33), Buffer.alloc(empty.length * 10_000, empty), png.subarray(33)]);
    expect(check(padded)).toEqual({ ok: false, code: 'file_damaged' });
    const jpeg = Buffer.from(read('plain.jpg.bin'));
    const comments = Buffer.alloc(4 * 10_001, Buffer.from('fffe0002', 'hex'));
    expect(check(Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)]))).toEqual({
      ok: false,
      code: 'file_damaged',
    });
  });
});

describe('safeFileName of arbitrary names', () => {
  const anyName = fc.oneof(
    // The unit "binary" takes four seconds to list the code points.
    fc.array(fc.nat(0x10ffff), { maxLength: 300 }).map((points) => String.fromCodePoint(...points)),
    fc
      .array(fc.constantFrom('a', 'Ж', '😀', '.', ' ', '/', '\\', '.pdf', '.exe', '.JPG', '\u202e', '\u001b', '\ud83d'))
      .map((pieces) => pieces.join('')),
  );

  it('safeFileName returns a safe name with the extension of the type, and leaves its own result unchanged', () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...DOCUMENT_TYPES), (name, type) => {
        const safe = safeFileName(name, type);
        expect(safe.toLowerCase().replace(/\.jpeg$/, '.jpg')).toMatch(new RegExp(`.\\.${FILE_TYPES[type]}$`));
        expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\"<>|:*?]/u);
        expect([...safe].length).toBeLessThanOrEqual(120);
        expect(decodeURIComponent(encodeURIComponent(safe))).toBe(safe);
        expect(safeFileName(safe, type)).toBe(safe);
      }),
      RUNS,
    );
  });
});

const latin1 = (bytes: ArrayLike<number>) => Buffer.from(bytes).toString('latin1');
