/** The applicant's requests: to withdraw, to be deleted, to get another confirmation link. */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../api/request.ts';
import { callForRecord } from '../api/request-calls.ts';
import { setRecord } from './record.ts';

export type RequestId = Parameters<typeof callForRecord>[0];

export interface RequestState {
  /** The request in flight; null between requests. */
  busy: RequestId | null;
  last: RequestId | null;
  /** Why the last request failed. */
  error: ApiError | null;
}

export const NO_REQUEST: RequestState = { busy: null, last: null, error: null };

export const $request = atom<RequestState>(NO_REQUEST);

/** Clears the error of the last request, for a dialog that is opened again. */
export function clearRequestError(): void {
  if (!$request.get().busy) $request.set(NO_REQUEST);
}

/** Sends one request at a time, and shows the record that the host returns. @returns true on success */
export async function sendRequest(id: RequestId, locale: Locale): Promise<boolean> {
  if ($request.get().busy) return false;
  $request.set({ busy: id, last: id, error: null });
  const { value, error = null } = await callForRecord(id, locale);
  if (value) setRecord(value);
  $request.set({ busy: null, last: id, error });
  return error === null;
}
