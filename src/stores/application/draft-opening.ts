/**
 * How the draft comes from the device, and to which tab it belongs. Rule: what is typed or asked for while it is being read
 * is laid over what was read, field by field.
 */
import type { PreinitializedWritableAtom } from 'nanostores';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { valueAt, withValue } from '../device/form-values.ts';
import type { RecordLock } from '../device/saving.ts';
import type { DeviceRecord, LoadedRecord } from '../device/stored-record.ts';
import { type Draft, type DraftContent, draftOf, withType } from './draft-record.ts';
import type { DraftSaving } from './draft-saving.ts';

export interface OpeningOptions {
  $state: PreinitializedWritableAtom<Draft>;
  record: DeviceRecord<DraftContent>;
  lock: RecordLock;
  saving: DraftSaving;
  now: () => Date;
  onHide: (action: () => void) => void;
  onReturn: (action: () => void) => void;
}

interface EarlyChange {
  part: Part;
  path: string;
  value: unknown;
}

export function createOpening({ $state, record, lock, saving, now, onHide, onReturn }: OpeningOptions) {
  let opening: Promise<void> | undefined;
  let early: EarlyChange[] = [];
  let asked: ApplicationType | null = null;

  /** Reads the draft from the device, once; safe to call often. */
  function openDraft(): Promise<void> {
    opening ??= open();
    return opening;
  }

  async function open(): Promise<void> {
    onHide(saving.saveLast);
    onReturn(() => void resume());
    await read(await take());
  }

  async function read(owned: boolean, revision = $state.get().revision): Promise<void> {
    try {
      const loaded = await record.load(now().getTime(), owned);
      // A tab that has typed nothing yet keeps nobody out.
      const taken = owned || (loaded.state === 'none' && (await steal()));
      accept(loaded, taken ? 'here' : 'elsewhere', loaded.state === 'none' ? revision : revision + 1);
    } catch {
      // The device refuses storage: the draft lives as long as the page, and the state says so.
      $state.set({ ...$state.get(), phase: 'ready', saveState: 'failed', owner: owned ? 'here' : 'elsewhere' });
      layOver();
    }
  }

  /** The newest hold on the lock: what becomes of an older one is of no interest any more. */
  let newest = Symbol('none');

  async function hold(ask: (onLost: () => void) => Promise<boolean>): Promise<boolean> {
    const mine = Symbol('hold');
    const held = await ask(() => {
      if (mine === newest) lose();
    });
    if (held) newest = mine;
    return held;
  }

  /** A browser that refuses locks lets each tab write, see device/lock.ts. */
  const take = () => hold((onLost) => lock.take(onLost).catch(() => true));

  const steal = () =>
    hold((onLost) =>
      lock.steal(onLost).then(
        () => true,
        () => false,
      ),
    );

  function accept(loaded: LoadedRecord<DraftContent>, owner: Draft['owner'], revision: number): void {
    if (loaded.state === 'none') saving.start(null);
    else if (loaded.state === 'read') saving.start(loaded.content);
    const draft = { ...draftOf(loaded), owner, revision };
    // In one with the rest: a form that is shown meanwhile must not see a draft without its type.
    $state.set(asked && isWritable(draft) && draft.type !== asked ? withAsked(draft, asked) : draft);
    layOver();
  }

  function withAsked(draft: Draft, type: ApplicationType): Draft {
    saving.touch();
    return withType(draft, type);
  }

  /** Lays what was typed early over what was read, and saves it. */
  function layOver(): void {
    const changes = early;
    early = [];
    const chosen = asked !== null;
    asked = null;
    const draft = $state.get();
    if (!isWritable(draft)) return;
    const data = { 1: draft.step1Data, 2: draft.step2Data };
    for (const { part, path, value } of changes) {
      const { step } = PARTS[part];
      data[step] = withValue(data[step], path, value);
    }
    if (changes.length > 0) {
      $state.set({ ...draft, step1Data: data[1], step2Data: data[2] });
      saving.saveSoon();
    }
    if (chosen) void saving.flush();
  }

  const isWritable = ({ phase, owner }: Draft) => phase === 'ready' && owner === 'here';

  /** Takes note of a change while the draft is being read: of one field, or without `path` of all that the form holds. */
  function typeEarly(part: Part, values: FormState, path?: string): void {
    const paths = path === undefined ? Object.keys(values) : [path];
    for (const changed of paths) early.push({ part, path: changed, value: valueAt(values, changed) });
  }

  /** Takes note of the type while the draft is being read. */
  function askForType(type: ApplicationType): void {
    asked = type;
  }

  /** Another tab writes from now on; what was typed here and is not saved yet is no longer of use. */
  function lose(): void {
    saving.drop();
    $state.set({ ...$state.get(), owner: 'elsewhere', saveState: 'idle' });
  }

  /** Makes this tab the one that writes, with what the device holds now. */
  async function takeOverDraft(): Promise<void> {
    await steal();
    saving.drop();
    await read(true, $state.get().revision + 1);
    // Puts this tab's mark on the record, so that a late write of the other tab is refused.
    if (saving.hasChanged()) await saving.save();
  }

  /**
   * A page that was put by may have lost the lock without another tab, and hears of it later, or not at all. Where it is
   * free, it is taken again, and the form shows what the device holds now.
   */
  async function resume(): Promise<void> {
    if ($state.get().phase !== 'ready') return;
    await saving.flush();
    if (await take()) await read(true, $state.get().revision + 1);
  }

  return { openDraft, typeEarly, askForType, lose, takeOverDraft };
}
