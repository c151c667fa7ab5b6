/** Compares what this device has sent with what the host returns. Loaded while sending, and with the first record. */
import { isRecord } from '../../domain/application/fit-form.ts';
import { type Receipt, type ReceiptResult, receipts } from '../../domain/application/receipt.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { recordFilesOf } from '../../domain/application/record-files.ts';
import { readWriteResponse } from '../../domain/application/record-update.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { type FileProblem, SNIFF_BYTES, sniffFileType } from '../../domain/input/files.ts';
import { ports } from '../browser/ports.ts';
import { applicationBody } from './body.ts';
import { checkInWorker } from './choose-file.ts';
import { $receiptResult, lastSubmitted, receiptStorage, type SentApplication } from './submitted.ts';

/** What was sent; deleted once the record is complete. */
interface StoredReceipt extends Receipt {
  /** Of the application; empty where the host has not returned it. */
  id: string;
  /** Random, for the digests. */
  salt: string;
  /** Paths of files that did not arrive whole, until a later version of the application. */
  lost: string[];
  version: number;
}

/** Characters of a receipt with 50 relatives. */
const MAX_RECEIPT = 30_000;

const isText = (value: unknown): value is string => typeof value === 'string';
const isSentFile = (value: unknown): value is Receipt['files'][number] =>
  isRecord(value) && isText(value.path) && typeof value.size === 'number' && isText(value.hash);

const HEX_DIGITS = 8;

/** 32 bits of SHA-256: enough to notice a difference. Trying all values finds a short answer, so a compared one is deleted. */
const digestWith = (salt: string) => async (text: string) =>
  (await applicationBody.sha256(new TextEncoder().encode(`${salt} ${text}`))).slice(0, HEX_DIGITS);

const differing = ({ answers }: Pick<Receipt, 'answers'>, result: ReceiptResult | null) =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => result?.changed.includes(name)));

const ofFiles = (sent: number, missing: string[]): ReceiptResult => ({
  ...{ sent, missing, count: missing.length, changed: [] },
});

/** Paths of files of which another host gives out a part only, as far as its links show. Compared once each. */
async function cutFiles({ files }: Receipt, record: ApplicantRecord): Promise<string[]> {
  const cut: string[] = [];
  const { file_links: links } = record;
  for (const { place, reference } of links ? recordFilesOf(record) : []) {
    const sent = files.find(({ path, hash }) => path === place && hash !== '');
    const href = sent && links?.[reference];
    if (href && (await isCut(href, sent.size).catch(() => false))) cut.push(place);
  }
  return cut;
}

const OF_PARTS: readonly FileProblem[] = ['file_incomplete', 'file_damaged'];

/** True for less than was sent that is not whole by its own format: some hosts store pictures anew, and smaller. */
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

/** The receipt of an application whose number the host had not returned, with the number; null for another applicant's record. */
async function receiptByAddress(record: ApplicantRecord): Promise<StoredReceipt | null> {
  const receipt = sentReceipt.read('');
  const last = lastSubmitted.read();
  const email = receipt?.answers.email;
  if (!receipt || !last || email === undefined || !record.email || !record.id) return null;
  const other = await receipts.compare({ files: [], answers: { email } }, record, digestWith(receipt.salt));
  if (other) return null;
  lastSubmitted.store({ ...last, id: record.id });
  return { ...receipt, id: record.id };
}

export const sentReceipt = {
  /** The receipt of the application that this device sent last, if it has this number. */
  read(id: string): StoredReceipt | null {
    const stored = receiptStorage.read() as Partial<StoredReceipt> | null;
    const last = lastSubmitted.read();
    if (stored?.id !== id || !last || (last.id ?? '') !== id || JSON.stringify(stored).length > MAX_RECEIPT)
      return null;
    const { salt, files, answers, lost, version } = stored;
    if (!isText(salt) || !Array.isArray(files) || !files.every(isSentFile) || !isRecord(answers)) return null;
    if (!Array.isArray(lost) || !lost.every(isText) || typeof version !== 'number') return null;
    const digests = Object.entries(answers).filter((entry): entry is [string, string] => isText(entry[1]));
    return { id, salt, files, answers: Object.fromEntries(digests), lost, version };
  },
  /** Compares an application with its response; stores what was sent for later records, which are recognized by the number. */
  async keep({ id, type, values, isOfContract }: SentApplication, response: unknown): Promise<void> {
    const salt = crypto.randomUUID();
    const digest = digestWith(salt);
    const receipt = await receipts.of(type, values, { digest, hashFile: applicationBody.hashFile });
    const lost = await receipts.notReceived(receipt.files, response, digest);
    const record = readWriteResponse(response);
    const result = await receipts.compare(receipt, record ?? { id: '' }, digest, lost);
    // Another host may return what it has not stored.
    const answers = isOfContract && record ? differing(receipt, result) : receipt.answers;
    receiptStorage.write({ ...receipt, answers, id: id ?? '', salt, lost, version: 1 } satisfies StoredReceipt);
    $receiptResult.set(result);
  },
  /** Compares the files of a change with the response to it. @param sent answers of the change; stored files are left out */
  async compareChange(type: ApplicationType, sent: ApplicationValues, response: unknown): Promise<void> {
    const record = readWriteResponse(response);
    const before = record?.id ? sentReceipt.read(record.id) : null;
    const salt = before?.salt ?? crypto.randomUUID();
    const digest = digestWith(salt);
    const { files } = await receipts.of(type, sent, { digest, hashFile: applicationBody.hashFile });
    const lost = await receipts.notReceived(files, response, digest);
    const paths = files.map(({ path }) => path);
    const others = before?.files.filter(({ path }) => !paths.includes(path)) ?? [];
    const version = record?.version ?? 1;
    if (before) receiptStorage.write({ ...before, files: [...others, ...files], answers: {}, lost, version });
    else if (lost.length > 0) $receiptResult.set(ofFiles(files.length, lost));
  },
  /** Compares once; later records only show whether a known difference is gone. */
  async check(record: ApplicantRecord): Promise<void> {
    const receipt = (record.id && sentReceipt.read(record.id)) || (await receiptByAddress(record));
    if (!receipt) return;
    const version = record.version ?? 1;
    // Answers of a later version were changed on purpose.
    const answers = version > 1 ? {} : receipt.answers;
    const lost = version > receipt.version ? [] : receipt.lost;
    const known = [...lost, ...(await cutFiles(receipt, record))];
    const result = await receipts.compare({ ...receipt, answers }, record, digestWith(receipt.salt), known);
    const isMissing = (path: string) => result?.missing.includes(path);
    receiptStorage.write(
      result && {
        ...{ ...receipt, answers: differing({ answers }, result), lost },
        files: receipt.files.map((file) => (isMissing(file.path) ? file : { ...file, hash: '' })),
      },
    );
    $receiptResult.set(result);
  },
};
