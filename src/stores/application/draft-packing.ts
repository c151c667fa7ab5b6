/** A draft as one text and its files, for another device. The files are named by their form paths. */
import { type ChosenFile, filesOf, packForm, unpackForm } from '../device/form-values.ts';
import { readStored } from '../device/stored-record.ts';
import { type DraftContent, draftKind, VERSIONS } from './draft-record.ts';

export interface PackedDraft {
  /** JSON. */
  answers: string;
  files: { path: string; file: ChosenFile }[];
}

export function packDraft(content: DraftContent): PackedDraft {
  const files = [...filesOf(content.step1Data), ...filesOf(content.step2Data)];
  const paths = new Map(files.map(({ path, file }) => [file, path]));
  const keyOf = (file: ChosenFile) => paths.get(file) ?? '';
  const step1Data = packForm(content.step1Data, keyOf);
  const step2Data = packForm(content.step2Data, keyOf);
  return { answers: JSON.stringify({ ...content, step1Data, step2Data, version: VERSIONS.current }), files };
}

/** @param blobs by form path @returns null for what this version of the portal can't read */
export function unpackDraft(answers: string, blobs: ReadonlyMap<string, Blob>): DraftContent | null {
  const read = readStored(parse(answers), draftKind());
  if (read.state !== 'read') return null;
  const { version, ...content } = read.record;
  const { step1Data, step2Data } = content;
  return { ...content, step1Data: unpackForm(step1Data, blobs), step2Data: unpackForm(step2Data, blobs) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
