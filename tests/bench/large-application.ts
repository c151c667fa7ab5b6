/** Applications with large files, for benchmarks. */
import { readFileSync } from 'node:fs';
import { toBodyParts } from '../../src/domain/application/multipart.ts';
import { PASSWORD, valuesOf } from '../e2e/support/applicants.ts';
import { paddedPdf } from '../fixtures/padded-pdf.ts';

const photo = readFileSync(new URL('../fixtures/photo.jpg', import.meta.url));

let count = 0;

/** Returns the form of a new specialist. @param filesBytes of all files together */
export function largeApplication(filesBytes: number, email = `bench.${Date.now()}.${count++}@example.org`): FormData {
  const parts = toBodyParts('specialist', valuesOf(email));
  const documents = parts.filter(({ name, value }) => typeof value !== 'string' && name !== 'file5');
  const document = paddedPdf(Math.floor((filesBytes - photo.length) / documents.length));
  const form = new FormData();
  for (const { name, value } of parts) {
    if (typeof value === 'string') form.append(name, value);
    else if ('name' in value) form.append(name, new Blob([name === 'file5' ? photo : document]), value.name);
  }
  form.append('password', PASSWORD);
  return form;
}
