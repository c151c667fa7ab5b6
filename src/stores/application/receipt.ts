/** Compares what this device has sent with what the host returns. Loaded after sending, and with the first record. */
import { isRecord } from '../../domain/application/fit-form.ts';
import { compareReceipt, type Receipt, receiptOf } from '../../domain/application/receipt.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { $receiptResult, readSubmitted, receiptStorage, type SentApplication } from './submitted.ts';

/** What was sent; deleted once the record is complete. */
interface StoredReceipt extends Receipt {
  /** Of the application. */
  id: string;
  /** Random, for the digests. */
  salt: string;
}

/** Characters of a receipt with 50 relatives. */
const MAX_RECEIPT = 20_000;

/** The receipt of the application that this device sent last, if it has this number. */
export function readReceipt(id: string): StoredReceipt | null {
  const stored = receiptStorage.read() as Partial<StoredReceipt> | null;
  if (stored?.id !== id || readSubmitted()?.id !== id || JSON.stringify(stored).length > MAX_RECEIPT) return null;
  const { salt, files, answers } = stored;
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (!isText(salt) || !Array.isArray(files) || !files.every(isText) || !isRecord(answers)) return null;
  const digests = Object.entries(answers).filter((entry): entry is [string, string] => isText(entry[1]));
  return { id, salt, files, answers: Object.fromEntries(digests) };
}

const HEX_DIGITS = 8;

/** 32 bits of SHA-256: enough to notice a difference, too few to recover an answer. */
const digestWith = (salt: string) => async (text: string) => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt} ${text}`)));
  return [...hash]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, HEX_DIGITS);
};

/** Stores what was sent; nothing for an application without a number, which no record can be told to belong to. */
export async function keepReceipt({ id, type, values }: SentApplication): Promise<void> {
  if (id === null) return;
  const salt = crypto.randomUUID();
  receiptStorage.write({ id, salt, ...(await receiptOf(type, values, digestWith(salt))) } satisfies StoredReceipt);
}

/** Compares once; later records only show whether a known difference is gone. */
export async function checkReceipt(record: ApplicantRecord): Promise<void> {
  const receipt = readReceipt(record.id);
  if (!receipt) return;
  // Answers of a later version were changed on purpose.
  const answers = (record.version ?? 1) > 1 ? {} : receipt.answers;
  const result = await compareReceipt({ ...receipt, answers }, record, digestWith(receipt.salt));
  const isChanged = (name: string) => result?.changed.includes(name);
  const differing = Object.entries(answers).filter(([name]) => isChanged(name));
  receiptStorage.write(result && { ...receipt, answers: Object.fromEntries(differing) });
  $receiptResult.set(result);
}
