/** Compares what this device has sent with what the host returns. Loaded after sending, and with the first record. */
import { compareReceipt, receiptOf } from '../../domain/application/receipt.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { $receiptResult, readReceipt, type SentApplication, storeReceipt } from './submitted.ts';

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
  storeReceipt({ id, salt, ...(await receiptOf(type, values, digestWith(salt))) });
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
  storeReceipt(result && { ...receipt, answers: Object.fromEntries(differing) });
  $receiptResult.set(result);
}
