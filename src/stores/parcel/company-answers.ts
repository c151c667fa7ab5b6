/** Answers of the asked parts, to and from a blob. What comes is another's: only asked fields are read, in the form's own shapes. */

import { FIELDS, type FieldName, type Part, partOf } from '../../domain/application/fields.ts';
import { fitForm, isRecord } from '../../domain/application/fit-form.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { cleanText } from '../../domain/input/text.ts';
import { kindOf } from '../../domain/kinds/index.ts';
import { fieldsOfParts } from '../../domain/parcel/company-parts.ts';
import type { PackedFile } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import {
  type ChosenFile,
  filesOf,
  fitStoredFile,
  isBlankForm,
  isChosenFile,
  packForm,
  unpackForm,
} from '../device/form-values.ts';
import { withFoundTypes } from '../device/found-types.ts';
import type { ParcelHandle } from './parcel.ts';

/** The fields of these parts in a form; one that it lacks is empty. */
export function answersOf(type: ApplicationType, parts: readonly Part[], form: FormState): FormState {
  const empty = emptyForm(type);
  return Object.fromEntries(fieldsOfParts(type, parts).map((name) => [name, form[name] ?? empty[name]]));
}

/** @param answers of {@link answersOf} @returns JSON, and the files by form path */
export function packAnswers(answers: FormState): { text: string; files: { path: string; file: ChosenFile }[] } {
  const files = filesOf(answers);
  const paths = new Map(files.map(({ path, file }) => [file, path]));
  return { text: JSON.stringify(packForm(answers, (file) => paths.get(file) ?? '')), files };
}

/**
 * Reads what {@link packAnswers} wrote, or what somebody else with the link did.
 * @param blobs by form path
 * @returns null for what is no answers at all; a field of another part, or of a strange shape, is left out
 */
export async function readAnswers(
  bytes: ArrayBuffer,
  { type, parts, blobs }: { type: ApplicationType; parts: readonly Part[]; blobs: ReadonlyMap<string, Blob> },
): Promise<FormState | null> {
  const packed = parse(bytes);
  if (!isRecord(packed)) return null;
  const asked = fieldsOfParts(type, parts).filter((name) => Object.hasOwn(packed, name));
  const { form, dropped } = fitForm(Object.fromEntries(asked.map((name) => [name, packed[name]])), fitStoredFile);
  // One line of an address that does not fit takes the whole answer with it.
  const sound = Object.entries(form).filter(([name]) => !dropped.some((path) => path.split('.')[0] === name));
  const found = await withFoundTypes(unpackForm(Object.fromEntries(sound), blobs));
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, isChosenFile(value) ? value : shown(value, name)]),
  );
}

/** Texts without hidden characters, such as marks that turn the direction of what is around them. */
function shown(value: unknown, name: string): unknown {
  if (typeof value === 'string') return kindOf(FIELDS[name as FieldName]).normalize(value);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([line, text]) => [line, cleanText(String(text))]));
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** A field that the company answered otherwise than the applicant. */
export interface Difference {
  part: Part;
  name: FieldName;
  own: unknown;
  theirs: unknown;
}

/** @param own of {@link answersOf} @param theirs what the company left open takes no answer away */
export async function differencesOf(type: ApplicationType, own: FormState, theirs: FormState): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const name of Object.keys(own) as FieldName[]) {
    const part = partOf(type, name);
    if (!part || isBlankForm(theirs[name]) || (await isSameAnswer(own[name], theirs[name]))) continue;
    differences.push({ part, name, own: own[name], theirs: theirs[name] });
  }
  return differences;
}

/** Whether two answers say the same; files are compared byte for byte. */
async function isSameAnswer(one: unknown, other: unknown): Promise<boolean> {
  if (isChosenFile(one) && isChosenFile(other)) {
    if (one.blob.size !== other.blob.size) return false;
    const [a, b] = await Promise.all([one, other].map(async ({ blob }) => new Uint8Array(await blob.arrayBuffer())));
    return a !== undefined && b !== undefined && a.every((byte, at) => byte === b[at]);
  }
  if (isBlankForm(one) || isBlankForm(other)) return isBlankForm(one) && isBlankForm(other);
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

const sorted = (value: unknown) =>
  typeof value === 'object' && value !== null && !isChosenFile(value)
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : value;

/** A blob on its way. `revision` is the one that the host has, 0 for none; grows when it is sent. */
export interface Load {
  name: string;
  blob: Blob;
  revision: number;
  sent: boolean;
}

/** Sends what is not sent yet. @param onPercent 0 to 100 of all @returns why not all is there */
export async function sendLoads(
  parcel: ParcelHandle<'company'>,
  loads: Load[],
  { signal, onPercent }: { signal: AbortSignal; onPercent: (percent: number) => void },
): Promise<ApiError | null> {
  const all = loads.reduce((sum, { blob }) => sum + blob.size, 0);
  for (const load of loads) {
    if (signal.aborted) return null;
    if (load.sent) continue;
    const gone = loads.reduce((sum, { blob, sent }) => sum + (sent ? blob.size : 0), 0);
    const onProgress = (part: number) => {
      if (!signal.aborted) onPercent(Math.round(((gone + (part / 100) * load.blob.size) / all) * 100));
    };
    const bytes = await load.blob.arrayBuffer().catch(() => null);
    if (!bytes) return { code: 'unreadable' };
    const options = { onProgress, signal };
    let got = await parcel.writeBlob(load.name, load.revision, bytes, options);
    if (!got.ok && got.error.code === 'parcel_changed') {
      // Of an attempt that no index names: it gives way.
      const deleted = await parcel.deleteBlob(load.name);
      got = deleted.ok ? await parcel.writeBlob(load.name, 0, bytes, options) : deleted;
    }
    if (!got.ok) return got.error;
    load.revision = got.revision;
    load.sent = true;
  }
  return null;
}

/** Reads files of the asked parts into `blobs`; what is there already is not fetched again. @returns why not all is there */
export async function fetchFiles(
  parcel: ParcelHandle<'company'>,
  files: readonly PackedFile[],
  { blobs, onPercent }: { blobs: Map<string, Blob>; onPercent: (percent: number) => void },
): Promise<ApiError | null> {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let here = 0;
  for (const { path, revision, type, size } of files) {
    if (!blobs.has(path)) {
      const onProgress = (part: number) =>
        onPercent(Math.min(100, Math.round(((here + (part / 100) * size) / all) * 100)));
      const got = await parcel.readBlob(path, revision, { onProgress });
      if (!got.ok) return got.error;
      blobs.set(path, new Blob([got.value], { type: type ?? '' }));
    }
    here += size;
  }
  return null;
}
