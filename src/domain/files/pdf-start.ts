/** Where a PDF begins in a file that has other bytes before it. */
import { type FileIssue, SNIFF_BYTES } from '../input/files.ts';
import { findLastText, findText, isAt, latin1 } from './bytes.ts';
import { signedEnd } from './pdf-signature.ts';

const HEADER = /%PDF-(?:1\.\d|2\.0)/;
/** Text without control characters and markup. */
const TEXT = /^[\t\n\f\r\x20-\x3b\x3d-\x7e\x80-\xff]*$/;
/** Texts that a program would execute, or open as another format. */
const PROGRAM = /^\s*(?:#!|%!|@|\{\\rtf)/;

/**
 * Where the document starts in a file with other first bytes; null without a document. The issue `file_begins_late` means: other
 * bytes than text, more than {@link SNIFF_BYTES}, or offsets that count from the file's first byte, which removing the text would
 * break.
 */
export function documentStart(bytes: Uint8Array): number | FileIssue | null {
  const head = latin1(bytes.subarray(0, SNIFF_BYTES));
  if (/^\s*%PDF-/.test(head)) return 'file_damaged';
  const start = head.search(HEADER);
  if (start < 0) {
    if (hasDocument(bytes, SNIFF_BYTES)) return 'file_begins_late';
    // True for a document that has lost its first bytes.
    return !/%[A-Z]DF-/i.test(head) && /\d\s+obj\b/.test(head) && findText(bytes, 'endobj') >= 0
      ? 'file_damaged'
      : null;
  }
  const before = head.slice(0, start);
  if (!TEXT.test(before) || PROGRAM.test(before)) return hasDocument(bytes, start) ? 'file_begins_late' : null;
  // A text about documents mentions them, but has no objects.
  if (findText(bytes, ' obj', start) < 0) return null;
  return countsFromFile(bytes, start) ? 'file_begins_late' : start;
}

/** True where a document of any version begins at or after `from` and has an end. */
function hasDocument(bytes: Uint8Array, from: number): boolean {
  const start = findText(bytes, '%PDF-', Math.max(0, from - '%PDF-'.length));
  return start >= 0 && findText(bytes, 'startxref', start) >= 0;
}

function countsFromFile(bytes: Uint8Array, start: number): boolean {
  if (signedEnd(bytes) > 0) return signedEnd(bytes, start) === 0;
  const offset = lastStartxref(bytes);
  return offset !== null && isCrossReference(bytes, offset) && !isCrossReference(bytes, start + offset);
}

/** True where a cross-reference table or stream begins (ISO 32000-1, sections 7.5.4 and 7.5.8). */
function isCrossReference(bytes: Uint8Array, offset: number): boolean {
  return isAt(bytes, 'xref', offset) || /^\d{1,10}\s+\d{1,5}\s+obj/.test(latin1(bytes.subarray(offset, offset + 32)));
}

/** The number after the last `startxref`, an offset; null for none. */
function lastStartxref(bytes: Uint8Array): number | null {
  const at = findLastText(bytes, 'startxref');
  const [, digits] = at < 0 ? [] : (/^startxref\s+(\d{1,10})/.exec(latin1(bytes.subarray(at, at + 64))) ?? []);
  return digits === undefined ? null : Number(digits);
}
