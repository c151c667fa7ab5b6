/** What pages read of a draft on the device, and how it follows from what the device has stored. */
import type { FormState } from '../../domain/application/form.ts';
import type { EntryLock } from './entry-lock.ts';
import { isBlankForm, type LostFile } from './form-values.ts';
import type { DeviceStorage } from './storage.ts';
import type { EntryKind, LoadedEntry, WithChangeTime } from './stored-entry.ts';

export interface DraftPorts {
  storage: DeviceStorage;
  lock: EntryLock;
  now: () => Date;
  newKey: () => string;
  onHide: (action: () => void) => void;
  /** Calls `action` whenever the page is restored from the back/forward cache. */
  onReturn: (action: () => void) => void;
  /** Defers what a page does not need at first; without it, `action` runs at once. */
  whenIdle?: (action: () => void) => void;
}

export interface DeviceState {
  /** `unavailable`: this page can't read the stored draft; see `reason`. */
  phase: 'loading' | 'ready' | 'unavailable';
  reason: 'newer_version' | 'unreadable' | null;
  saveState: 'idle' | 'saving' | 'saved' | 'failed';
  savedAt: string | null;
  expiresAt: string | null;
  owner: 'here' | 'elsewhere';
  /** Incremented when values were read or cleared: forms that show them are remounted. */
  revision: number;
  /** Form paths of files that the device refused. */
  unsaved: string[];
  lost: LostFile[];
  /** Form paths of answers that could not be read; `*` for answers to fields that this version lacks. */
  dropped: string[];
}

export const UNREAD: DeviceState = {
  phase: 'loading',
  reason: null,
  saveState: 'idle',
  savedAt: null,
  expiresAt: null,
  owner: 'here',
  revision: 0,
  unsaved: [],
  lost: [],
  dropped: [],
};

export function isWritable({ phase, owner }: Pick<DeviceState, 'phase' | 'owner'>): boolean {
  return phase === 'ready' && owner === 'here';
}

/** A kind of draft. Pages read `State`, the device stores `Content`; both have the forms by name. */
export interface DraftKind<State, Content extends WithChangeTime> extends EntryKind<Content> {
  blank: State;
  /** What to store; null while nothing is filled in. */
  contentOf: (draft: State, isOnDevice: boolean) => Omit<Content, 'changedAt'> | null;
  /** The stored content as pages read it. */
  stateOf: (content: Content, lost: readonly LostFile[]) => Partial<State>;
}

export function stateOf<State extends DeviceState, Content extends WithChangeTime>(
  kind: DraftKind<State, Content>,
  loaded: LoadedEntry<Content>,
): State {
  const { blank } = kind;
  if (loaded.state === 'newer') return { ...blank, phase: 'unavailable', reason: 'newer_version' };
  if (loaded.state === 'unreadable') return { ...blank, phase: 'unavailable', reason: 'unreadable' };
  if (loaded.state === 'none') return { ...blank, phase: 'ready' };
  const { content, lost, dropped } = loaded;
  return {
    ...blank,
    ...kind.stateOf(content, lost),
    phase: 'ready',
    saveState: 'saved',
    savedAt: content.changedAt,
    expiresAt: kind.expiryOf(content),
    lost,
    dropped,
  };
}

/** The filled-in answers of `typed`, and all others of `stored`. */
export function mergeTyped<Form extends string, State extends Record<Form, FormState>>(
  forms: readonly Form[],
  stored: State,
  typed: State,
): State {
  const merged = forms.map((form) => {
    const filled = Object.entries(typed[form]).filter(([, value]) => !isBlankForm(value));
    return [form, { ...stored[form], ...Object.fromEntries(filled) }];
  });
  return { ...stored, ...Object.fromEntries(merged) };
}
