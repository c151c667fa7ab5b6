/** Compares what this device has sent with what the host returns. Loaded while sending, and with the first record. */
import { isJsonObject, propertyOf } from '../../domain/api/json.ts';
import { type Receipt, receipts } from '../../domain/application/receipt.ts';
import { type ApplicantRecord, readWriteResponse } from '../../domain/application/record.ts';
import { recordFilesOf } from '../../domain/application/record-files.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { type FileIssue, SNIFF_BYTES, sniffFileType } from '../../domain/input/files.ts';
import { ports } from '../browser/ports.ts';
import { applicationBody } from './body.ts';
import { checkInWorker } from './choose-file.ts';
import { $receiptResult, lastSubmitted, receiptStorage, type SentApplication } from './submitted.ts';

/** What was sent; deleted once the record has everything. */
interface StoredReceipt extends Receipt {
  /** Number of the application; empty where the host has not returned it. */
  id: string;
  /** Random text for the digests. */
  salt: string;
  /** Paths of files that did not arrive completely, until a later version of the application. */
  lost: string[];
  version: number;
}

/** Most characters: a receipt with 50 relatives has fewer. */
const MAX_RECEIPT = 30_000;

const isText = (value: unknown): value is string => typeof value === 'string';
const isFileFacts = (value: unknown) => isJsonObject(value) && typeof value.size === 'number' && isText(value.sha256);

/** False for a receipt that another version of the portal has stored, or that was changed. */
function isReceipt(value: unknown): value is StoredReceipt {
  if (!isJsonObject(value) || JSON.stringify(value).length > MAX_RECEIPT) return false;
  const { id, salt, count, files, answers, lost, version } = value;
  const hasNumbers = typeof count === 'number' && typeof version === 'number';
  const hasFiles = isJsonObject(files) && Object.values(files).every(isFileFacts);
  const hasAnswers = isJsonObject(answers) && Object.values(answers).every(isText);
  const hasLost = Array.isArray(lost) && lost.every(isText);
  return isText(id) && isText(salt) && hasNumbers && hasFiles && hasAnswers && hasLost;
}

const HEX_DIGITS = 8;

/**
 * 32 bits of SHA-256: enough to notice a difference. Trying all values would find a short answer, so it is deleted once it was
 * compared.
 */
const digestWith = (salt: string) => async (text: string) =>
  (await applicationBody.sha256(new TextEncoder().encode(`${salt} ${text}`))).slice(0, HEX_DIGITS);

const pick = <Value>(from: Record<string, Value>, names: readonly string[] = []): Record<string, Value> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

const receivedIn = (response: unknown) =>
  propertyOf(response, 'received') as Parameters<typeof receipts.notReceived>[1];

/** Paths of files that can be opened only in part, as far as their links show. Each is compared once. */
async function cutFiles({ files }: Receipt, record: ApplicantRecord): Promise<string[]> {
  const cut: string[] = [];
  for (const { place, reference } of recordFilesOf(record)) {
    const href = record.file_links?.[reference];
    const sent = files[place];
    if (href && sent && (await isCut(href, sent.size).catch(() => false))) cut.push(place);
  }
  return cut;
}

const OF_PARTS: readonly FileIssue[] = ['file_incomplete', 'file_damaged'];

/**
 * True for a file that is shorter than sent and incomplete by its own format: some hosts re-encode pictures, which makes them
 * smaller.
 */
async function isCut(href: string, size: number): Promise<boolean> {
  const { ok, headers } = await ports.fetch(href, { method: 'HEAD' });
  const length = headers.get('content-length');
  if (!ok || length === null || Number(length) >= size) return false;
  const file = await (await ports.fetch(href)).blob();
  const found = sniffFileType(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
  if (found === null) return file.size === 0;
  const checked = file.size < size ? await checkInWorker({ file, name: '', found, accepted: [found] }) : null;
  return checked !== null && (checked.ok ? checked.lacksEnd === true : OF_PARTS.includes(checked.code));
}

/**
 * The receipt of an application whose number the host had not returned, now with the number; null for another applicant's record.
 */
async function receiptByAddress(record: ApplicantRecord): Promise<StoredReceipt | null> {
  const receipt = sentReceipt.read('');
  const last = lastSubmitted.read();
  const email = receipt?.answers.email;
  if (!receipt || !last || email === undefined || !record.email || !record.id) return null;
  const other = await receipts.compare({ count: 0, files: {}, answers: { email } }, record, digestWith(receipt.salt));
  if (other) return null;
  lastSubmitted.store({ ...last, id: record.id });
  return { ...receipt, id: record.id };
}

export const sentReceipt = {
  /** The receipt of the application that this device sent last, if it has this number. */
  read(id: string): StoredReceipt | null {
    const stored: unknown = receiptStorage.read();
    const last = lastSubmitted.read();
    return isReceipt(stored) && stored.id === id && last && (last.id ?? '') === id ? stored : null;
  },
  /**
   * Compares an application with the response to it, and stores what was sent for later records, which are recognized by the
   * number.
   */
  async keep({ id, type, values, mailsSteps }: SentApplication, response: unknown): Promise<void> {
    const salt = crypto.randomUUID();
    const digest = digestWith(salt);
    const receipt = await receipts.of(type, values, { digest, hashFile: applicationBody.hashFile });
    const lost = receipts.notReceived(receipt, receivedIn(response));
    const record = readWriteResponse(response);
    const result = await receipts.compare(receipt, record ?? { id: '' }, digest, lost);
    // A host may return what it has not stored.
    const answers = mailsSteps && record ? pick(receipt.answers, result?.changed) : receipt.answers;
    const stored: StoredReceipt = { ...receipt, answers, id: id ?? '', salt, lost, version: 1 };
    receiptStorage.write(stored);
    $receiptResult.set(result);
  },
  /** Compares the files of a change with the response to it. @param sent the changed application */
  async compareChange(type: ApplicationType, sent: ApplicationValues, response: unknown): Promise<void> {
    const record = readWriteResponse(response);
    const before = record && sentReceipt.read(record.id);
    const ways = { digest: async () => '', hashFile: applicationBody.hashFile };
    const { count, files } = await receipts.of(type, sent, ways);
    const missing = receipts.notReceived({ files }, receivedIn(response));
    const change = { count, files: { ...before?.files, ...files }, lost: missing, version: record?.version ?? 1 };
    if (before) receiptStorage.write({ ...before, ...change, answers: {} });
    else if (missing.length > 0) $receiptResult.set({ sent: count, missing, count: missing.length, changed: [] });
  },
  /** Compares everything once; later records only show whether a known difference is gone. */
  async check(record: ApplicantRecord): Promise<void> {
    const receipt = (record.id && sentReceipt.read(record.id)) || (await receiptByAddress(record));
    if (!receipt) return;
    const version = record.version ?? 1;
    // The applicant has changed the answers of a later version.
    const answers = version > 1 ? {} : receipt.answers;
    const lost = version > receipt.version ? [] : receipt.lost;
    const known = [...lost, ...(await cutFiles(receipt, record))];
    const result = await receipts.compare({ ...receipt, answers }, record, digestWith(receipt.salt), known);
    const files = pick(receipt.files, result?.missing);
    receiptStorage.write(result && { ...receipt, answers: pick(answers, result.changed), lost, files });
    $receiptResult.set(result);
  },
};
