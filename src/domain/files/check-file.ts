/**
 * Checks whole files, the same in browser and host: their structure, then their content as far as it shows that a part is
 * missing. Keeps only the document or picture: no place, time, device or thumbnail of a photo, nothing after the end. Nothing is
 * re-encoded; a file without anything to remove stays byte for byte. What a PDF does is not checked: it may hold scripts, forms,
 * links and files, so it is only served as a download.
 */
import { type FileType, SNIFF_BYTES, sniffFileType } from '../input/files.ts';
import { foreignFormat } from './formats.ts';
import { sanitizeJpeg } from './jpeg.ts';
import { scansProblem } from './jpeg-scans.ts';
import { sanitizePdf } from './pdf.ts';
import { countPages } from './pdf-pages.ts';
import { documentStart } from './pdf-start.ts';
import { rowsProblem, sanitizePng } from './png.ts';
import type { FileProblem, Sanitized } from './problem.ts';
import { sanitizeWebp } from './webp.ts';

/** `pieces`: what may be stored, see `joined` in bytes.ts. `pages` of a PDF, where they could be counted. */
export type CheckedFile =
  | { ok: true; type: FileType; pieces: readonly Uint8Array[]; pages: number | null }
  | { ok: false; code: FileProblem };

const SANITIZERS: Record<FileType, (bytes: Uint8Array) => Sanitized> = {
  'application/pdf': sanitizePdf,
  'image/jpeg': sanitizeJpeg,
  'image/png': sanitizePng,
  'image/webp': sanitizeWebp,
};

/** @param bytes the whole file, of any size @param accepted types of its field */
export async function checkFile(bytes: Uint8Array, accepted: readonly FileType[]): Promise<CheckedFile> {
  const refuse = (code: FileProblem) => ({ ok: false, code }) as const;
  if (bytes.length === 0) return refuse('file_empty');
  const found = sniffFileType(bytes);
  const foreign = found ? null : foreignFormat(bytes.subarray(0, SNIFF_BYTES));
  if (foreign) return refuse(foreign);
  const start = found ? 0 : documentStart(bytes);
  if (start === null) return refuse('file_type');
  const type = found ?? 'application/pdf';
  if (!accepted.includes(type)) return refuse('file_type');
  if (typeof start === 'string') return refuse(start);
  const own = start === 0 ? bytes : bytes.subarray(start);
  const pieces = SANITIZERS[type](own);
  if (typeof pieces === 'string') return refuse(pieces);
  const content = await checkContent(type, type === 'application/pdf' ? (pieces[0] ?? own) : own);
  return typeof content === 'string' ? refuse(content) : { ok: true, type, pieces, pages: content };
}

/** Whether a part of the content is missing, of a file whose structure is right. @returns the pages of a PDF; null for a whole picture */
export async function checkContent(type: FileType, bytes: Uint8Array): Promise<number | null | FileProblem> {
  if (type === 'application/pdf') return countPages(bytes);
  if (type === 'image/jpeg') return scansProblem(bytes);
  return type === 'image/png' ? rowsProblem(bytes) : null;
}
