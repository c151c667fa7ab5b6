/** What an applicant asks for in the account: to withdraw, to be deleted, to get the link that confirms the address. */
import { atom } from 'nanostores';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../api/request.ts';
import { callForRecord } from '../api/request-calls.ts';
import { takeRecord } from './record.ts';

export type RequestId = Parameters<typeof callForRecord>[0];

export interface RequestState {
  /** What is being asked; null between requests. */
  busy: RequestId | null;
  /** What was asked last. */
  last: RequestId | null;
  /** Why that failed. */
  error: ApiError | null;
}

export const NO_REQUEST: RequestState = { busy: null, last: null, error: null };

export const $request = atom<RequestState>(NO_REQUEST);

/** Forgets why the last request failed; for a question that is opened anew. */
export function forgetFailure(): void {
  if (!$request.get().busy) $request.set(NO_REQUEST);
}

/** Asks one thing at a time, and shows the record that the host answers. @returns true when it was done */
export async function sendRequest(id: RequestId, locale: Locale): Promise<boolean> {
  if ($request.get().busy) return false;
  $request.set({ busy: id, last: id, error: null });
  const { value, error = null } = await callForRecord(id, locale);
  if (value) takeRecord(value);
  $request.set({ busy: null, last: id, error });
  return error === null;
}
