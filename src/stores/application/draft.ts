/** The portal's one draft, in the device's IndexedDB. What each action promises is said in draft-store.ts. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../api/answer.ts';
import { callCheckEmail } from '../api/public-calls.ts';
import { ports } from '../browser/ports.ts';
import { webDraftLock } from './draft-lock.ts';
import { indexedDbStorage } from './draft-storage.ts';
import { createDraftStore } from './draft-store.ts';
import { isPhone, loadPhoneCheck } from './phone-check.ts';
import { loadRules } from './rules.ts';

export type { ChosenFile } from './draft-form.ts';
export type { Draft } from './draft-store.ts';

function onHide(action: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') action();
  });
  addEventListener('pagehide', action);
}

export const draftStore = createDraftStore({
  storage: indexedDbStorage(),
  lock: webDraftLock(),
  now: () => new Date(ports.now()),
  isPhone,
  newKey: () => crypto.randomUUID(),
  onHide,
});

export const { $draft, chooseType, typeInStep, saveStep, openVisit, flushDraft, deleteDraft, takeOverDraft } =
  draftStore;

/** What is wrong with the whole application as it was typed so far, by form path; nothing as long as the rules can't come. */
export async function checkDraft(): Promise<FieldErrors> {
  return (await loadRules()) ? draftStore.sending.checkAll() : {};
}

/** Reads the draft from the device, once; safe to call often. Rules and knowledge of phone numbers are fetched meanwhile. */
export function openDraft(): Promise<void> {
  void loadRules().then(loadPhoneCheck);
  return draftStore.openDraft();
}

/** Whether an application with this address exists already. */
export async function checkEmail(email: string, locale: Locale): Promise<'free' | 'taken' | ApiError> {
  const exists = await callCheckEmail(email.trim(), { locale });
  if (typeof exists !== 'boolean') return exists;
  return exists ? 'taken' : 'free';
}
