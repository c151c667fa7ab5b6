/** The draft of this tab as the draft-*.ts files share it. */
import type { PreinitializedWritableAtom } from 'nanostores';
import { PARTS, type Part, type Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { copyForm } from '../device/form-values.ts';
import type { RecordLock, Saving } from '../device/saving.ts';
import type { DeviceStorage } from '../device/storage.ts';
import type { DeviceRecord, Versions } from '../device/stored-record.ts';
import type { Draft, DraftContent } from './draft-record.ts';
import type { Attempts } from './send-attempts.ts';

export interface DraftPorts {
  storage: DeviceStorage;
  lock: RecordLock;
  now: () => Date;
  isPhone: (value: string) => boolean;
  newKey: () => string;
  onHide: (action: () => void) => void;
  /** Calls `action` whenever the page is restored from the back/forward cache. */
  onReturn: (action: () => void) => void;
  /** Records for other pages that the device holds a draft (`draftMarker` in domain/application/steps.ts); null for none. */
  setDraftMarker?: (marker: string | null) => void;
  /** Defers what a page does not need to open; without it, `action` runs at once. */
  whenIdle?: (action: () => void) => void;
  versions?: Versions;
}

export interface EarlyEdit {
  part: Part;
  path: string;
  value: unknown;
}

export interface OpenDraft {
  readonly ports: DraftPorts;
  readonly $state: PreinitializedWritableAtom<Draft>;
  readonly record: DeviceRecord<DraftContent>;
  readonly saving: Saving<DraftContent>;
  readonly attempts: Attempts;
  /** Values of forms that are not in the state yet; copied when merged. */
  pending: Partial<Record<Part, FormState>>;
  /** When it was last changed; `''` for never. */
  changedAt: string;
  stored: DraftContent | null;
  isOnDevice: boolean;
  /** Before the device was read, nothing on it is deleted. */
  mayDelete: boolean;
  /** Set once the draft is opened; resolves when it was read. */
  opening: Promise<void> | undefined;
  isRead: boolean;
  early: EarlyEdit[];
  askedType: ApplicationType | null;
  latestLock: symbol | undefined;
}

export function patchDraft({ $state }: Pick<OpenDraft, '$state'>, change: Partial<Draft>): void {
  $state.set({ ...$state.get(), ...change });
}

export function isWritable({ phase, owner }: Draft): boolean {
  return phase === 'ready' && owner === 'here';
}

/** A copy of a step's values with the pending ones. */
export function formOf({ $state, pending }: OpenDraft, step: Step): FormState {
  const newer = (Object.keys(pending) as Part[]).filter((part) => PARTS[part].step === step);
  return Object.assign({}, $state.get()[`step${step}Data`], ...newer.map((part) => copyForm(pending[part] ?? {})));
}

export function mergePendingEdits(own: OpenDraft): void {
  if (Object.keys(own.pending).length === 0) return;
  const change = { step1Data: formOf(own, 1), step2Data: formOf(own, 2) };
  own.pending = {};
  patchDraft(own, change);
}
