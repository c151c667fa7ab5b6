import { propertyOf } from '../api/json.ts';
import { isInstant } from '../input/date.ts';
import type { ApplicantRecord } from './record.ts';
import { mailsSteps } from './status.ts';

/**
 * The response to a creation; any 2xx means stored. @returns `id`: the application number, `at`: when the host stored it, each
 * null where the host does not say; `mailsSteps`: the next steps are known, and mailed
 */
export function readCreated(value: unknown) {
  const record: Partial<ApplicantRecord> = Object(propertyOf(value, 'data'));
  const time = record.application_status_history?.[0]?.created_at;
  const at = isInstant(time) ? time : null;
  const id = record.id || null;
  return { id, at, mailsSteps: id !== null && at !== null && mailsSteps(record) };
}
