/** Changing an application that was sent: what was typed stays on the device until the host has it or it is dropped. */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { fieldsOf, type Part, partOf } from '../../domain/application/fields.ts';
import { type FormState, formToValues, valuesToForm } from '../../domain/application/form.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { shownOf } from '../api/refusal.ts';
import type { ApiError } from '../api/request.ts';
import { byFormPath } from '../application/check-forms.ts';
import { fieldOf } from '../application/field-of.ts';
import { copyForm } from '../device/form-values.ts';
import { createSaving, type SaveEvent } from '../device/saving.ts';
import type { DeviceRecord } from '../device/stored-record.ts';
import { type ChangesContent, changedFields, isSame, sentAs } from './changed-fields.ts';
import { errorsToMend } from './stored-answers.ts';

export interface Changes {
  phase: 'loading' | 'ready';
  /** Names of the changed fields, in the form's order. */
  changed: string[];
  keep: 'idle' | 'saving' | 'kept' | 'failed';
  /** ISO 8601; when they were last stored on the device. */
  keptAt: string | null;
  sending: boolean;
  percent: number;
  error: ApiError | null;
  /** The host has a newer version; nothing is sent until one of the two is chosen. */
  conflict: boolean;
  /** Grows when the form's values were replaced: the form starts anew. */
  round: number;
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
  device: (id: string) => DeviceRecord<ChangesContent>;
  /** False once the applicant has signed out: nothing is stored any more. */
  mayKeep: (id: string) => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Errors of an application by value path. */
  check: (type: ApplicationType, values: ApplicationValues) => FieldErrors;
  send: (request: SendChanges) => Promise<{ record: ApplicantRecord } | { error: ApiError }>;
  reread: (locale: Locale) => Promise<ApplicantRecord | null>;
  take: (record: ApplicantRecord) => void;
}

export interface SendChanges {
  type: ApplicationType;
  /** What the changes start from. */
  record: ApplicantRecord;
  /** Names of the changed fields. */
  changed: readonly string[];
  values: ApplicationValues;
  version: number | undefined;
  /** The current password, where a change requires it; stored nowhere. */
  password: string;
  locale: Locale;
  onProgress: (percent: number) => void;
}

const CURRENT_PASSWORD = 'current_password';

/** Whether the application may be changed is decided before, by `$editable` (record.ts). */
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
  /** A change may have arrived without an answer. */
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

  function begin(next: ApplicantRecord, mine: FormState): void {
    record = next;
    version = next.version;
    base = storedIn(next);
    form = { ...base, ...mine };
    set({ phase: 'ready', changed: namesOf(mineNow()), round: $state.get().round + 1 });
  }

  /** Opens a record with what this device stores for it. One of a type that this portal doesn't know stays closed. */
  async function openChanges(next: ApplicantRecord): Promise<void> {
    if (record && record.id === next.id && $state.get().phase === 'ready') {
      // A host without versions has another one where it tells something else.
      const unchanged = next.version === version && (version !== undefined || isSame(base, storedIn(next)));
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
    // A device that refuses is told of at the first write.
    const loaded = await opened.load(ports.now(), false).catch(() => null);
    // Closed or reopened meanwhile.
    if (device !== opened) return;
    // A newer portal's record is left alone, and typing is told as not stored.
    if (loaded?.state === 'newer') device = null;
    if (loaded?.state === 'unreadable') await opened.clear().catch(() => undefined);
    const kept = loaded?.state === 'read' ? loaded : null;
    const mine = { ...kept?.content.mine };
    // A lost file is no wish to remove the one that was sent.
    for (const { path } of kept?.lost ?? []) if (path in mine) delete mine[path];
    begin(next, mine);
    if (!kept) return;
    const { base: from, changedAt } = kept.content;
    set({ keep: 'kept', keptAt: changedAt, conflict: next.version !== undefined && from !== next.version });
    if ($state.get().conflict) version = from;
  }

  const formNow = (): FormState => copyForm(form);

  /** Takes the values of all fields, or of some, and saves soon. */
  function typeChanges(values: FormState): void {
    if (!record) return;
    form = { ...form, ...copyForm(values) };
    const changed = namesOf(mineNow());
    const before = $state.get();
    if (changed.join() !== before.changed.join() || before.saved) set({ changed, saved: false });
    if (device) saving.soon();
    else set({ keep: 'failed' });
  }

  /** Errors by form path. @param part only of its fields, in the light of all */
  function checkChanges(part?: Part): FieldErrors {
    if (!type || !record) return {};
    const values = formToValues(type, form) as ApplicationValues;
    const changed = namesOf(mineNow());
    const found = byFormPath(errorsToMend(type, ports.check(type, values), { record, values, changed }));
    if (!part) return found;
    return Object.fromEntries(Object.entries(found).filter(([path]) => partOf(type, path) === part));
  }

  /** Validates and sends. @param password required for another e-mail address @returns field errors by form path */
  async function saveChanges(locale: Locale, password = ''): Promise<FieldErrors> {
    if (!record || !type || $state.get().sending || $state.get().conflict) return {};
    const wrong = checkChanges();
    if ('email' in mineNow() && password === '') wrong[CURRENT_PASSWORD] = ['required'];
    if (Object.keys(wrong).length > 0) return wrong;
    set({ sending: true, percent: 0, error: null });
    const sent = form;
    const changed = namesOf(mineNow());
    const values = formToValues(type, form) as ApplicationValues;
    await saving.flush();
    const onProgress = (percent: number) => set({ percent });
    const answer = await ports.send({ type, record, changed, values, version, password, locale, onProgress });
    if ('record' in answer) return arrive(answer.record, sent);
    const { error } = answer;
    if (error.code === 'stale') return lookAgain(locale);
    uncertain ||= ['no_answer', 'unreadable', 'host_timeout', 'host_unreachable'].includes(error.code);
    const named = error.fields ?? (error.code === 'email_taken' ? { email: ['email_taken'] } : {});
    const told = { ...error, fields: byFormPath(named) };
    const { fields, notice } = shownOf(told, (path) => (path === CURRENT_PASSWORD ? path : fieldOf(type, path)));
    // A taken address has its words, and its link, at the field.
    set({ sending: false, error: error.code === 'email_taken' && fields.email ? null : notice });
    return fields;
  }

  async function arrive(next: ApplicantRecord, sent: FormState): Promise<FieldErrors> {
    const later = changedFields(sent, form);
    uncertain = false;
    begin(next, later);
    set({ sending: false, error: null, keep: 'idle', keptAt: null, conflict: false, saved: true });
    ports.take(next);
    await saving.save();
    return {};
  }

  /** The host has another version: perhaps our own, whose answer was lost. */
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

  /** Rebases one's own changes on the host's version; the next save sends them. */
  async function keepMine(): Promise<void> {
    if (!record) return;
    begin(record, mineNow());
    set({ conflict: false, error: null });
    await saving.save();
  }

  async function dropMine(): Promise<void> {
    if (!record) return;
    begin(record, {});
    set({ conflict: false, error: null, keep: 'idle', keptAt: null, saved: false });
    await saving.save();
  }

  /** Each changed field: the host's value and one's own. */
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

  /** Closes the form; the device keeps the changes. */
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
