/**
 * Takes metadata out of pictures: where and when a photo was taken, by which device, with which thumbnail, is nobody's
 * business here. Nothing is encoded anew, and a file without metadata stays as it is, byte for byte.
 */
import type { FileType } from '../../../src/domain/input/files.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

const STRIPPERS: Record<FileType, (bytes: Uint8Array) => Uint8Array | null> = {
  'application/pdf': (bytes) => bytes,
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
};

/** @returns what may be stored; null for a file that only begins like one of its type */
export function stripMetadata(type: FileType, bytes: Uint8Array): Uint8Array | null {
  return STRIPPERS[type](bytes);
}
