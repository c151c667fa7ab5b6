/**
 * Answers of the requested parts as a blob, and back. Received answers are untrusted: only requested fields of a valid shape are
 * read.
 */
import { parseJson } from '../../domain/api/json.ts';
import { FIELDS, type FieldName, type Part, partOf } from '../../domain/application/fields.ts';
import { fitForm, isPlainObject } from '../../domain/application/fit-form.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { cleanText } from '../../domain/input/text.ts';
import { kindOf } from '../../domain/kinds/index.ts';
import { fieldsOfParts, isFilePath } from '../../domain/parcel/company-parts.ts';
import { ANSWERS_PATH, answersIdOf, type CompanyIndex, type EndedIndex } from '../../domain/parcel/contents.ts';
import { withDetectedTypes } from '../device/detected-types.ts';
import {
  type ChosenFile,
  chosenFilesOf,
  type FormFile,
  fitStoredFile,
  isBlankForm,
  isChosenFile,
  packByPath,
  unpackForm,
} from '../device/form-values.ts';
import { finalCodeOf, type Run } from './link-side.ts';
import { LinkRefusal, linkRefusalOf, type Parcel, parcelFile } from './parcel.ts';

/** The fields of these parts in a form; missing ones are empty. */
export function partAnswersOf(type: ApplicationType, parts: readonly Part[], form: FormState): FormState {
  const empty = emptyForm(type);
  return Object.fromEntries(fieldsOfParts(type, parts).map((name) => [name, form[name] ?? empty[name]]));
}

/** @param answers from {@link partAnswersOf} @returns the answers and their files, as a parcel sends them */
export function packAnswers(answers: FormState): FormFile<ChosenFile>[] {
  return [parcelFile(JSON.stringify(packByPath(answers))), ...chosenFilesOf(answers)];
}

interface Asked {
  type: ApplicationType;
  parts: readonly Part[];
}

/** Receives the newest answers, of the requested parts only. @returns the index that has them, or the end @throws LinkRefusal */
export async function receiveAnswers(
  parcel: Parcel<'company'>,
  index: CompanyIndex,
  asked: Asked,
  run: Run,
): Promise<{ index: CompanyIndex; answers: FormState } | EndedIndex> {
  const { wait, ...transfer } = run;
  const paths: readonly string[] = [ANSWERS_PATH, ...fieldsOfParts(asked.type, asked.parts).filter(isFilePath)];
  try {
    const blobs = await wait(
      parcel.download(
        index.files.filter(({ path }) => paths.includes(path)),
        transfer,
      ),
    );
    const answers = await wait(readAnswers(blobs, asked));
    if (!answers) throw new LinkRefusal({ code: 'unreadable' });
    return { index, answers };
  } catch (thrown) {
    const code = finalCodeOf(linkRefusalOf(thrown));
    const current = code ? (await wait(parcel.read())).value : index;
    if (current.state === 'ended') return current;
    if (answersIdOf(current) !== answersIdOf(index)) return receiveAnswers(parcel, current, asked, run);
    // The link still works; only this blob is gone.
    throw code === 'parcel_gone' ? new LinkRefusal({ code: 'unreadable' }) : thrown;
  }
}

/** @param blobs by path @returns valid answers only; null if they are unreadable */
async function readAnswers(blobs: ReadonlyMap<string, Blob>, { type, parts }: Asked): Promise<FormState | null> {
  const packed = parseJson((await blobs.get(ANSWERS_PATH)?.text()) ?? '');
  if (!isPlainObject(packed)) return null;
  const asked = fieldsOfParts(type, parts).filter((name) => Object.hasOwn(packed, name));
  const { form, dropped } = fitForm(Object.fromEntries(asked.map((name) => [name, packed[name]])), fitStoredFile);
  // One invalid line of an address drops the whole address.
  const sound = Object.entries(form).filter(([name]) => !dropped.some((path) => path.split('.')[0] === name));
  const found = await withDetectedTypes(unpackForm(Object.fromEntries(sound), blobs));
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, isChosenFile(value) ? value : shown(value, name)]),
  );
}

/** Removes hidden characters, such as marks that change the text direction. */
function shown(value: unknown, name: string): unknown {
  if (typeof value === 'string') return kindOf(FIELDS[name as FieldName]).normalize(value);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([line, text]) => [line, cleanText(String(text))]));
}

/** A field whose answers differ between company and applicant. */
export interface CompanyDifference {
  part: Part;
  name: FieldName;
  own: unknown;
  theirs: unknown;
}

/** @param own from {@link partAnswersOf} @param theirs the company's; its empty fields delete no answer */
export async function differencesOf(
  type: ApplicationType,
  own: FormState,
  theirs: FormState,
): Promise<CompanyDifference[]> {
  const differences: CompanyDifference[] = [];
  for (const name of Object.keys(own) as FieldName[]) {
    const part = partOf(type, name);
    if (!part || isBlankForm(theirs[name]) || (await isSameAnswer(own[name], theirs[name]))) continue;
    differences.push({ part, name, own: own[name], theirs: theirs[name] });
  }
  return differences;
}

/** Compares answers deeply; files byte for byte. */
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
  typeof value === 'object' && value !== null ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
