/** Reads what came with a 2xx to a creation. */
import * as v from 'valibot';
import { isStatus } from './status.ts';

/** What an answer to a creation says of it. Any 2xx means stored. */
export interface Created {
  /** The application's number; null where none can be read. */
  id: string | null;
  /** When the host stored it, ISO 8601, UTC; null where the host does not say. */
  at: string | null;
  /** The record has the contract's first status: what follows is known. */
  isOfContract: boolean;
}

const idSchema = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))]),
  v.transform(String),
  v.trim(),
  v.regex(/^[^\p{C}\p{Zl}\p{Zp}<>]{1,64}$/u),
);

/** Of a create call: the number stands in `id` or `data.id`. */
export function readCreated(value: unknown): Created {
  const data = property(value, 'data');
  const found = [property(data, 'id'), property(value, 'id')].map((id) => v.safeParse(idSchema, id));
  const id = found.find((result) => result.success)?.output;
  const [first] = [property(data, 'application_status_history')].flat();
  const time = v.safeParse(v.pipe(v.string(), v.isoTimestamp()), property(first, 'created_at'));
  const at = time.success ? time.output : null;
  const status = property(first, 'status_type');
  const isOfContract = id !== undefined && at !== null && typeof status === 'string' && isStatus(status);
  return { id: id ?? null, at, isOfContract };
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
