/** Gives files from another device the type of their content in place of the declared one. */
import type { FormState } from '../../domain/application/form.ts';
import { SNIFF_BYTES, shownFileName, sniffFileType } from '../../domain/input/files.ts';
import { type ChosenFile, chosenFilesOf, withValue } from './form-values.ts';

export async function withDetectedTypes(form: FormState): Promise<FormState> {
  let found = form;
  for (const { path, file } of chosenFilesOf(form)) found = withValue(found, path, await withDetectedType(file));
  return found;
}

async function withDetectedType({ name, blob }: ChosenFile): Promise<ChosenFile> {
  const type = sniffFileType(new Uint8Array(await blob.slice(0, SNIFF_BYTES).arrayBuffer()));
  return { name: shownFileName(name), size: blob.size, type, blob: new Blob([blob], { type: type ?? '' }) };
}
