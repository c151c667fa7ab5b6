/** A draft as one text and its files, for another device. Files have their form paths as names. */
import { parseJson } from '../../domain/api/json.ts';
import type { FormState } from '../../domain/application/form.ts';
import { withDetectedTypes } from '../device/detected-types.ts';
import { type ChosenFile, chosenFilesOf, type FormFile, packByPath, unpackForm } from '../device/form-values.ts';
import { readStored } from '../device/stored-entry.ts';
import { DRAFT_VERSION, type DraftContent, draftKind } from './draft-record.ts';

/** `answers` is JSON. */
export function packDraft(content: DraftContent): { answers: string; files: FormFile<ChosenFile>[] } {
  const files = [...chosenFilesOf(content.step1Data), ...chosenFilesOf(content.step2Data)];
  const [step1Data, step2Data] = [packByPath(content.step1Data), packByPath(content.step2Data)];
  return { answers: JSON.stringify({ ...content, move: null, step1Data, step2Data, version: DRAFT_VERSION }), files };
}

/** @param blobs by form path @returns null if unreadable by this version; `dropped`: form paths of omitted answers */
export async function unpackDraft(
  answers: string,
  blobs: ReadonlyMap<string, Blob>,
): Promise<{ content: DraftContent; dropped: string[] } | null> {
  const read = readStored(parseJson(answers), draftKind());
  if (read.state !== 'read') return null;
  const { content, dropped } = read;
  const unpack = async (form: FormState) => withDetectedTypes(unpackForm(form, blobs));
  const [step1Data, step2Data] = [await unpack(content.step1Data), await unpack(content.step2Data)];
  return { content: { ...content, step1Data, step2Data }, dropped };
}
