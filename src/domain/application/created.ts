import { isInstant } from '../input/date.ts';
import { readWriteResponse } from './record.ts';
import { mailsSteps } from './status.ts';

/** The response to a creation; any 2xx means stored. */
interface Created {
  /** The application number; null for an unreadable one. */
  id: string | null;
  /** When the host stored it, ISO 8601, UTC; null where it does not say. */
  at: string | null;
  /** The next steps are known, and mailed. */
  mailsSteps: boolean;
}

export function readCreated(value: unknown): Created {
  const record = readWriteResponse(value);
  const time = record?.application_status_history?.[0]?.created_at;
  const at = isInstant(time) ? time : null;
  const id = record?.id || null;
  return { id, at, mailsSteps: id !== null && at !== null && record !== null && mailsSteps(record) };
}
