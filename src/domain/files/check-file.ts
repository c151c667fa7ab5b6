/**
 * Checks a file from its first byte to its last, the same in browser and host, and keeps the document or picture alone: not
 * where and when a photo was taken, by which device, with which thumbnail, and nothing behind its end. Nothing is encoded anew,
 * and a file with nothing else in it stays as it is, byte for byte. What is inside a PDF is not looked at: it may hold scripts,
 * forms, links and files of its own, which is why it is only ever served as a download.
 */
import { type FileType, SNIFF_BYTES, sniffFileType } from '../input/files.ts';
import { foreignFormat } from './formats.ts';
import { sanitizeJpeg } from './jpeg.ts';
import { sanitizePdf } from './pdf.ts';
import { documentStart } from './pdf-start.ts';
import { sanitizePng } from './png.ts';
import type { FileProblem, Sanitized } from './problem.ts';
import { sanitizeWebp } from './webp.ts';

/** `bytes`: what may be stored, the array that was given where nothing is removed. */
export type CheckedFile = { ok: true; type: FileType; bytes: Uint8Array } | { ok: false; code: FileProblem };

const SANITIZERS: Record<FileType, (bytes: Uint8Array) => Sanitized> = {
  'application/pdf': sanitizePdf,
  'image/jpeg': sanitizeJpeg,
  'image/png': sanitizePng,
  'image/webp': sanitizeWebp,
};

/** @param bytes the whole file, of any size @param accepted types of the field that it is for */
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
