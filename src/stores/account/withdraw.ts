/** Taking back an application that is not decided, where the host offers that. */
import { atom } from 'nanostores';
import { STAGES } from '../../domain/application/stages.ts';
import { isStatus } from '../../domain/application/status.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callWithdraw } from '../api/account-calls.ts';
import { hasOffered } from '../api/host-offers.ts';
import type { ApiError } from '../api/request.ts';
import { takeRecord } from './record.ts';

const WITHDRAWN = 'withdrawn';

export interface Withdrawal {
  busy: boolean;
  error: ApiError | null;
}

export const NO_WITHDRAWAL: Withdrawal = { busy: false, error: null };

export const $withdrawal = atom<Withdrawal>(NO_WITHDRAWAL);

/** True in a status from which the application can be withdrawn, on a host that can do it. */
export function canWithdraw(status: string): boolean {
  return hasOffered('withdrawal') && isStatus(status) && STAGES[status].next.includes(WITHDRAWN);
}

export async function withdrawApplication(locale: Locale): Promise<void> {
  if ($withdrawal.get().busy) return;
  $withdrawal.set({ busy: true, error: null });
  const { value, error } = await callWithdraw(locale);
  if (value) takeRecord(value);
  $withdrawal.set({ busy: false, error: error ?? null });
}
