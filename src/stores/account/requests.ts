/** The applicant's requests: to withdraw, to be deleted, to get another confirmation link. */
import { atom } from 'nanostores';
import { type ApplicantRecord, readUser } from '../../domain/application/record.ts';
import { WITHDRAWN } from '../../domain/application/stages.ts';
import { currentStatus } from '../../domain/application/status.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { resultOf } from '../api/account-calls.ts';
import { callEndpoint } from '../api/client.ts';
import type { CallRefusal } from '../api/request.ts';
import { $record, setRecord } from './record.ts';
import { refreshRecord } from './session.ts';

export type RequestId = 'withdraw' | 'askForDeletion' | 'endDeletionRequest' | 'sendConfirmation';

interface RequestState {
  busy: RequestId | null;
  last: RequestId | null;
  refusal: CallRefusal | null;
}

const NO_REQUEST: RequestState = { busy: null, last: null, refusal: null };

const $state = atom<RequestState>(NO_REQUEST);

const isDeletionOpen = ({ deletion_request: request }: ApplicantRecord) => !!request && !request.answered_at;

/** Whether a record shows that a request was carried out: its response may be lost, or another tab sent it. */
const IS_DONE: Record<RequestId, (record: ApplicantRecord) => boolean> = {
  withdraw: ({ application_status_history: history = [] }) => currentStatus(history)?.status_type === WITHDRAWN,
  askForDeletion: isDeletionOpen,
  endDeletionRequest: (record) => !isDeletionOpen(record),
  sendConfirmation: ({ email_confirmed }) => email_confirmed === true,
};

export const requests = {
  $state,
  /** Clears the refusal of the last request, for a dialog that is opened again. */
  clearRefusal(): void {
    if (!$state.get().busy) $state.set(NO_REQUEST);
  },
  /** Sends one request at a time, and shows the record that the host returns. @returns true on success */
  async send(id: RequestId, locale: Locale): Promise<boolean> {
    if ($state.get().busy) return false;
    $state.set({ busy: id, last: id, refusal: null });
    const { value, refusal = null } = resultOf(await callEndpoint(id, { locale }), readUser);
    // The applicant signed out, or another one signed in, before the response came.
    if (value && $record.get()?.id === value.id) setRecord(value);
    if (refusal?.code === 'stale') await refreshRecord(locale);
    const record = $record.get();
    const isDone = refusal === null || (refusal.code === 'stale' && record !== null && IS_DONE[id](record));
    $state.set({ busy: null, last: id, refusal: isDone ? null : refusal });
    return isDone;
  },
};
