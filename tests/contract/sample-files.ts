/** The files of tests/fixtures, read from the disk. */
import { readFileSync } from 'node:fs';
import { sniffFileType } from '../../src/domain/input/files.ts';
import type { SampleFiles } from './people.ts';

export const sampleFiles: SampleFiles = (name) => {
  const bytes = new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
  return { name, size: bytes.length, type: sniffFileType(bytes), bytes };
};
