import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const readSample = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, 'samples', name));
