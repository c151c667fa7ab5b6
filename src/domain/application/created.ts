import { propertyOf } from '../api/json.ts';
import { isStatus } from './status.ts';

/** The response to a creation; any 2xx means stored. */
interface Created {
  /** The application number; null for an unreadable one. */
  id: string | null;
  /** When the host stored it, ISO 8601, UTC; null where it does not say. */
  at: string | null;
  /** The record has the contract's first status, so the next steps are known. */
  isOfContract: boolean;
}

const ID = /^[^\p{C}\p{Zl}\p{Zp}<>]{1,64}$/u;
/** ISO 8601 with its zone. */
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

/** Null for a value that is no number of an application. */
function readId(value: unknown): string | null {
  const isNumber = Number.isSafeInteger(value) && Number(value) >= 0;
  const text = typeof value === 'string' || isNumber ? String(value).trim() : '';
  return ID.test(text) ? text : null;
}

export function readCreated(value: unknown): Created {
  const data = propertyOf(value, 'data');
  const id = readId(propertyOf(data, 'id')) ?? readId(propertyOf(value, 'id'));
  const [first] = [propertyOf(data, 'application_status_history')].flat();
  const time = propertyOf(first, 'created_at');
  const at = typeof time === 'string' && TIME.test(time) && !Number.isNaN(Date.parse(time)) ? time : null;
  const status = propertyOf(first, 'status_type');
  const isOfContract = id !== null && at !== null && typeof status === 'string' && isStatus(status);
  return { id, at, isOfContract };
}
