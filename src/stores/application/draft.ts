/** The portal's one draft, in the device's IndexedDB. What each action promises is said in draft-store.ts. */
import { atom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { DRAFT_SIGN, DRAFT_SIGN_KEY } from '../../domain/application/draft-sign.ts';
import { partOf } from '../../domain/application/fields.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import { webLock, whenLeft } from '../device/saving.ts';
import { indexedDbStorage } from '../device/storage.ts';
import { loadRules } from './check-forms.ts';
import { createDraftStore } from './draft-store.ts';
import { isPhone } from './phone-check.ts';

export type { ChosenFile } from '../device/form-values.ts';
export type { Draft } from './draft-record.ts';

/** The Web Lock of the tab that writes the draft. */
const DRAFT_LOCK = 'it-visa-draft';

/** Safari puts by a page with its lock, and takes the lock away. */
function onReturn(action: () => void): void {
  addEventListener('pageshow', ({ persisted }) => persisted && action());
}

/** A device that refuses local storage has no sign: a page then asks the database, as it does in the end anyway. */
function sign(kept: boolean): void {
  try {
    if (kept) localStorage.setItem(DRAFT_SIGN_KEY, DRAFT_SIGN);
    else localStorage.removeItem(DRAFT_SIGN_KEY);
  } catch {
    // See above.
  }
}

export const draftStore = createDraftStore({
  storage: indexedDbStorage(),
  lock: webLock(DRAFT_LOCK),
  now: () => new Date(ports.now()),
  isPhone,
  newKey: () => crypto.randomUUID(),
  onHide: whenLeft,
  onReturn,
  sign,
});

export const {
  $draft,
  openDraft,
  formOf,
  chooseType,
  typeInPart,
  savePart,
  openPart,
  flushDraft,
  deleteDraft,
  takeOverDraft,
  clearRefused,
} = draftStore;

/** What the host refused of the draft, until it is changed: form path → codes. Empty in a page as it was prerendered. */
export const $refused = atom<FieldErrors>({});
$draft.subscribe(({ refused }) => {
  if ($refused.get() !== refused) $refused.set(refused);
});

/** What is wrong with the whole application as it was typed so far, by form path; null as long as the rules can't come. */
export async function checkDraft(): Promise<FieldErrors | null> {
  return (await loadRules()) ? draftStore.checkAll() : null;
}

/** A database that does not answer keeps no form from being used. Milliseconds. */
const LONGEST_WAIT_MS = 1500;

/** Opens the draft; resolves when it was read, or when that takes too long to be waited for. Never in a build. */
export async function draftOpened(): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  await Promise.race([openDraft(), new Promise<void>((resolve) => ports.after(LONGEST_WAIT_MS, resolve))]);
}

/**
 * Whether an application with this address exists already. If so, its part is not done, unless it may be this very
 * application: one was sent from here, and no answer came.
 */
export async function checkEmail(email: string, locale: Locale): Promise<'free' | 'taken' | ApiError> {
  const calls = await import('../api/public-calls.ts').catch(() => null);
  if (!calls) return { code: 'no_answer' };
  const exists = await calls.callCheckEmail(email.trim(), { locale });
  if (typeof exists !== 'boolean') return exists;
  const { type, sentAt } = $draft.get();
  const part = partOf(type, 'email');
  if (exists && part && sentAt === null) draftStore.reopenPart(part, { email: ['email_taken'] });
  return exists ? 'taken' : 'free';
}
