/** Reads the files of tests/fixtures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sniffFileType } from '../../src/domain/input/files.ts';
import type { SampleFiles } from './people.ts';

export const sampleFiles: SampleFiles = (name) => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures', name)));
  return { name, size: bytes.length, type: sniffFileType(bytes), bytes };
};
