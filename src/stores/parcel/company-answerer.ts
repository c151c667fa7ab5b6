/** The company's side of a link: opens it, fills in the draft with what was sent, and sends the draft sealed. */
import { readAskedParts } from '../../domain/parcel/company-parts.ts';
import { answersIdOf, type CompanyIndex } from '../../domain/parcel/contents.ts';
import type { CallRefusal } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import { type DeviceStorage, indexedDbStorage } from '../device/storage.ts';
import { packAnswers, partAnswersOf, receiveAnswers } from './company-answers.ts';
import { type CompanyDraft, companyDraft, lastCompanyKey } from './company-draft.ts';
import { type Closed, LinkOpener, type Run } from './link-side.ts';
import type { Parcel } from './parcel.ts';

interface Answering {
  /** The company's draft; null before the link was read. */
  draft: CompanyDraft | null;
  /** Another browser has sent answers since. This notice is shown first; only sending after it replaces them. */
  isChanged: boolean;
  /** The company pressed "send" while nothing was filled in. */
  isEmpty: boolean;
}

const WATCH_MS = 10_000;

interface AnswererPorts {
  draft: (parcelId: string) => CompanyDraft;
  storage: () => DeviceStorage;
}

export class CompanyAnswerer extends LinkOpener<'company', 'fetching' | 'working' | 'sending', Answering> {
  readonly #ports: AnswererPorts;

  constructor(given: AnswererPorts = { draft: companyDraft, storage: indexedDbStorage }) {
    super('company', WATCH_MS, { draft: null, isChanged: false, isEmpty: false });
    this.#ports = given;
  }

  /** Replaces this draft by what another browser has sent. */
  async loadSent(): Promise<void> {
    const { parcel } = this;
    const { draft } = this.$view.get();
    if (!parcel || !draft) return;
    const { edits } = draft;
    const load = async (run: Run) => {
      const { value } = await run.wait(parcel.read());
      if (value.state === 'ended') return this.onCurrent(value);
      await this.#fillIn(value, run);
    };
    await this.run('fetching', load, { mayRepeat: () => draft.edits === edits });
  }

  /**
   * Sends all answers to the applicant, even an unfinished part; after the notice `isChanged` they replace what was sent since.
   */
  async send(): Promise<void> {
    const { parcel } = this;
    const { draft, index, isChanged, phase } = this.$view.get();
    if (!parcel || !draft || phase === 'sending') return;
    await draft.flushDraft();
    if (!draft.isWorthSending) return this.show({ isEmpty: true });
    const { base, sending } = draft.$draft.get();
    const replaceable = [base, sending, isChanged && index ? answersIdOf(index) : null];
    const packed = packAnswers(draft.answers);
    const done = draft.states().flatMap(({ part, state }) => (state === 'done' ? [part] : []));
    const { edits } = draft;
    this.show({ isEmpty: false, isChanged: false });
    const transmit = async ({ wait, ...transfer }: Run) => {
      const files = await wait(parcel.upload(packed, transfer));
      const id = answersIdOf({ files });
      await wait(draft.store({ sending: id }));
      const sentAt = new Date(ports.now()).toISOString();
      const sent = await wait(
        parcel.update((current) =>
          replaceable.includes(answersIdOf(current)) ? { ...current, state: 'answered', files, done, sentAt } : null,
        ),
      );
      if (sent.state === 'ended') return this.onCurrent(sent);
      if (answersIdOf(sent) === id) await draft.store({ base: id, hasEdits: draft.edits !== edits });
      this.#work(sent);
    };
    await this.run('sending', transmit, { mayRepeat: () => draft.edits === edits });
  }

  protected override keyElsewhere(): Promise<string | null> {
    return lastCompanyKey(this.#ports.storage());
  }

  protected override async beforeRead(parcel: Parcel<'company'>): Promise<void> {
    const draft = this.#ports.draft(parcel.id);
    await draft.openDraft();
    // A draft that another tab held is read again, since that tab may have sent it.
    draft.$draft.listen(({ base }, before) => {
      const { index, draft: shown, phase } = this.$view.get();
      if (!index || phase !== 'working' || shown !== draft || base === before?.base) return;
      if (base === answersIdOf(index)) this.#showIndex(index);
      // The index that this page knows is older than the draft.
      else this.watch();
    });
    if (this.parcel === parcel) this.show({ draft });
  }

  protected override async onOpened(index: CompanyIndex, run: Run): Promise<void> {
    const { parcel } = this;
    const { draft } = this.$view.get();
    if (!parcel || !draft) return;
    const { type, applicant } = index;
    const { link, hasEdits, base, owner } = draft.$draft.get();
    const endsAt = parcel.endsAt ?? new Date(ports.now()).toISOString();
    const parts = readAskedParts(type, index.parts);
    if (!link) await draft.store({ link: { secret: parcel.secret, type, parts, applicant, endsAt } });
    if (!hasEdits && base !== answersIdOf(index) && owner === 'here') await this.#fillIn(index, run);
    else this.#work(index);
  }

  protected onIndex(index: CompanyIndex): void {
    if (this.phase === 'working') this.#showIndex(index);
  }

  protected override onRefusal(refusal: CallRefusal, phase: typeof this.phase): void {
    super.onRefusal(refusal, phase);
    // The draft can be filled in even without a connection.
    const { draft, refusal: isPassing } = this.$view.get();
    if (isPassing && draft?.$draft.get().base) this.show({ phase: 'working' });
  }

  #work(index: CompanyIndex): void {
    this.show({ phase: 'working' });
    this.#showIndex(index);
    this.watch();
  }

  /** Shows the index, and whether another browser of the company has sent answers since. */
  #showIndex(index: CompanyIndex): void {
    const { draft, refusal } = this.$view.get();
    const { base, sending } = draft?.$draft.get() ?? {};
    const id = answersIdOf(index);
    this.show({ index, isChanged: draft !== null && id !== base && id !== sending });
    // The answers have arrived after all; only the response was lost.
    if (refusal && id !== base && id === sending) void this.retry();
  }

  /** Fills the draft with the answers that were sent; before any, with the applicant's. */
  async #fillIn(index: CompanyIndex, run: Run): Promise<void> {
    const { parcel } = this;
    const { draft } = this.$view.get();
    if (!parcel || !draft) return;
    this.show({ phase: 'fetching' });
    const { type } = index;
    const parts = readAskedParts(type, index.parts);
    const received = await receiveAnswers(parcel, index, { type, parts }, run);
    if ('end' in received) return this.onCurrent(received);
    const base = answersIdOf(received.index);
    await draft.store({ answers: partAnswersOf(type, parts, received.answers), base, hasEdits: false });
    this.#work(received.index);
  }

  protected override close(phase: Closed): void {
    const { draft } = this.$view.get();
    super.close(phase);
    // The applicant has the answers, or has cancelled the link.
    if (phase === 'taken' || phase === 'cancelled') void draft?.deleteDraft();
  }
}
