/** The success page's data: number, type and time for 30 days, or until a sign-out. */
import { atom } from 'nanostores';
import type { ReceiptResult } from '../../domain/application/receipt.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { isInstant } from '../../domain/input/date.ts';
import { ports } from '../browser/ports.ts';
import { jsonStorage } from '../browser/storage.ts';

export interface Submitted {
  /** Null if the response had no number. */
  id: string | null;
  type: ApplicationType;
  /** ISO 8601, UTC. */
  at: string;
  /** True where the host mails a confirmation and every step. */
  mailsSteps: boolean;
}

const KEY = 'submitted';
/** Characters of an application number. */
const MAX_NUMBER = 100;
const SUBMITTED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const { read, write } = jsonStorage(() => globalThis.localStorage);

const RECEIPT_KEY = 'receipt';

/** What the host's record lacks of the application that this device has sent; null while nothing is missing. */
export const $receiptResult = atom<ReceiptResult | null>(null);

/** The receipt of the sent application as stored (receipt.ts); null for none. */
export const receiptStorage = {
  read: () => read(RECEIPT_KEY),
  write: (receipt: unknown) => write(RECEIPT_KEY, receipt),
};

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

export const lastSubmitted = {
  store({ id, type, at, mailsSteps }: Submitted): void {
    write(KEY, { id, type, at, mailsSteps });
  },
  clear(): void {
    write(KEY, null);
    write(RECEIPT_KEY, null);
  },
  /** The application that this device sent last; null after 30 days. */
  read(): Submitted | null {
    const stored = read(KEY);
    if (typeof stored !== 'object' || stored === null) return null;
    const { id, type, at, mailsSteps } = stored as Record<string, unknown>;
    const known = readApplicationType(type);
    const isNumber = id === null || (typeof id === 'string' && id.length <= MAX_NUMBER);
    if (!isNumber || !known || !isInstant(at)) return null;
    if (ports.now() < Date.parse(at) + SUBMITTED_LIFE_MS) {
      return { id, type: known, at, mailsSteps: mailsSteps === true };
    }
    lastSubmitted.clear();
    return null;
  },
  LIFE_MS: SUBMITTED_LIFE_MS,
};
