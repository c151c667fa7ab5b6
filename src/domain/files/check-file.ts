/**
 * Checks the structure of whole files, the same way in browser and host. Keeps only the document or picture: removes place, time,
 * device and thumbnail of a photo, and everything after the end. Nothing is re-encoded; a file without anything to remove stays
 * byte for byte the same. The picture data are not decoded: the browser decodes what was chosen. What a PDF does is not checked:
 * it may have scripts, forms, links and files, so it is only served as a download.
 */
import { type FileIssue, type FileType, type Sanitized, SNIFF_BYTES, sniffFileType } from '../input/files.ts';
import { latin1 } from './bytes.ts';
import { sanitizeJpeg } from './jpeg.ts';
import { pdfFile } from './pdf.ts';
import { sanitizePng } from './png.ts';
import { sanitizeWebp } from './webp.ts';

/** Known formats that are not accepted, each with its own code; and pictures with damaged first bytes. */
const BEGINNINGS: readonly (readonly [string, FileIssue])[] = [
  ['GIF87a', 'file_gif'],
  ['GIF89a', 'file_gif'],
  ['II*\0', 'file_tiff'],
  ['MM\0*', 'file_tiff'],
  // BigTIFF
  ['II+\0', 'file_tiff'],
  ['MM\0+', 'file_tiff'],
  ['Rar!\x1a\x07', 'file_archive'],
  ["7z\xbc\xaf'\x1c", 'file_archive'],
  // Rich text, and Office documents before 2007
  ['{\\rtf', 'file_document'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'file_document'],
  // A PNG or JPEG with a damaged signature, such as by a program that treated it as text
  ...['\x89PNG', '\xef\xbb\xbf\x89PNG', '\xef\xbf\xbdPNG', '\tPNG\r\n'].map(
    (begin) => [begin, 'file_damaged'] as const,
  ),
  ...['\xff\xd8', '\xef\xbb\xbf\xff\xd8\xff', '\xef\xbf\xbd'.repeat(3)].map(
    (begin) => [begin, 'file_damaged'] as const,
  ),
];

/** A JPEG or PNG after text, such as a line break or the headers of an upload. Excludes a PDF, which may contain pictures. */
const BEHIND_TEXT = /^(?!.*%PDF-)[\t\n\f\r\x20-\x7e\xef\xbb\xbf]+(?:\xff\xd8\xff|\x89PNG\r\n)/s;

/** Brands of HEIF (ISO/IEC 23008-12), MIAF (ISO/IEC 23000-22) with any coding, and AVIF. */
const HEIC_BRANDS = /^(?:he[iv][cxms]|heif|m[is]f\d|miaf|MiH[ABE]|MiPr|avc[is])$/;
const AVIF_BRANDS = /^avi[fos]$/;

/** Names near the beginning of a ZIP archive that only office documents have (ECMA-376-2, OpenDocument 1.3). */
const OFFICE_NAMES =
  /\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|customXml\/|word\/|xl\/|ppt\/|mimetypeapplication\/vnd\.oasis|Index\/Document\.iwa/;

/** The code of a known format that is not accepted; null for any other. @param head about a thousand bytes */
function foreignFormat(head: Uint8Array): FileIssue | null {
  const text = latin1(head);
  const [, named] = BEGINNINGS.find(([beginning]) => text.startsWith(beginning)) ?? [];
  if (named) return named;
  if (text.startsWith('ftyp', 4)) return brandIssue(text);
  if (BEHIND_TEXT.test(text)) return 'file_damaged';
  if (text.startsWith('PK\x03\x04')) return OFFICE_NAMES.test(text) ? 'file_document' : 'file_archive';
  return null;
}

/**
 * By the brands of a file type box (ISO/IEC 14496-12): size, "ftyp", the size again where the first is 1, major brand,
 * version, further brands.
 */
function brandIssue(text: string): FileIssue | null {
  const sizeAt = (offset: number) => (text.charCodeAt(offset) << 8) | text.charCodeAt(offset + 1);
  const [start, size] = sizeAt(2) === 1 ? [16, sizeAt(14)] : [8, sizeAt(2)];
  const brands = text.slice(start, Math.max(start + 4, size)).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => AVIF_BRANDS.test(brand))) return 'file_avif';
  return brands.some((brand) => HEIC_BRANDS.test(brand)) ? 'file_heic' : null;
}

/** `pieces`: the bytes to store, see `joined` in bytes.ts. */
type CheckedFile = { ok: true; type: FileType; pieces: readonly Uint8Array[] } | { ok: false; code: FileIssue };

const SANITIZERS: Record<FileType, (bytes: Uint8Array) => Sanitized> = {
  'application/pdf': pdfFile.sanitize,
  'image/jpeg': sanitizeJpeg,
  'image/png': sanitizePng,
  'image/webp': sanitizeWebp,
};

/** @param bytes the whole file, of any size @param accepted types of its field */
export function checkFile(bytes: Uint8Array, accepted: readonly FileType[]): CheckedFile {
  const refuse = (code: FileIssue) => ({ ok: false, code }) as const;
  if (bytes.length === 0) return refuse('file_empty');
  const found = sniffFileType(bytes);
  const foreign = found ? null : foreignFormat(bytes.subarray(0, SNIFF_BYTES));
  if (foreign) return refuse(foreign);
  const start = found ? 0 : pdfFile.documentStart(bytes);
  if (start === null) return refuse('file_type');
  const type = found ?? 'application/pdf';
  if (!accepted.includes(type)) return refuse('file_type');
  if (typeof start === 'string') return refuse(start);
  const own = start === 0 ? bytes : bytes.subarray(start);
  const pieces = SANITIZERS[type](own);
  if (typeof pieces === 'string') return refuse(pieces);
  return { ok: true, type, pieces };
}
