/** The draft of an application and every change to it, with injected ports; draft.ts has the portal's instance. */
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { fieldsOf, PARTS, type Part, type Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import {
  answeredParts,
  draftMarker,
  type PartProgress,
  partStates,
  type StepStatus,
} from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { DeviceDraft } from '../device/device-draft.ts';
import { type DraftPorts, isWritable } from '../device/device-state.ts';
import { copyForm, isBlankForm } from '../device/form-values.ts';
import { type CheckOptions, checkForms, rulesFor } from './check-forms.ts';
import { type Draft, type DraftContent, draftKind, withType } from './draft-record.ts';

type StepForm = `step${Step}Data`;

interface ApplicationPorts extends DraftPorts {
  /**
   * Stores for other pages that the device holds a draft (`draftMarker` in domain/application/steps.ts); null when it holds none.
   */
  setDraftMarker?: (marker: string | null) => void;
  /** Version of the stored record, if not this portal's. */
  version?: number;
}

/** One attempt to send, stored before its request. `sentAt`: when it was sent without a clear response so far. */
export type SentAttempt = Pick<DraftContent, 'idempotencyKey' | 'fingerprint' | 'sentTo' | 'sentAt'>;

const stepForm = (part: Part): StepForm => `step${PARTS[part].step}Data`;

export class DraftStore extends DeviceDraft<StepForm, Draft, DraftContent> {
  readonly #ports: ApplicationPorts;

  constructor(ports: ApplicationPorts) {
    super(ports, draftKind(ports.version));
    this.#ports = ports;
  }

  /** A copy of a step's values with the latest edits. */
  formOf(step: Step): FormState {
    return this.formIn(`step${step}Data`);
  }

  /** Takes a form's values after a change. @param path the changed field, the only one taken */
  typeInPart(part: Part, values: FormState, path?: string): void {
    this.typeIn(stepForm(part), values, path);
  }

  /** Sets the type of the application. Another type needs its step 2 saved again; answers of the first one stay. */
  chooseType(type: ApplicationType): void {
    void this.edit((draft) => withType(draft, type));
  }

  /** Validates a part and counts it as saved when valid. @returns the errors of its fields by form path */
  savePart(part: Part, values: FormState): FieldErrors {
    const form = stepForm(part);
    const filled = copyForm(values);
    this.mergePending();
    const errors = this.checkPart(part, filled);
    void this.edit(({ saved, ...draft }) => {
      const isNew = Object.keys(errors).length === 0 && !saved.includes(part);
      const merged = { ...draft, [form]: { ...draft[form], ...filled } };
      return this.#withStepStatus({ ...merged, saved: isNew ? [...saved, part] : saved });
    });
    return errors;
  }

  /** Reopens a saved, valid part. @param errors error codes by form path */
  reopenPart(part: Part, errors: FieldErrors): void {
    if (!isWritable(this.$draft.get())) return;
    void this.edit((draft) => {
      const saved = draft.saved.filter((other) => other !== part);
      return this.#withStepStatus({ ...draft, saved, refused: { ...draft.refused, ...errors } });
    });
  }

  /** A part is shown: after step 1, the first part of step 2 begins that step. */
  openPart(part: Part): void {
    void this.edit((draft) => (PARTS[part].step === 1 || draft.stepStatus !== 1 ? draft : { ...draft, stepStatus: 2 }));
  }

  /** Stores errors that the host reported, for every page, or the new places of lost files. */
  setMarks(marks: Partial<Pick<Draft, 'refused' | 'lost'>>): void {
    void this.edit((draft) => ({ ...draft, ...marks }));
  }

  /** Clears the host's errors of corrected fields. */
  clearRefused(belongs: (path: string) => boolean): void {
    void this.edit((draft) => {
      const left = Object.entries(draft.refused).filter(([path]) => !belongs(path));
      return { ...draft, refused: Object.fromEntries(left) };
    });
  }

  /** Errors of a part's fields by form path. @param values newer than the draft's @param type of the page, before one is chosen */
  checkPart(part: Part, values: FormState, type: ApplicationType | null = null): FieldErrors {
    const draft = this.$draft.get();
    const form = stepForm(part);
    const forms = { ...draft, type: draft.type ?? type, [form]: { ...draft[form], ...values } };
    return checkForms(forms, { ...this.#rules(), part });
  }

  /** Errors of all parts by form path, with the latest edits. */
  checkAll(): FieldErrors {
    this.mergePending();
    return checkForms(this.$draft.get(), this.#rules());
  }

  /** The state of each part, with the latest edits. */
  partStates(): PartProgress[] {
    const errors = this.checkAll();
    const { type, saved, refused, step1Data, step2Data } = this.$draft.get();
    const form = { ...step1Data, ...step2Data };
    const isBegun = (part: Part) => fieldsOf(type, { part }).some(({ name }) => !isBlankForm(form[name]));
    return partStates(type, saved, { ...errors, ...refused }, isBegun);
  }

  /** Stores the links that belong to the draft; null for none. @returns whether the device stored them */
  async storeLinks(links: Partial<Pick<Draft, 'company' | 'move'>>): Promise<boolean> {
    if (!isWritable(this.$draft.get())) return false;
    const names = Object.keys(links) as (keyof typeof links)[];
    await this.edit((draft) => (names.every((name) => draft[name] === links[name]) ? draft : { ...draft, ...links }));
    return isWritable(this.$draft.get()) && names.every((name) => (this.stored?.[name] ?? null) === links[name]);
  }

  get attempt(): SentAttempt {
    const { idempotencyKey, fingerprint, sentTo, sentAt } = this.$draft.get();
    return { idempotencyKey, fingerprint, sentTo, sentAt };
  }

  /**
   * Stores an attempt before its request; the same content gets the same key.
   * @returns `uncertain`: it was sent before without a response
   */
  async beginAttempt(fingerprint: string, renew = false): Promise<{ key: string; uncertain: boolean }> {
    const { idempotencyKey, fingerprint: sent, sentAt } = this.attempt;
    const same = !renew && idempotencyKey !== null && (sent === null || sent === fingerprint);
    const key = same ? idempotencyKey : this.#ports.newKey();
    const sentTo = String(this.$draft.get().step1Data.email ?? '');
    await this.restoreAttempt({ idempotencyKey: key, fingerprint, sentTo, sentAt: this.#now() });
    return { key, uncertain: same && sentAt !== null };
  }

  /** Restores an earlier attempt, so that a retry gets its response. */
  restoreAttempt(attempt: SentAttempt): Promise<void> {
    const sentAt = attempt.sentAt ?? this.#now();
    return this.edit((draft) => ({ ...draft, ...attempt, sentAt }));
  }

  /** The host responded clearly: no attempt is pending. */
  endAttempt(): Promise<void> {
    return this.edit((draft) => ({ ...draft, sentAt: null }));
  }

  /** An application that is being sent must not change. */
  protected override mergeAfterSilence(stored: Draft, typed: Draft): Draft {
    if (typed.sentAt !== null) return typed;
    return super.mergeAfterSilence(typed.type ? withType(stored, typed.type) : stored, typed);
  }

  /** Stores for other pages when the draft on the device expires, and the progress that the overview shows. */
  protected override onDeviceChange(): void {
    const { setDraftMarker } = this.#ports;
    if (!setDraftMarker) return;
    const { expiresOnDevice } = this;
    if (expiresOnDevice === null) {
      setDraftMarker(null);
      return;
    }
    setDraftMarker(draftMarker(Date.parse(expiresOnDevice), this.$draft.get().type, this.partStates()));
  }

  #withStepStatus(draft: Draft): Draft {
    const { type, stepStatus: before, saved } = draft;
    const states = partStates(type, saved, checkForms(draft, this.#rules()));
    const open = new Set(states.flatMap(({ part, state }) => (state === 'done' ? [] : [part])));
    const isInStep2 = before >= 2 || saved.some((part) => PARTS[part].step === 2);
    let stepStatus: StepStatus = isInStep2 ? 2 : 1;
    if (answeredParts(null).some((part) => open.has(part))) stepStatus = 0;
    else if (type && open.size === 0) stepStatus = 3;
    return { ...draft, stepStatus };
  }

  #rules(): CheckOptions {
    return rulesFor(this.$draft.get(), this.#ports.now());
  }

  #now(): string {
    return this.#ports.now().toISOString();
  }
}
