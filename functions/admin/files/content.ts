/**
 * Judges a file from its first byte to its last, and keeps the document or picture alone: not where and when a photo was
 * taken, by which device, with which thumbnail, and nothing that stands behind its end. Nothing is encoded anew, and a file
 * with nothing else in it stays as it is, byte for byte.
 */
import type { FileType } from '../../../src/domain/input/files.ts';
import { keepJpeg } from './jpeg.ts';
import { keepPdf } from './pdf.ts';
import { keepPng } from './png.ts';
import { keepWebp } from './webp.ts';

const KEEPERS: Record<FileType, (bytes: Uint8Array) => Uint8Array | null> = {
  'application/pdf': keepPdf,
  'image/jpeg': keepJpeg,
  'image/png': keepPng,
  'image/webp': keepWebp,
};

/**
 * @param type found by `sniffFileType`
 * @returns what may be stored; null for a file that only begins like one of its type, breaks off, moves, or is too large to
 *   be shown
 */
export function keepContent(type: FileType, bytes: Uint8Array): Uint8Array | null {
  return KEEPERS[type](bytes);
}
