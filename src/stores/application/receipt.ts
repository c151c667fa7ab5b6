/** Compares what this device has sent with what the host returns. Loaded while sending, and with the first record. */
import * as v from 'valibot';
import type { ApplicationValues } from '../../domain/application/form.ts';
import {
  compareReceipt,
  notReceived,
  type Receipt,
  type ReceiptResult,
  receiptOf,
} from '../../domain/application/receipt.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { recordFilesOf } from '../../domain/application/record-files.ts';
import { readWriteResponse } from '../../domain/application/record-update.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { FileProblem } from '../../domain/files/problem.ts';
import { DOCUMENT_TYPES } from '../../domain/input/files.ts';
import { fileHref } from '../api/file-links.ts';
import { ports } from '../browser/ports.ts';
import { hashFile, sha256 } from './body.ts';
import { loadFileCheck, PLATFORM } from './choose-file.ts';
import { $receiptResult, readSubmitted, receiptStorage, type SentApplication } from './submitted.ts';

/** What was sent; deleted once the record is complete. */
const storedReceipt = v.object({
  /** Of the application. */
  id: v.string(),
  /** Random, for the digests. */
  salt: v.string(),
  files: v.array(v.object({ path: v.string(), size: v.number(), hash: v.string() })),
  answers: v.record(v.string(), v.string()),
  /** Paths of files that did not arrive whole, until a later version of the application. */
  lost: v.array(v.string()),
  version: v.number(),
});
type StoredReceipt = v.InferOutput<typeof storedReceipt>;

/** Characters of a receipt with 50 relatives. */
const MAX_RECEIPT = 30_000;

/** The receipt of the application that this device sent last, if it has this number. */
export function readReceipt(id: string): StoredReceipt | null {
  const { success, output } = v.safeParse(storedReceipt, receiptStorage.read());
  const isOfApplication = success && output.id === id && readSubmitted()?.id === id;
  return isOfApplication && JSON.stringify(output).length <= MAX_RECEIPT ? output : null;
}

const HEX_DIGITS = 8;

/** 32 bits of SHA-256: enough to notice a difference, too few to recover an answer. */
const digestWith = (salt: string) => async (text: string) =>
  (await sha256(new TextEncoder().encode(`${salt} ${text}`))).slice(0, HEX_DIGITS);

/**
 * Compares an application with the response to it, and stores what was sent for later records; an application without a number
 * is only compared, since no record can be told to belong to it.
 */
export async function keepReceipt({ id, type, values }: SentApplication, response: unknown): Promise<void> {
  const salt = crypto.randomUUID();
  const digest = digestWith(salt);
  const receipt = await receiptOf(type, values, { digest, hashFile });
  const lost = await notReceived(receipt.files, response, digest);
  const record = readWriteResponse(response);
  const result = await compareReceipt(receipt, record ?? { id: '' }, digest, lost);
  if (id !== null) receiptStorage.write({ ...receipt, id, salt, lost, version: 1 } satisfies StoredReceipt);
  $receiptResult.set(result);
}

/** Compares the files of a change with the response to it. @param sent answers of the change; stored files are left out */
export async function compareChange(type: ApplicationType, sent: ApplicationValues, response: unknown): Promise<void> {
  const record = readWriteResponse(response);
  const before = record && readReceipt(record.id);
  const salt = before?.salt ?? crypto.randomUUID();
  const digest = digestWith(salt);
  const { files } = await receiptOf(type, sent, { digest, hashFile });
  const lost = await notReceived(files, response, digest);
  const paths = files.map(({ path }) => path);
  const others = before?.files.filter(({ path }) => !paths.includes(path)) ?? [];
  const version = record?.version ?? 1;
  if (before) receiptStorage.write({ ...before, files: [...others, ...files], answers: {}, lost, version });
  else if (lost.length > 0) $receiptResult.set(ofFiles(files.length, lost));
}

const ofFiles = (sent: number, missing: string[]): ReceiptResult => ({
  ...{ sent, missing, count: missing.length, changed: [] },
});

/** Compares once; later records only show whether a known difference is gone. */
export async function checkReceipt(record: ApplicantRecord): Promise<void> {
  const receipt = readReceipt(record.id);
  if (!receipt) return;
  const version = record.version ?? 1;
  // Answers of a later version were changed on purpose.
  const answers = version > 1 ? {} : receipt.answers;
  const lost = version > receipt.version ? [] : receipt.lost;
  const known = [...lost, ...(await cutFiles(receipt, record))];
  const result = await compareReceipt({ ...receipt, answers }, record, digestWith(receipt.salt), known);
  const isMissing = (path: string) => result?.missing.includes(path);
  const differing = Object.entries(answers).filter(([name]) => result?.changed.includes(name));
  receiptStorage.write(
    result && {
      ...{ ...receipt, answers: Object.fromEntries(differing), lost },
      files: receipt.files.map((file) => (isMissing(file.path) ? file : { ...file, hash: '' })),
    },
  );
  $receiptResult.set(result);
}

/** Paths of files of which another host gives out a part only, as far as its links show. Compared once each. */
async function cutFiles({ files }: Receipt, record: ApplicantRecord): Promise<string[]> {
  const cut: string[] = [];
  for (const { place, reference } of record.file_links ? recordFilesOf(record) : []) {
    const sent = files.find(({ path, hash }) => path === place && hash !== '');
    const href = sent && fileHref(reference);
    if (href && (await isCut(href, sent.size).catch(() => false))) cut.push(place);
  }
  return cut;
}

const OF_PARTS: readonly FileProblem[] = ['file_empty', 'file_incomplete', 'file_damaged'];

/** True for less than was sent that is not whole by its own format: some hosts store pictures anew, and smaller. */
async function isCut(href: string, size: number): Promise<boolean> {
  const { ok, headers } = await ports.fetch(href, { method: 'HEAD' });
  const length = headers.get('content-length');
  if (!ok || length === null || Number(length) >= size) return false;
  const bytes = new Uint8Array(await (await ports.fetch(href)).arrayBuffer());
  const check = bytes.length < size ? await loadFileCheck() : null;
  const checked = await check?.checkFile(bytes, DOCUMENT_TYPES, PLATFORM);
  return checked?.ok === false && OF_PARTS.includes(checked.code);
}
