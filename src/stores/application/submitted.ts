/** The success page's data: number, type and time for 30 days, or until a sign-out. */
import { atom } from 'nanostores';
import { isRecord } from '../../domain/application/fit-form.ts';
import type { Receipt, ReceiptResult } from '../../domain/application/receipt.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { isInstant } from '../../domain/input/date.ts';
import { ports } from '../browser/ports.ts';
import { jsonStorage } from '../browser/storage.ts';

export interface Submitted {
  /** Null if the host returned no number. */
  id: string | null;
  type: ApplicationType;
  /** ISO 8601, UTC. */
  at: string;
  /** The host follows the contract: it mails a confirmation and every step. */
  isOfContract: boolean;
}

const KEY = 'submitted';
/** Characters of an application number, of any host. */
const MAX_NUMBER = 100;
export const SUBMITTED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const { read, write } = jsonStorage(() => globalThis.localStorage);

export function storeSubmitted({ id, type, at, isOfContract }: Submitted): void {
  write(KEY, { id, type, at, isOfContract });
}

export function clearSubmitted(): void {
  write(KEY, null);
  write(RECEIPT_KEY, null);
  $receiptResult.set(null);
}

/** What was sent, for comparison with the host's record (stores/account/receipt.ts); deleted once the record is complete. */
export interface StoredReceipt extends Receipt {
  /** Of the application. */
  id: string;
  /** Random, for the digests. */
  salt: string;
}

const RECEIPT_KEY = 'receipt';
/** Characters of a receipt with 50 relatives. */
const MAX_RECEIPT = 20_000;

/** What the host's record lacks of the application that this device has sent; null while nothing is known to be missing. */
export const $receiptResult = atom<ReceiptResult | null>(null);

export function storeReceipt(receipt: StoredReceipt | null): void {
  write(RECEIPT_KEY, receipt);
}

/** The receipt of the application that this device sent last, if it has this number. */
export function readReceipt(id: string): StoredReceipt | null {
  const stored = read(RECEIPT_KEY) as Partial<StoredReceipt> | null;
  if (!stored || stored.id !== id || readSubmitted()?.id !== id || JSON.stringify(stored).length > MAX_RECEIPT)
    return null;
  const { salt, files, answers } = stored;
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (!isText(salt) || !Array.isArray(files) || !files.every(isText) || !isRecord(answers)) return null;
  const digests = Object.entries(answers).filter((entry): entry is [string, string] => isText(entry[1]));
  return { id, salt, files, answers: Object.fromEntries(digests) };
}

/** The application that this device sent last; null after 30 days. */
export function readSubmitted(): Submitted | null {
  const stored = read(KEY);
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, type, at, isOfContract } = stored as Record<string, unknown>;
  const known = readApplicationType(type);
  const isNumber = id === null || (typeof id === 'string' && id.length <= MAX_NUMBER);
  if (!isNumber || !known || !isInstant(at)) return null;
  if (ports.now() < Date.parse(at) + SUBMITTED_LIFE_MS) {
    return { id, type: known, at, isOfContract: isOfContract === true };
  }
  clearSubmitted();
  return null;
}

/** The application that was just sent, for its confirmation; only in this page's memory. */
export interface SentApplication extends Submitted {
  values: ApplicationValues;
  password: string;
}

let sent: SentApplication | null = null;

export function setSentApplication(arrived: SentApplication): void {
  sent = arrived;
}

export const getSentApplication = (): SentApplication | null => sent;
