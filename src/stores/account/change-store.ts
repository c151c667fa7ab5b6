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
import { createSaving, type SaveEvent } from '../device/saving.ts';
import type { DeviceRecord } from '../device/stored-record.ts';
import { type ChangesContent, changedFields, isSame, sentAs } from './changed-fields.ts';

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
  /** What the device holds of an applicant's changes. */
  device: (id: string) => DeviceRecord<ChangesContent>;
  /** False once the applicant has signed out: nothing of the application is left on the device then. */
  mayKeep: (id: string) => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
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

/** Whether an application may be changed at all is the caller's affair; see `$editable` in record.ts. */
export function createChanges(ports: ChangePorts) {
  const $state = atom<Changes>(NO_CHANGES);
  let record: ApplicantRecord | null = null;
  /** Of the record; an application never changes its type. */
  let type: ApplicationType | null = null;
  let device: DeviceRecord<ChangesContent> | null = null;
  let base: FormState = {};
  let form: FormState = {};
  /** The version that the changes start from. */
  let version: number | undefined;
  /** A change may have arrived although no answer came. */
  let uncertain = false;

  const set = (part: Partial<Changes>) => $state.set({ ...$state.get(), ...part });
  const namesOf = (mine: FormState) => fieldsOf(type).flatMap(({ name }) => (name in mine ? [name] : []));
  const storedIn = (of: ApplicantRecord): FormState => (type ? valuesToForm(type, fromRecord(type, of)) : {});
  const mineNow = () => changedFields(base, form);
  const saving = createSaving<ChangesContent>({
    record: () => device,
    content: contentToStore,
    mayWrite: () => record !== null && ports.mayKeep(record.id),
    takesOver: true,
    tell,
    now: ports.now,
  });

  /** What is to be stored; null when nothing is changed. */
  function contentToStore(): ChangesContent | null {
    const mine = copyForm(mineNow());
    const changedAt = new Date(ports.now()).toISOString();
    return Object.keys(mine).length > 0 ? { base: version ?? 0, mine, changedAt } : null;
  }

  function tell(event: SaveEvent<ChangesContent>): void {
    const isChanged = Object.keys(mineNow()).length > 0;
    if (event.kind === 'saving') set({ keep: 'saving' });
    else if (event.kind === 'cleared') set({ keep: 'idle', keptAt: null });
    else if (event.kind === 'saved' && event.unkept.length === 0) {
      set({ keep: 'kept', keptAt: event.content.changedAt });
    }
    // What the device won't delete is shown again the next time, and can be dropped then.
    else if (event.kind !== 'leaving') set({ keep: isChanged ? 'failed' : 'idle' });
  }

  /** Begins from a record, with changes on top of it. */
  function begin(next: ApplicantRecord, mine: FormState): void {
    record = next;
    version = next.version;
    base = storedIn(next);
    form = { ...base, ...mine };
    set({ phase: 'ready', changed: namesOf(mineNow()), round: $state.get().round + 1 });
  }

  /**
   * Opens the record that is shown, with what this device kept for it. A newer record replaces the form when nothing was
   * typed; otherwise the choice is the applicant's. One of a type that this portal doesn't know stays closed.
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
    type = readApplicationType(next.application_type);
    if (!type) return closeChanges();
    $state.set({ ...NO_CHANGES, round: $state.get().round });
    const opened = ports.device(next.id);
    device = opened;
    // A device that refuses is told of when it is to keep something.
    const loaded = await opened.load(ports.now(), false).catch(() => null);
    // Closed meanwhile, or opened anew.
    if (device !== opened) return;
    // What a newer portal left is not replaced; typing is told as not kept.
    if (loaded?.state === 'newer') device = null;
    if (loaded?.state === 'unreadable') await opened.clear().catch(() => undefined);
    const kept = loaded?.state === 'read' ? loaded : null;
    const mine = { ...kept?.content.mine };
    // A file whose content is gone is no wish to remove the one that was sent.
    for (const { path } of kept?.lost ?? []) if (path in mine) delete mine[path];
    begin(next, mine);
    if (!kept) return;
    const { base: from, changedAt } = kept.content;
    set({ keep: 'kept', keptAt: changedAt, conflict: next.version !== undefined && from !== next.version });
    if ($state.get().conflict) version = from;
  }

  /** The values a form begins with. */
  const formNow = (): FormState => copyForm(form);

  /** Takes every change of a form, and keeps it soon. @param values of all fields, or of some */
  function typeChanges(values: FormState): void {
    if (!record) return;
    form = { ...form, ...copyForm(values) };
    const changed = namesOf(mineNow());
    const before = $state.get();
    if (changed.join() !== before.changed.join() || before.saved) set({ changed, saved: false });
    if (device) saving.soon();
    else set({ keep: 'failed' });
  }

  /** What is wrong with the application now, by form path. @param part only with the fields of this part, in the light of all */
  function checkChanges(part?: Part): FieldErrors {
    if (!type) return {};
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
    if (!record || !type || $state.get().sending || $state.get().conflict) return {};
    const wrong = checkChanges();
    if ('email' in mineNow() && password === '') wrong.current_password = ['required'];
    if (Object.keys(wrong).length > 0) return wrong;
    set({ sending: true, percent: 0, error: null });
    const sent = form;
    const values = formToValues(type, form) as ApplicationValues;
    await saving.flush();
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
    // Typed while it was in flight.
    const later = changedFields(sent, form);
    uncertain = false;
    begin(next, later);
    set({ sending: false, error: null, keep: 'idle', keptAt: null, conflict: false, saved: true });
    ports.take(next);
    await saving.save();
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
    const stored = storedIn(next);
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
    await saving.save();
  }

  /** Drops one's own changes and shows what is stored now. */
  async function dropMine(): Promise<void> {
    if (!record) return;
    begin(record, {});
    set({ conflict: false, error: null, keep: 'idle', keptAt: null, saved: false });
    await saving.save();
  }

  /** For each changed field: what is stored now, and what was typed here. */
  function differences(): { name: string; stored: unknown; mine: unknown }[] {
    if (!record || !type) return [];
    const stored = fromRecord(type, record);
    const typed = formToValues(type, form);
    return namesOf(mineNow()).map((name) => ({
      name,
      stored: stored[name as keyof ApplicationValues],
      mine: typed[name as keyof ApplicationValues],
    }));
  }

  /** The applicant has left. What is on the device stays for the next time. */
  function closeChanges(): void {
    saving.drop();
    record = null;
    type = null;
    device = null;
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
    keep: saving.flush,
    keepLast: saving.saveLast,
    checkChanges,
    saveChanges,
    keepMine,
    dropMine,
    differences,
    closeChanges,
  };
}
