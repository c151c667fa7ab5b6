/** Checks a PDF's first and last bytes (ISO 32000-1, section 7.5) and its cross-reference. Its objects are not read. */
import type { FileIssue, Sanitized } from '../input/files.ts';
import { findLastText, findText, isAt, latin1 } from './bytes.ts';
import { signedEnd } from './pdf-signature.ts';
import { documentStart } from './pdf-start.ts';

const END_MARK = '%%EOF';
/** Longest run of white space or digits in the last lines of a document. */
const MAX_GAP = 64;
/** Bytes of white space and comments after the end that belong to the document; more is padding. */
const MAX_TRAILER_BYTES = 256;

/** White space (7.2.2) and comments of printable text, without markup. */
const BLANK_TEXT = /^(?:[\0\t\n\f\r ]|%[\t\x20-\x3b\x3d-\x7e\x80-\xff]*(?:[\r\n]|$))*$/;
/** Words that only a further revision has: its objects, cross-reference table, trailer, `startxref`. */
const REVISION: Record<string, RegExp> = {
  obj: /(?:end|\d\s+)obj\b/,
  endstream: /endstream/,
  xref: /(?<![A-Za-z])(?:start)?xref(?![A-Za-z])/,
  trailer: /(?<![A-Za-z])trailer(?![A-Za-z])/,
};
const MAX_AROUND = 12;
/** White space and comments, and the beginning of a revision cut right after them. */
const REVISION_BEGUN =
  /^(?:\s|%[^\r\n]*[\r\n])*(?:[1-9]\d{0,9}(?: (?:\d{1,5}(?: (?:ob?)?)?)?)?|x(?:r(?:ef?)?)?|t(?:r(?:a(?:i(?:l(?:er?)?)?)?)?)?|s(?:t(?:a(?:r(?:t(?:x(?:r(?:ef?)?)?)?)?)?)?)?)$/;

/** Removes bytes after the document. Keeps all signed bytes, and never cuts back to an older revision. */
function sanitizePdf(bytes: Uint8Array): Sanitized {
  const kept = cutAfterEnd(bytes);
  if (typeof kept === 'string') return kept;
  return hasCrossReference(kept) ? [kept] : 'file_damaged';
}

/** True for a table with a trailer, or a stream of that type. Wrong offsets do not matter: readers then search for both. */
function hasCrossReference(bytes: Uint8Array): boolean {
  return findText(bytes, 'trailer') >= 0 || findText(bytes, '/XRef') >= 0;
}

function cutAfterEnd(bytes: Uint8Array): Uint8Array | FileIssue {
  const end = documentEnd(bytes);
  if (end === null) return 'file_incomplete';
  const signed = signedEnd(bytes);
  if (end === bytes.length || signed === bytes.length) return bytes;
  const isSigned = signed >= end;
  if (!isSigned && isBlank(bytes.subarray(end))) return bytes;
  if (hasRevision(bytes, isSigned ? signed : end)) return 'file_incomplete';
  return bytes.subarray(0, isSigned ? signed : endOfLine(bytes, end));
}

/** True where a further revision follows this offset, or has begun. */
function hasRevision(bytes: Uint8Array, from: number): boolean {
  if (bytes.length - from <= MAX_TRAILER_BYTES && REVISION_BEGUN.test(latin1(bytes.subarray(from)))) return true;
  return Object.entries(REVISION).some(([word, form]) => {
    for (let at = findText(bytes, word, from); at >= 0; at = findText(bytes, word, at + 1)) {
      const around = bytes.subarray(Math.max(from, at - MAX_AROUND), at + word.length + MAX_AROUND);
      if (form.test(latin1(around))) return true;
    }
    return false;
  });
}

/**
 * Where the last "%%EOF" after `startxref` and its number, or after white space, ends; null without one. After white space alone
 * it may belong to a text or program behind the document, unless a revision follows.
 */
function documentEnd(bytes: Uint8Array): number | null {
  const last = lastMark(bytes, (mark) => isWhiteSpace(bytes[mark - 1]) || followsStartxref(bytes, mark));
  const sure = lastMark(bytes, (mark) => followsStartxref(bytes, mark));
  return sure !== null && sure !== last && !hasRevision(bytes, sure) ? sure : last;
}

function lastMark(bytes: Uint8Array, counts: (mark: number) => boolean): number | null {
  for (let mark = findLastText(bytes, END_MARK); mark > 0; mark = findLastText(bytes, END_MARK, mark - 1))
    if (counts(mark)) return mark + END_MARK.length;
  return null;
}

/** True after `startxref`, white space, digits, and optional white space. */
function followsStartxref(bytes: Uint8Array, mark: number): boolean {
  const end = skipBack(bytes, mark, isWhiteSpace);
  const digits = skipBack(bytes, end, isDigit);
  const word = skipBack(bytes, digits, isWhiteSpace);
  return digits < end && word < digits && isAt(bytes, 'startxref', word - 9);
}

function skipBack(bytes: Uint8Array, from: number, passes: (byte: number | undefined) => boolean): number {
  let at = from;
  while (at > 0 && from - at < MAX_GAP && passes(bytes[at - 1])) at -= 1;
  return at;
}

function isBlank(behind: Uint8Array): boolean {
  return behind.length <= MAX_TRAILER_BYTES && BLANK_TEXT.test(latin1(behind));
}

function endOfLine(bytes: Uint8Array, from: number): number {
  if (bytes[from] === 0x0d) return bytes[from + 1] === 0x0a ? from + 2 : from + 1;
  return bytes[from] === 0x0a ? from + 1 : from;
}

const WHITE_SPACE = [0, 0x09, 0x0a, 0x0c, 0x0d, 0x20];
const isWhiteSpace = (byte: number | undefined) => byte !== undefined && WHITE_SPACE.includes(byte);
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/**
 * True for a document that may need a password, and for one whose text mentions encryption: only a PDF reader can tell them
 * apart.
 */
const mayBeEncrypted = (bytes: Uint8Array) => findText(bytes, '/Encrypt') >= 0;

export const pdfFile = { sanitize: sanitizePdf, documentStart, mayBeEncrypted };
