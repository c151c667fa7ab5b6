/**
 * Checks whole files, the same in browser and host, and keeps only the document or picture: no place, time, device or thumbnail
 * of a photo, nothing after the end. Nothing is re-encoded; a file without anything to remove stays byte for byte. The content
 * of a PDF is not checked: it may hold scripts, forms, links and files, so it is only served as a download.
 */
import { type FileType, SNIFF_BYTES, sniffFileType } from '../input/files.ts';
import { foreignFormat } from './formats.ts';
import { sanitizeJpeg } from './jpeg.ts';
import { sanitizePdf } from './pdf.ts';
import { documentStart } from './pdf-start.ts';
import { sanitizePng } from './png.ts';
import type { FileProblem, Sanitized } from './problem.ts';
import { sanitizeWebp } from './webp.ts';

/** `bytes`: what may be stored, the given array where nothing was removed. */
export type CheckedFile = { ok: true; type: FileType; bytes: Uint8Array } | { ok: false; code: FileProblem };

const SANITIZERS: Record<FileType, (bytes: Uint8Array) => Sanitized> = {
  'application/pdf': sanitizePdf,
  'image/jpeg': sanitizeJpeg,
  'image/png': sanitizePng,
  'image/webp': sanitizeWebp,
};

/** @param bytes the whole file, of any size @param accepted types of its field */
export function checkFile(bytes: Uint8Array, accepted: readonly FileType[]): CheckedFile {
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
  const kept = SANITIZERS[type](start === 0 ? bytes : bytes.subarray(start));
  return typeof kept === 'string' ? refuse(kept) : { ok: true, type, bytes: kept };
}
