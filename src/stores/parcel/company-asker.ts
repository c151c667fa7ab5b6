/**
 * The applicant's side of a company's part. Which parts were requested is read from the applicant's own draft: anyone with the
 * link can write into the parcel.
 */
import { fullName } from '../../domain/application/answers.ts';
import type { FieldName, Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { readAskedParts } from '../../domain/parcel/company-parts.ts';
import { answersIdOf, type CompanyIndex, type LinkEnd } from '../../domain/parcel/contents.ts';
import type { DraftStore } from '../application/draft-store.ts';
import {
  type CompanyDifference,
  differencesOf,
  packAnswers,
  partAnswersOf,
  receiveAnswers,
} from './company-answers.ts';
import { DraftLink } from './link-side.ts';

/**
 * `refused`: this device did not store the answers. `saveFailed`: it did not store the new link, which was then deleted.
 * `takenElsewhere`: the answers were not moved to this device, perhaps to a copy of the draft on another one.
 */
type Own = 'opened' | 'fetching' | 'working' | 'moving' | 'refused' | 'saveFailed' | 'taken' | 'takenElsewhere';

interface Asking {
  /** The company's answers that are being compared, and their id. */
  reply: { id: string | null; answers: FormState; differences: CompanyDifference[] } | null;
}

const BUSY: readonly string[] = ['sending', 'fetching', 'closeFailed'];

export class CompanyAskerStore extends DraftLink<'company', Own, Asking> {
  #parts: readonly Part[] = [];

  constructor(store: DraftStore) {
    super('company', store, { reply: null });
  }

  /** Makes a link for these parts. The device stores its key before the link is shown, so that it is not lost with the page. */
  async ask(asked: readonly Part[]): Promise<void> {
    const { type } = this.draft;
    const parts = type ? readAskedParts(type, asked) : [];
    this.reset();
    this.#parts = parts;
    if (!type || parts.length === 0) return;
    const first: CompanyIndex = {
      kind: 'company',
      state: 'made',
      type,
      parts,
      applicant: this.#applicant,
      done: [],
      sentAt: null,
      files: [],
    };
    await this.run('sending', async (run) => {
      const files = packAnswers(partAnswersOf(type, parts, this.store.formOf(2)));
      const index = await this.make(first, files, run);
      const { parcel } = this;
      const isStored = await run.wait(this.store.storeLinks({ company: { secret: parcel?.secret ?? '', parts } }));
      if (!isStored) {
        parcel?.delete().catch(() => undefined);
        return this.close('saveFailed');
      }
      this.show({ phase: 'waiting', index });
      this.watch();
    });
  }

  /** Called when the overview is shown: watches the parcel of the draft's request. */
  async resume(): Promise<void> {
    const { company } = this.draft;
    const { phase, reply } = this.$view.get();
    if (BUSY.includes(phase)) return;
    // The draft that made the request was replaced or deleted.
    if (!company) return this.parcel ? this.reset() : undefined;
    if (this.parcel?.secret !== company.secret) return this.continueLink(company.secret);
    if (phase === 'working' && reply) {
      const differences = await this.#compare(reply.answers);
      if (this.$view.get().reply === reply) this.show({ reply: { ...reply, differences } });
    } else if (phase === 'failed') this.show({ phase: 'opening', refusal: null });
    this.watch();
  }

  /** Stops reading the index while no page shows the link. */
  readonly pause = (): void => this.unwatch();

  override retry(): Promise<void> {
    if (this.phase === 'saveFailed') return this.ask(this.#parts);
    return this.phase === 'failed' ? this.resume() : super.retry();
  }

  /** Fetches the company's answers; only fields and files of the parts that this draft requested are read. */
  async fetchReply(): Promise<void> {
    const { parcel } = this;
    const { company, type } = this.draft;
    if (!parcel || !company || !type) return;
    await this.run('fetching', async (run) => {
      const { value: index } = await run.wait(parcel.read());
      if (index.state === 'ended') return this.onCurrent(index);
      const parts = readAskedParts(type, company.parts);
      const received = await receiveAnswers(parcel, index, { type, parts }, run);
      if ('end' in received) return this.onCurrent(received);
      const { answers } = received;
      const differences = await run.wait(this.#compare(answers));
      const reply = { id: answersIdOf(received.index), answers, differences };
      this.show({ phase: 'working', index: this.#named(received.index), reply });
    });
  }

  /** Moves the answers of these fields into the draft; all others stay unchanged. Ends the link. */
  async accept(names: readonly FieldName[]): Promise<void> {
    const { phase, reply } = this.$view.get();
    const { type } = this.draft;
    if (phase !== 'working' || !type || !reply) return;
    const chosen = reply.differences.filter(({ name }) => names.includes(name));
    for (const part of new Set(chosen.map((difference) => difference.part))) {
      const theirs = chosen.filter((difference) => difference.part === part).map(({ name, theirs }) => [name, theirs]);
      this.store.savePart(part, {
        ...partAnswersOf(type, [part], this.store.formOf(2)),
        ...Object.fromEntries(theirs),
      });
    }
    this.unwatch();
    await this.run(
      'moving',
      async ({ wait }) => {
        if (await wait(this.store.storeDraft())) {
          // The company may have sent again since its answers were fetched.
          return void this.end('taken', (current) => answersIdOf(current) === reply.id);
        }
        this.show({ phase: 'refused' });
        this.watch();
      },
      { isShown: false },
    );
  }

  /** Cancels the link, also while it is being made. */
  revoke(): Promise<void> {
    return this.end('cancelled');
  }

  protected onIndex(index: CompanyIndex): void {
    const { phase, reply } = this.$view.get();
    const isCompared = phase === 'working' && reply?.id === answersIdOf(index);
    if (isCompared || phase === 'refused' || BUSY.includes(phase)) return;
    this.show({ phase: index.state === 'answered' ? 'opened' : 'waiting', index: this.#named(index) });
  }

  protected onEnd(end: LinkEnd): void {
    this.close(end === 'taken' ? 'takenElsewhere' : end);
  }

  protected close(phase: LinkEnd | 'ended' | 'saveFailed' | 'takenElsewhere'): void {
    this.reset({ phase });
    void this.store.storeLinks({ company: null });
  }

  get #applicant(): string {
    const { surname, name } = this.store.formOf(1);
    return fullName({ surname: String(surname ?? ''), name: String(name ?? ''), middlename: '' });
  }

  /** Puts the applicant's own name into the index, since anyone with the link can write another one. */
  #named(index: CompanyIndex): CompanyIndex {
    return { ...index, applicant: this.#applicant };
  }

  async #compare(answers: FormState): Promise<CompanyDifference[]> {
    const { company, type } = this.draft;
    if (!company || !type) return [];
    return differencesOf(type, partAnswersOf(type, readAskedParts(type, company.parts), this.store.formOf(2)), answers);
  }
}
