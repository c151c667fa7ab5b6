import * as v from 'valibot';
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

const idSchema = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))]),
  v.transform(String),
  v.trim(),
  v.regex(/^[^\p{C}\p{Zl}\p{Zp}<>]{1,64}$/u),
);

export function readCreated(value: unknown): Created {
  const data = propertyOf(value, 'data');
  const found = [propertyOf(data, 'id'), propertyOf(value, 'id')].map((id) => v.safeParse(idSchema, id));
  const id = found.find((result) => result.success)?.output;
  const [first] = [propertyOf(data, 'application_status_history')].flat();
  const time = v.safeParse(v.pipe(v.string(), v.isoTimestamp()), propertyOf(first, 'created_at'));
  const at = time.success ? time.output : null;
  const status = propertyOf(first, 'status_type');
  const isOfContract = id !== undefined && at !== null && typeof status === 'string' && isStatus(status);
  return { id: id ?? null, at, isOfContract };
}
