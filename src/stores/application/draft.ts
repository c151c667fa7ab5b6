/** The portal's one draft, stored in IndexedDB; see draft-store.ts. */
import { partOf } from '../../domain/application/fields.ts';
import { DRAFT_MARKER_KEY } from '../../domain/application/steps.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { loadBodyForm } from '../api/body-form.ts';
import type { CallRefusal } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { $storageFault } from '../device/storage.ts';
import { browserDraft } from './browser-draft.ts';
import { DraftStore } from './draft-store.ts';

export type { Draft } from './draft-record.ts';

const DRAFT_LOCK = 'it-visa-draft';

/** Without local storage there is no marker, and pages ask the database. */
function setDraftMarker(marker: string | null): void {
  try {
    if (marker === null) localStorage.removeItem(DRAFT_MARKER_KEY);
    else localStorage.setItem(DRAFT_MARKER_KEY, marker);
  } catch {}
}

export const draftStore = new DraftStore({ ...browserDraft(DRAFT_LOCK), setDraftMarker });

export const { $draft } = draftStore;

/** How long a form waits for a database that does not respond. */
const MAX_WAIT_MS = 1500;

/** Opens the draft; resolves when it was read, when another tab holds the database, or after a time-out. Never runs in a build. */
export async function waitForDraft(): Promise<void> {
  if (typeof document === 'undefined') return;
  // The rules of dates depend on the body form.
  whenIdle(() => void loadBodyForm());
  const timeoutOrHeld = new Promise<void>((resolve) => {
    ports.after(MAX_WAIT_MS, resolve);
    $storageFault.subscribe((fault) => fault === 'held' && resolve());
  });
  await Promise.race([draftStore.openDraft(), timeoutOrHeld]);
}

/**
 * Whether an application with this address exists; then its part is not done, unless this draft may be that application.
 * `unknown`: no readable response
 */
export async function checkEmail(email: string, locale: Locale): Promise<'free' | 'taken' | 'unknown' | CallRefusal> {
  const calls = await import('../api/public-calls.ts').catch(() => null);
  if (!calls) return { code: 'no_answer' };
  const exists = await calls.callCheckEmail(email.trim(), { locale });
  const { type, sentAt } = $draft.get();
  const part = partOf(type, 'email');
  const refused = typeof exists === 'boolean' ? exists && ['email_taken'] : exists.fields?.email;
  if (refused && part && sentAt === null) draftStore.reopenPart(part, { email: refused });
  if (typeof exists === 'boolean') return exists ? 'taken' : 'free';
  return exists.code === 'unreadable' ? 'unknown' : exists;
}
