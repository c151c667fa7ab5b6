/** Changes to a submitted application; they stay on the device until the host has stored them or they are discarded. */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { changeableFields } from '../../domain/application/asked-fields.ts';
import { fieldsOf, type Part, partOf } from '../../domain/application/fields.ts';
import { type FormState, formToValues, valuesToForm } from '../../domain/application/form.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { CallRefusal } from '../api/request.ts';
import { byFormPath } from '../application/check-forms.ts';
import { rejectedFields } from '../application/rejected-fields.ts';
import { changeTo, copyForm, withValue } from '../device/form-values.ts';
import { type SaveEvent, Saving } from '../device/saving.ts';
import type { DeviceEntry } from '../device/stored-entry.ts';
import { type ChangesContent, fieldChanges } from './changed-fields.ts';
import { type ChangePorts, type ChangesState, NO_CHANGES } from './changes-state.ts';

const CURRENT_PASSWORD = 'current_password';

const unreturnedLists = (record: ApplicantRecord | null): readonly string[] => record?.unreturned_lists ?? [];

/** `$editable` (record.ts) decides whether the application may be changed. */
export class ChangeStore {
  readonly #$state = atom(NO_CHANGES);
  readonly $changes: ReadableAtom<ChangesState> = this.#$state;
  readonly #ports: ChangePorts;
  readonly #saving: Saving<ChangesContent>;
  #record: ApplicantRecord | null = null;
  #type: ApplicationType | null = null;
  #device: DeviceEntry<ChangesContent> | null = null;
  #base: FormState = {};
  #form: FormState = {};
  /** The version that the changes are based on. */
  #version: number | undefined;
  /** A change may have arrived although no response came. */
  #isUncertain = false;
  /** Lists of the form lack files that are stored, as their references are not known. */
  #lacksFiles = false;
  #settled: () => Promise<unknown> = async () => undefined;

  constructor(ports: ChangePorts) {
    this.#ports = ports;
    this.#saving = new Saving<ChangesContent>({
      record: () => this.#device,
      content: () => this.#content(),
      mayWrite: () => this.#record !== null && ports.mayStore(this.#record.id),
      takesOver: true,
      onSaveEvent: (event) => this.#onSaveEvent(event),
      now: ports.now,
    });
  }

  /** Opens a record with the changes stored for it; one of an unknown type stays closed. */
  async openChanges(next: ApplicantRecord): Promise<void> {
    if (this.#record?.id === next.id && this.#$state.get().phase === 'ready') return this.#reopen(next);
    this.#type = readApplicationType(next.application_type);
    if (!this.#type) return this.closeChanges();
    this.#$state.set({ ...NO_CHANGES, formVersion: this.#$state.get().formVersion });
    const device = this.#ports.device(next.id);
    this.#device = device;
    const loaded = await device.load(this.#ports.now(), () => false).catch(() => null);
    // The form was closed or reopened meanwhile.
    if (this.#device !== device) return;
    // Changes that could not be read, or that a newer portal wrote, are left unchanged; edits are shown as not stored.
    if (!loaded || loaded.state === 'newer') this.#device = null;
    if (loaded?.state === 'unreadable') await device.clear().catch(() => undefined);
    const stored = loaded?.state === 'read' ? loaded : null;
    const mine = { ...stored?.content.mine };
    // The device has lost a file of a change: that must not count as removing the submitted file.
    for (const { path } of stored?.lost ?? []) if (path in mine) delete mine[path];
    this.#lacksFiles = stored?.content.lacksFiles === true;
    this.#startFrom(next, this.#withFiles(mine, next));
    this.#isUncertain = stored?.content.isUncertain === true;
    if (!stored) return;
    const { base: from, changedAt } = stored.content;
    const isNewer = next.version !== undefined && from !== next.version;
    // The page was left before the response came.
    if (isNewer && this.#isUncertain && this.#hasArrived(next)) return void (await this.#onSent(next, this.#form));
    const conflict = isNewer && Object.keys(this.#mine).length > 0;
    this.#patch({ saveState: 'saved', savedAt: changedAt, conflict });
    if (conflict) this.#version = from;
    else if (isNewer) await this.#saving.save();
  }

  /** @param settled resolves once no file is being read: until then the form is not remounted, which would lose it */
  waitFor(settled: () => Promise<unknown>): void {
    this.#settled = settled;
  }

  currentForm(): FormState {
    return copyForm(this.#form);
  }

  /** Takes the values of all fields, or of one, and saves them soon. @param path the changed field, the only one taken */
  typeChanges(values: FormState, path?: string): void {
    if (!this.#record) return;
    this.#form = copyForm(changeTo(values, path)(this.#form));
    const changed = this.#changed;
    const before = this.#$state.get();
    if (changed.join() !== before.changed.join() || before.isSent) this.#patch({ changed, isSent: false });
    if (this.#device) this.#saving.saveSoon();
    else this.#patch({ saveState: 'failed' });
  }

  /** Fills in answers by form path. */
  fillChanges(values: FormState): void {
    this.typeChanges(Object.entries(values).reduce((form, [path, value]) => withValue(form, path, value), this.#form));
  }

  flushChanges(): Promise<void> {
    return this.#saving.flush();
  }

  saveOnLeave(): void {
    this.#saving.saveOnLeave();
  }

  /** Errors by form path. @param part returns only errors of its fields, validated with all others */
  checkChanges(part?: Part): FieldErrors {
    const type = this.#type;
    const record = this.#record;
    if (!type || !record) return {};
    const values = formToValues(type, this.#form) as ApplicationValues;
    const changed = this.#changed;
    const found = byFormPath(
      fieldChanges.fixableErrors(type, this.#ports.check(type, values), { record, values, changed }),
    );
    if (!part) return found;
    return Object.fromEntries(Object.entries(found).filter(([path]) => partOf(type, path) === part));
  }

  /** Validates and sends. @param password required for another e-mail address @returns field errors by form path */
  async sendChanges(locale: Locale, password = ''): Promise<FieldErrors> {
    const [record, type, form, version] = [this.#record, this.#type, this.#form, this.#version];
    const { sending, conflict } = this.#$state.get();
    if (!record || !type || sending || conflict) return {};
    if (this.#isIncomplete) return this.#sendComplete(record, locale, password);
    const wrong = this.checkChanges();
    if ('email' in this.#mine && password === '') wrong[CURRENT_PASSWORD] = ['required'];
    if (Object.keys(wrong).length > 0) return wrong;
    this.#patch({ sending: true, percent: 0, refusal: null });
    const mine = this.#mine;
    const changed = fieldsOf(type).flatMap(({ name }) => (name in mine ? [name] : []));
    const values = formToValues(type, form) as ApplicationValues;
    // Stores the changes as uncertain until the response comes.
    this.#saving.markDirty();
    await this.#saving.flush();
    const onProgress = (percent: number) => this.#patch({ percent });
    const response = await this.#ports.send({ type, record, changed, values, version, password, locale, onProgress });
    // The record was closed, or the applicant signed out, meanwhile.
    if (this.#record?.id !== record.id || !this.#ports.mayStore(record.id)) return {};
    if ('record' in response) return this.#onSent(response.record, form);
    return response.refusal.code === 'stale' ? this.#onStale(locale) : this.#onRejected(response.refusal);
  }

  /** Rebases the applicant's changes on the host's version; the next save sends them. */
  rebaseChanges(): Promise<void> {
    return this.#rebase(this.#mine, {});
  }

  discardChanges(): Promise<void> {
    return this.#rebase({}, { saveState: 'idle', savedAt: null, isSent: false });
  }

  /** The host's and the applicant's value of each changed field. */
  changeDifferences(): { name: string; stored: unknown; mine: unknown }[] {
    if (!this.#record || !this.#type) return [];
    const stored = fromRecord(this.#type, this.#record);
    const typed = formToValues(this.#type, this.#form);
    return this.#changed.map((name) => ({
      name,
      stored: stored[name as keyof ApplicationValues],
      mine: typed[name as keyof ApplicationValues],
    }));
  }

  closeChanges(): void {
    this.#saving.drop();
    this.#record = null;
    this.#type = null;
    this.#device = null;
    this.#base = {};
    this.#form = {};
    this.#$state.set(NO_CHANGES);
  }

  get #mine(): FormState {
    return fieldChanges.of(this.#base, this.#form);
  }

  /** Names of the changed fields, without the marks of a photo: they are sent along, but the applicant did not change them. */
  get #changed(): string[] {
    const mine = this.#mine;
    return this.#type ? changeableFields(this.#type).filter((name) => name in mine) : [];
  }

  #patch(change: Partial<ChangesState>): void {
    this.#$state.set({ ...this.#$state.get(), ...change });
  }

  #storedIn(record: ApplicantRecord): FormState {
    return this.#type ? valuesToForm(this.#type, fromRecord(this.#type, record)) : {};
  }

  /** True for a changed list of which not all files are known: sent like this, it would lose them. */
  get #isIncomplete(): boolean {
    const lists = unreturnedLists(this.#record);
    return this.#changed.some((name) => lists.includes(name));
  }

  #withFiles(mine: FormState, record: ApplicantRecord): FormState {
    return this.#lacksFiles ? fieldChanges.withStoredFiles(mine, this.#storedIn(record)) : mine;
  }

  /** Reads the record again, and sends the changes with the files that it returned. */
  async #sendComplete(record: ApplicantRecord, locale: Locale, password: string): Promise<FieldErrors> {
    this.#patch({ sending: true, percent: 0, refusal: null });
    const reread = await this.#ports.reread(locale);
    if (this.#record?.id !== record.id || !this.#ports.mayStore(record.id)) return {};
    if ('record' in reread) await this.#reopen(reread.record);
    const refusal = 'refusal' in reread ? reread.refusal : null;
    this.#endSending({ refusal: refusal ?? (this.#isIncomplete ? { code: 'token_required' } : null) });
    return this.#$state.get().refusal ? {} : this.sendChanges(locale, password);
  }

  /** Shows a record with these changes applied. */
  #startFrom(record: ApplicantRecord, mine: FormState): void {
    this.#record = record;
    this.#version = record.version;
    this.#lacksFiles = unreturnedLists(record).length > 0;
    this.#base = this.#storedIn(record);
    this.#form = { ...this.#base, ...mine };
    this.#patch({ phase: 'ready', changed: this.#changed, formVersion: this.#$state.get().formVersion + 1 });
  }

  async #reopen(next: ApplicantRecord): Promise<void> {
    if (this.#isCurrent(next)) return;
    await this.#settled();
    if (this.#record?.id !== next.id || this.#isCurrent(next)) return;
    const stored = this.#storedIn(next);
    const isReturned =
      this.#lacksFiles && fieldChanges.isSame(fieldChanges.withStoredFiles(this.#base, stored), stored);
    if (this.#changed.length > 0 && !isReturned) {
      this.#record = next;
      this.#patch({ conflict: true });
    } else this.#startFrom(next, this.#withFiles(this.#mine, next));
  }

  /** True if the form was opened with this version; without versions, if it was opened with the same answers. */
  #isCurrent(next: ApplicantRecord): boolean {
    if (next.version !== this.#version || `${unreturnedLists(this.#record)}` !== `${unreturnedLists(next)}`)
      return false;
    return this.#version !== undefined || fieldChanges.isSame(this.#base, this.#storedIn(next));
  }

  #content(): ChangesContent | null {
    const mine = copyForm(this.#mine);
    const changedAt = new Date(this.#ports.now()).toISOString();
    const isUncertain = this.#isUncertain || this.#$state.get().sending;
    const lacksFiles = this.#lacksFiles;
    return Object.keys(mine).length > 0 ? { base: this.#version ?? 0, mine, changedAt, isUncertain, lacksFiles } : null;
  }

  #onSaveEvent(event: SaveEvent<ChangesContent>): void {
    const isChanged = Object.keys(this.#mine).length > 0;
    if (event.type === 'saving') this.#patch({ saveState: 'saving' });
    else if (event.type === 'cleared') this.#patch({ saveState: 'idle', savedAt: null });
    else if (event.type === 'saved' && event.unsaved.length === 0) {
      this.#patch({ saveState: 'saved', savedAt: event.content.changedAt });
    }
    // If the device refuses to delete the changes, they are shown next time and can be discarded then.
    else if (event.type !== 'leaving') this.#patch({ saveState: isChanged ? 'failed' : 'idle' });
  }

  #onRejected(refusal: CallRefusal): FieldErrors {
    this.#isUncertain ||= ['no_answer', 'unreadable', 'host_timeout', 'host_unreachable'].includes(refusal.code);
    const { fields, notice } = rejectedFields(this.#type, refusal, CURRENT_PASSWORD);
    // A taken address is reported at its field, with a link.
    this.#endSending({ refusal: refusal.code === 'email_taken' && fields.email ? null : notice });
    return fields;
  }

  #endSending(change: Partial<ChangesState>): void {
    this.#patch({ sending: false, ...change });
    if (this.#device) this.#saving.saveSoon();
  }

  /** @param sent fields edited after this was sent stay changed */
  async #onSent(next: ApplicantRecord, sent: FormState): Promise<FieldErrors> {
    await this.#settled();
    const later = fieldChanges.of(sent, this.#form);
    this.#isUncertain = false;
    this.#startFrom(next, later);
    this.#patch({ sending: false, refusal: null, saveState: 'idle', savedAt: null, conflict: false, isSent: true });
    this.#ports.setRecord(next);
    await this.#saving.save();
    return {};
  }

  /** The host has another version: perhaps this device's own change, whose response was lost. */
  async #onStale(locale: Locale): Promise<FieldErrors> {
    const reread = await this.#ports.reread(locale);
    if ('refusal' in reread) {
      this.#endSending({ refusal: { code: 'stale' } });
      return {};
    }
    const next = reread.record;
    if (this.#isUncertain && this.#hasArrived(next)) return this.#onSent(next, this.#form);
    this.#record = next;
    this.#endSending({ conflict: next.version !== this.#version || this.#version === undefined });
    return {};
  }

  /** Whether a record has these changes. Files are compared by name only, since a record shows no more. */
  #hasArrived(record: ApplicantRecord): boolean {
    const stored = this.#storedIn(record);
    return this.#changed.every((name) => fieldChanges.isSame(stored[name], fieldChanges.toHostForm(this.#form[name])));
  }

  /** Ends a conflict: shows the host's version again, with these changes applied. */
  async #rebase(mine: FormState, change: Partial<ChangesState>): Promise<void> {
    if (!this.#record) return;
    this.#startFrom(this.#record, this.#withFiles(mine, this.#record));
    this.#patch({ conflict: false, refusal: null, ...change });
    await this.#saving.save();
  }
}
