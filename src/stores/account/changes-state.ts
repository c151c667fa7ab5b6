/** State of an open submitted application, and what its transitions share; see change-store.ts. */
import type { PreinitializedWritableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { fieldsOf } from '../../domain/application/fields.ts';
import { type FormState, valuesToForm } from '../../domain/application/form.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../api/request.ts';
import type { Saving } from '../device/saving.ts';
import type { DeviceRecord } from '../device/stored-record.ts';
import { type ChangesContent, changedFields } from './changed-fields.ts';

export interface Changes {
  phase: 'loading' | 'ready';
  /** Names of the changed fields, in the form's order. */
  changed: string[];
  saveState: 'idle' | 'saving' | 'saved' | 'failed';
  /** ISO 8601; last stored on the device. */
  savedAt: string | null;
  sending: boolean;
  percent: number;
  error: ApiError | null;
  /** The host has a newer version; nothing is sent until the applicant chooses one of the two. */
  conflict: boolean;
  /** Incremented when the form's values were replaced: the form is then remounted. */
  formVersion: number;
  isSent: boolean;
}

export const NO_CHANGES: Changes = {
  phase: 'loading',
  changed: [],
  saveState: 'idle',
  savedAt: null,
  sending: false,
  percent: 0,
  error: null,
  conflict: false,
  formVersion: 0,
  isSent: false,
};

export interface ChangePorts {
  device: (id: string) => DeviceRecord<ChangesContent>;
  /** False once the applicant has signed out: nothing more is stored. */
  mayStore: (id: string) => boolean;
  now: () => number;
  check: (type: ApplicationType, values: ApplicationValues) => FieldErrors;
  send: (request: ChangesRequest) => Promise<{ record: ApplicantRecord } | { error: ApiError }>;
  reread: (locale: Locale) => Promise<ApplicantRecord | null>;
  setRecord: (record: ApplicantRecord) => void;
}

export interface ChangesRequest {
  type: ApplicationType;
  /** The version that the changes are based on. */
  record: ApplicantRecord;
  changed: readonly string[];
  values: ApplicationValues;
  version: number | undefined;
  /** The current password, where a change requires it; stored nowhere. */
  password: string;
  locale: Locale;
  onProgress: (percent: number) => void;
}

export interface OpenChanges {
  ports: ChangePorts;
  $state: PreinitializedWritableAtom<Changes>;
  saving: Saving<ChangesContent>;
  record: ApplicantRecord | null;
  type: ApplicationType | null;
  device: DeviceRecord<ChangesContent> | null;
  base: FormState;
  form: FormState;
  /** The version that the changes are based on. */
  version: number | undefined;
  /** A change may have arrived although no response came. */
  isUncertain: boolean;
}

export const patchChanges = ({ $state }: OpenChanges, change: Partial<Changes>) =>
  $state.set({ ...$state.get(), ...change });
const namesOf = (type: ApplicationType | null, mine: FormState) =>
  fieldsOf(type).flatMap(({ name }) => (name in mine ? [name] : []));
export const storedIn = (type: ApplicationType | null, record: ApplicantRecord): FormState =>
  type ? valuesToForm(type, fromRecord(type, record)) : {};
export const mineOf = ({ base, form }: OpenChanges) => changedFields(base, form);
export const changedIn = (own: OpenChanges) => namesOf(own.type, mineOf(own));

/** Starts from a record, with these changes over it. */
export function startFrom(own: OpenChanges, record: ApplicantRecord, mine: FormState): void {
  const base = storedIn(own.type, record);
  Object.assign(own, { record, version: record.version, base, form: { ...base, ...mine } });
  patchChanges(own, { phase: 'ready', changed: changedIn(own), formVersion: own.$state.get().formVersion + 1 });
}
