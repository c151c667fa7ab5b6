/**
 * Changing an application that was sent. Rule: what was typed is never lost: it stays on the device until the host has it
 * or the applicant drops it, and a change that starts from an older version is never sent over a newer one unasked.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { fieldsOf, type Part, partOf } from '../../domain/application/fields.ts';
import { type FormState, formToValues, valuesToForm } from '../../domain/application/form.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../api/request.ts';
import { byFormPath } from '../application/check-forms.ts';
import { copyForm } from '../device/form-values.ts';
import { changedFields, isSame } from './changed-fields.ts';
import type { ChangesVault } from './changes-vault.ts';

export interface Changes {
  phase: 'loading' | 'ready';
  /** Names of the changed fields, in the order in which they are asked. */
  changed: string[];
  keep: 'idle' | 'saving' | 'kept' | 'failed';
  /** ISO 8601; when they were last kept on the device. */
  keptAt: string | null;
  sending: boolean;
  percent: number;
  error: ApiError | null;
  /** Somebody changed the application after these changes began; nothing is sent until one of the two is chosen. */
  conflict: boolean;
  /** Counts how often the form's values were replaced from outside, so that a form knows to begin anew. */
  round: number;
  /** The host has taken them. */
  saved: boolean;
}

export const NO_CHANGES: Changes = {
  phase: 'loading',
  changed: [],
  keep: 'idle',
  keptAt: null,
  sending: false,
  percent: 0,
  error: null,
  conflict: false,
  round: 0,
  saved: false,
};

export interface ChangePorts {
  vault: ChangesVault;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Runs `action` once after `ms`; the answer calls it off. */
  after: (ms: number, action: () => void) => () => void;
  /** What is wrong with an application, by value path. */
  check: (type: ApplicationType, values: ApplicationValues) => FieldErrors;
  send: (request: SendChanges) => Promise<{ record: ApplicantRecord } | { error: ApiError }>;
  /** The record as the host has it now. */
  reread: (locale: Locale) => Promise<ApplicantRecord | null>;
  take: (record: ApplicantRecord) => void;
}

export interface SendChanges {
  type: ApplicationType;
  id: string;
  values: ApplicationValues;
  /** Absent where the host tells none. */
  version: number | undefined;
  /** The current password, where the change takes it; it is sent and kept nowhere. */
  password: string;
  locale: Locale;
  onProgress: (percent: number) => void;
}

/** Typing is kept this long after the last key, at most. */
const KEEP_MS = 600;

/** Whether an application may be changed at all is the caller's affair; see `isEditable` in record.ts. */
export function createChanges(ports: ChangePorts) {
  const $state = atom<Changes>(NO_CHANGES);
  let record: ApplicantRecord | null = null;
  let base: FormState = {};
  let form: FormState = {};
  /** The version that the changes start from. */
  let version: number | undefined;
  let callOffKeeping = () => {};
  /** A change may have arrived although no answer came. */
  let uncertain = false;

  const typeOf = (of: ApplicantRecord) => readApplicationType(of.application_type) ?? 'specialist';
  const set = (part: Partial<Changes>) => $state.set({ ...$state.get(), ...part });
  const namesOf = (mine: FormState) =>
    record ? fieldsOf(typeOf(record)).flatMap(({ name }) => (name in mine ? [name] : [])) : [];
  const mineNow = () => changedFields(base, form);

  /** Begins from a record, with changes on top of it. */
  function begin(next: ApplicantRecord, mine: FormState): void {
    record = next;
    version = next.version;
    base = valuesToForm(typeOf(next), fromRecord(next));
    form = { ...base, ...mine };
    set({ phase: 'ready', changed: namesOf(mineNow()), round: $state.get().round + 1 });
  }

  /**
   * Opens the record that is shown, with what this device kept for it. A newer record replaces the form when nothing was
   * typed; otherwise the choice is the applicant's.
   */
  async function openChanges(next: ApplicantRecord): Promise<void> {
    if (record && record.id === next.id && $state.get().phase === 'ready') {
      const unchanged = next.version === version;
      const mine = mineNow();
      if (unchanged) return;
      if (Object.keys(mine).length === 0) begin(next, {});
      else {
        record = next;
        set({ conflict: true });
      }
      return;
    }
    $state.set({ ...NO_CHANGES, round: $state.get().round });
    // A device that refuses is told of when it is to keep something.
    const kept = await ports.vault.load(next.id).catch(() => null);
    begin(next, kept?.mine ?? {});
    if (!kept) return;
    set({ keep: 'kept', keptAt: kept.changedAt, conflict: next.version !== undefined && kept.base !== next.version });
    if ($state.get().conflict) version = kept.base;
  }

  /** The values a form begins with. */
  const formNow = (): FormState => copyForm(form);

  /** Takes every change of a form, and keeps it soon. @param values of all fields, or of some */
  function typeChanges(values: FormState): void {
    form = { ...form, ...copyForm(values) };
    const changed = namesOf(mineNow());
    const before = $state.get();
    if (changed.join() !== before.changed.join() || before.saved) set({ changed, saved: false });
    callOffKeeping();
    callOffKeeping = ports.after(KEEP_MS, () => void keep());
  }

  /** Keeps what was typed on the device at once. */
  async function keep(): Promise<void> {
    callOffKeeping();
    if (!record) return;
    const mine = mineNow();
    if (Object.keys(mine).length === 0) {
      // What the device won't let go is shown again the next time, and can be dropped then.
      await ports.vault.clear(record.id).catch(() => undefined);
      set({ keep: 'idle', keptAt: null });
      return;
    }
    const changedAt = new Date(ports.now()).toISOString();
    set({ keep: 'saving' });
    try {
      await ports.vault.store(record.id, { base: version ?? 0, mine, changedAt });
      set({ keep: 'kept', keptAt: changedAt });
    } catch {
      set({ keep: 'failed' });
    }
  }

  /** What is wrong with the application now, by form path. @param part only with the fields of this part, in the light of all */
  function checkChanges(part?: Part): FieldErrors {
    if (!record) return {};
    const type = typeOf(record);
    const found = byFormPath(ports.check(type, formToValues(type, form) as ApplicationValues));
    if (!part) return found;
    return Object.fromEntries(Object.entries(found).filter(([path]) => partOf(type, path) === part));
  }

  /**
   * Checks and sends; a second call while one runs does nothing.
   * @param password the current one, which another e-mail address takes; `''` otherwise
   * @returns what is wrong with fields; empty when it was sent or failed as a whole, which the state tells
   */
  async function saveChanges(locale: Locale, password = ''): Promise<FieldErrors> {
    if (!record || $state.get().sending || $state.get().conflict) return {};
    const wrong = checkChanges();
    if ('email' in mineNow() && password === '') wrong.current_password = ['required'];
    if (Object.keys(wrong).length > 0) return wrong;
    set({ sending: true, percent: 0, error: null });
    const sent = form;
    const type = typeOf(record);
    const values = formToValues(type, form) as ApplicationValues;
    await keep();
    const onProgress = (percent: number) => set({ percent });
    const answer = await ports.send({ type, id: record.id, values, version, password, locale, onProgress });
    if ('record' in answer) return arrive(answer.record, sent);
    const { error } = answer;
    if (error.code === 'stale') return lookAgain(locale);
    uncertain ||= ['no_answer', 'unreadable', 'host_timeout', 'host_unreachable'].includes(error.code);
    const fields = error.fields ?? (error.code === 'email_taken' ? { email: ['email_taken'] } : null);
    set({ sending: false, error: fields ? null : error });
    return fields ? byFormPath(fields) : {};
  }

  async function arrive(next: ApplicantRecord, sent: FormState): Promise<FieldErrors> {
    callOffKeeping();
    // Typed while it was under way.
    const later = changedFields(sent, form);
    uncertain = false;
    begin(next, later);
    set({ sending: false, error: null, keep: 'idle', keptAt: null, conflict: false, saved: true });
    ports.take(next);
    await keep();
    return {};
  }

  /** The host has another version than we started from: perhaps our own, whose answer got lost. */
  async function lookAgain(locale: Locale): Promise<FieldErrors> {
    const mine = mineNow();
    const next = await ports.reread(locale);
    if (!next) {
      set({ sending: false, error: { code: 'stale' } });
      return {};
    }
    const stored = valuesToForm(typeOf(next), fromRecord(next));
    if (uncertain && Object.entries(mine).every(([name, value]) => isSame(stored[name], sentAs(value)))) {
      return arrive(next, form);
    }
    record = next;
    set({ sending: false, conflict: next.version !== version || version === undefined });
    return {};
  }

  /** Keeps one's own changes and puts them on top of what is stored now. They are sent at the next save. */
  async function keepMine(): Promise<void> {
    if (!record) return;
    begin(record, mineNow());
    set({ conflict: false, error: null });
    await keep();
  }

  /** Drops one's own changes and shows what is stored now. */
  async function dropMine(): Promise<void> {
    if (!record) return;
    callOffKeeping();
    begin(record, {});
    set({ conflict: false, error: null, keep: 'idle', keptAt: null, saved: false });
    // As in `keep`: what the device won't let go is shown again.
    await ports.vault.clear(record.id).catch(() => undefined);
  }

  /** For each changed field: what is stored now, and what was typed here. */
  function differences(): { name: string; stored: unknown; mine: unknown }[] {
    if (!record) return [];
    const stored = fromRecord(record);
    const typed = formToValues(typeOf(record), form);
    return namesOf(mineNow()).map((name) => ({
      name,
      stored: stored[name as keyof ApplicationValues],
      mine: typed[name as keyof ApplicationValues],
    }));
  }

  /** The applicant has left. What is on the device stays for the next time. */
  function closeChanges(): void {
    callOffKeeping();
    record = null;
    form = {};
    base = {};
    $state.set(NO_CHANGES);
  }

  const $changes: ReadableAtom<Changes> = $state;
  return {
    $changes,
    openChanges,
    formNow,
    typeChanges,
    keep,
    checkChanges,
    saveChanges,
    keepMine,
    dropMine,
    differences,
    closeChanges,
  };
}

/** A file as the host would tell it, so that it can be found among what is stored. */
function sentAs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentAs);
  if (typeof value !== 'object' || value === null) return value;
  if ('blob' in value && 'name' in value) return { path: encodeURIComponent(String(value.name)) };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sentAs(inner)]));
}
