/** What pages see of the changes to a submitted application, and what their store needs. */
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { CallRefusal } from '../api/request.ts';
import type { DeviceEntry } from '../device/stored-entry.ts';
import type { ChangesContent } from './changed-fields.ts';

export interface ChangesState {
  phase: 'loading' | 'ready';
  /** Names of the changed fields, in the form's order. */
  changed: string[];
  saveState: 'idle' | 'saving' | 'saved' | 'failed';
  /** When the changes were last stored on the device, ISO 8601. */
  savedAt: string | null;
  sending: boolean;
  percent: number;
  refusal: CallRefusal | null;
  /** The host has a newer version; nothing is sent until the applicant chooses one of the two. */
  conflict: boolean;
  /** Incremented when the form's values were replaced: the form is then remounted. */
  formVersion: number;
  isSent: boolean;
}

export const NO_CHANGES: ChangesState = {
  phase: 'loading',
  changed: [],
  saveState: 'idle',
  savedAt: null,
  sending: false,
  percent: 0,
  refusal: null,
  conflict: false,
  formVersion: 0,
  isSent: false,
};

export interface ChangePorts {
  device: (id: string) => DeviceEntry<ChangesContent>;
  /** False once the applicant has signed out: then nothing is stored any more. */
  mayStore: (id: string) => boolean;
  now: () => number;
  check: (type: ApplicationType, values: ApplicationValues) => FieldErrors;
  send: (request: ChangesRequest) => Promise<{ record: ApplicantRecord } | { refusal: CallRefusal }>;
  reread: (locale: Locale) => Promise<{ record: ApplicantRecord } | { refusal: CallRefusal }>;
  setRecord: (record: ApplicantRecord) => void;
}

interface ChangesRequest {
  type: ApplicationType;
  /** The version that the changes are based on. */
  record: ApplicantRecord;
  changed: readonly string[];
  values: ApplicationValues;
  version: number | undefined;
  /** The current password, where a change requires it; never stored. */
  password: string;
  locale: Locale;
  onProgress: (percent: number) => void;
}
