/**
 * The applicant's side of a company's part: asks, watches, compares, moves the answers into the draft. The requested parts come
 * from the applicant's own draft, since anyone with the link can write into the parcel.
 */
import { fullName } from '../../domain/application/answers.ts';
import type { FieldName, Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { fieldsOfParts, isFilePath, readAskedParts } from '../../domain/parcel/company-parts.ts';
import { ANSWERS_BLOB, type CompanyIndex, type LinkEnd, REPLY_BLOB } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { draftStore } from '../application/draft.ts';
import type { CompanyRequest } from '../application/draft-record.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import { LinkError, linkErrorOf } from './calls.ts';
import { type CompanyDifference, differencesOf, packAnswers, partAnswersOf, readAnswers } from './company-answers.ts';
import { endParcel } from './end-link.ts';
import { finalCodeOf, LinkSide, type LinkView, type Run } from './link-side.ts';
import { type BlobUpload, newUpload, Parcel, packedFiles } from './parcel.ts';

type Working = 'idle' | 'opening' | 'sending' | 'stopped' | 'waiting' | 'offered' | 'fetching' | 'working' | 'failed';
/**
 * `refused`: this device did not store the answers. `saveFailed`: it did not store the new link, which was deleted. `…Elsewhere`: by
 * a copy of the draft. `ended`: expired.
 */
type Phase =
  | Working
  | 'moving'
  | 'refused'
  | 'closing'
  | 'closeFailed'
  | 'saveFailed'
  | 'ended'
  | LinkEnd
  | `${LinkEnd}Elsewhere`;

interface Reply {
  answers: FormState;
  differences: CompanyDifference[];
}

export interface AskingCompany extends LinkView<'company', Phase> {
  reply: Reply | null;
}

export interface AskedDraft {
  type: ApplicationType | null;
  applicant: string;
  answers: FormState;
  company: CompanyRequest | null;
}

export interface CompanyAskerPorts {
  draft: () => AskedDraft;
  /** Stores the request in the draft; null deletes it. False if the device did not store it. */
  storeRequest: (company: CompanyRequest | null) => Promise<boolean>;
  /** Puts the answers of a part into the draft, which shows errors. */
  savePart: (part: Part, values: FormState) => void;
  /** Stores the draft; false when the device refuses, or another tab has the lock. */
  storeDraft: () => Promise<boolean>;
}

const WATCH_MS = 5000;
const BUSY: readonly Phase[] = ['sending', 'fetching', 'moving', 'closing', 'closeFailed'];

export class CompanyAsker extends LinkSide<'company', Phase, AskingCompany> {
  readonly #ports: CompanyAskerPorts;
  #parts: readonly Part[] = [];
  #files: readonly FormFile<ChosenFile>[] = [];
  #uploads: BlobUpload[] = [];
  #blobs = new Map<string, Blob>();
  /** The reply's revision that the fetched files belong to. */
  #fetched = 0;

  constructor(ports: CompanyAskerPorts) {
    const first = { index: null, percent: 0, error: null, secret: null, endsAt: null, reply: null };
    super({ ...first, phase: 'idle' }, WATCH_MS);
    this.#ports = ports;
  }

  /** Makes a link for these parts. The device stores its key before it is shown: it must not be lost with the page. */
  async ask(asked: readonly Part[]): Promise<void> {
    const { type, applicant, answers } = this.#ports.draft();
    const parts = type ? readAskedParts(type, asked) : [];
    this.#start();
    this.#parts = parts;
    if (!type || parts.length === 0) return;
    const { text, files } = packAnswers(partAnswersOf(type, parts, answers));
    this.#files = files;
    this.#uploads = [
      newUpload(ANSWERS_BLOB, new Blob([text])),
      ...files.map(({ path, file }) => newUpload(path, file.blob)),
    ];
    const state = { state: 'made', end: null, sentAt: null } as const;
    const nothing = { answers: 0, reply: 0, files: [], given: packedFiles(files, []), done: [] };
    const index: CompanyIndex = { kind: 'company', ...state, type, parts, applicant, ...nothing };
    await this.run('sending', (run) => this.#make(index, run));
  }

  async #make(index: CompanyIndex, { wait, signal, ...transfer }: Run): Promise<void> {
    if (!this.parcel) {
      const parcel = await Parcel.create('company', index);
      if (signal.aborted) return parcel.delete();
      this.parcel = parcel;
    }
    const { parcel } = this;
    const uploads = this.#uploads;
    await wait(parcel.upload(uploads, { signal, ...transfer }));
    const given = packedFiles(this.#files, uploads);
    const answers = uploads.find(({ name }) => name === ANSWERS_BLOB)?.revision ?? 0;
    const made = await wait(parcel.update((current) => ({ ...current, answers, given })));
    const isStored = await wait(this.#ports.storeRequest({ secret: parcel.secret, parts: index.parts, end: null }));
    if (!isStored) {
      parcel.delete().catch(() => undefined);
      return this.#close('saveFailed');
    }
    this.show({ phase: 'waiting', index: made });
    this.watch();
  }

  /** The overview is shown: checks the request, and watches its parcel. */
  async resume(): Promise<void> {
    const { company, type } = this.#ports.draft();
    const { phase, reply } = this.$view.get();
    if (BUSY.includes(phase)) return;
    // The draft that asked was replaced or deleted.
    if (!company) return this.parcel ? this.#start() : undefined;
    if (this.parcel?.secret !== company.secret) {
      this.#start();
      this.parcel = await Parcel.open('company', company.secret);
      if (!this.parcel) return this.#close('ended');
      // An end that this device has recorded is completed.
      if (company.end) return this.#end(company.end);
      this.show({ phase: 'opening' });
    } else if (phase === 'working' && reply && type) {
      const compared = await this.#compare(reply.answers);
      if (this.$view.get().reply === reply) this.show({ reply: compared });
    }
    if (phase === 'failed') this.show({ phase: 'opening', error: null });
    this.watch();
  }

  /** While no page shows the link, its index is not read. */
  readonly pause = (): void => this.unwatch();

  override retry(): Promise<void> {
    if (this.phase === 'saveFailed') return this.ask(this.#parts);
    return this.phase === 'failed' ? this.resume() : super.retry();
  }

  /** Fetches the company's answers; only fields and files of the parts that this draft requested are read. */
  async fetchReply(): Promise<void> {
    const { parcel } = this;
    const { company, type } = this.#ports.draft();
    if (!parcel || !company || !type) return;
    await this.run('fetching', async ({ wait, ...transfer }) => {
      const { value: index } = await wait(parcel.read());
      if (this.#closedBy(index)) return this.onIndex(index);
      const parts = readAskedParts(type, company.parts);
      if (this.#fetched !== index.reply) this.#blobs = new Map();
      const names: readonly string[] = fieldsOfParts(type, parts).filter(isFilePath);
      const wanted = index.files.filter(({ path }) => names.includes(path));
      try {
        await wait(parcel.download(wanted, this.#blobs, transfer));
        const bytes = await wait(parcel.readBlob(REPLY_BLOB, index.reply));
        const answers = await wait(readAnswers(bytes, { type, parts, blobs: this.#blobs }));
        if (!answers) throw new LinkError({ code: 'unreadable' });
        this.#fetched = index.reply;
        this.show({ phase: 'working', index: this.#named(index), reply: await wait(this.#compare(answers)) });
      } catch (thrown) {
        this.#blobs = new Map();
        // The company may have replaced what could not be read.
        const current = finalCodeOf(linkErrorOf(thrown)) ? await wait(parcel.read()) : null;
        if (!current || current.value.reply === index.reply) throw thrown;
        this.show({ phase: 'waiting' });
        this.onIndex(current.value);
      }
    });
  }

  /** Moves these of the differing answers into the draft; the others stay unchanged. Ends the link. */
  async accept(names: readonly FieldName[]): Promise<void> {
    const { phase, reply } = this.$view.get();
    const { type, answers } = this.#ports.draft();
    if (phase !== 'working' || !type || !reply) return;
    const chosen = reply.differences.filter(({ name }) => names.includes(name));
    for (const part of new Set(chosen.map((difference) => difference.part))) {
      const theirs = chosen.filter((difference) => difference.part === part).map(({ name, theirs }) => [name, theirs]);
      this.#ports.savePart(part, { ...partAnswersOf(type, [part], answers), ...Object.fromEntries(theirs) });
    }
    const move = async ({ wait }: Run) => {
      if (await wait(this.#ports.storeDraft())) return void this.#end('taken');
      this.show({ phase: 'refused' });
    };
    await this.run('moving', move, false);
  }

  /** Cancels the link, also while it is being made. */
  revoke(): Promise<void> {
    return this.#end('cancelled');
  }

  protected onIndex(index: CompanyIndex): void {
    const { phase } = this;
    const closed = this.#closedBy(index);
    const isBusy = BUSY.includes(phase);
    if (closed && (!isBusy || phase === 'fetching')) this.#close(closed);
    if (closed || isBusy || phase === 'refused') return;
    const isSeen = phase === 'working' && index.reply === this.#fetched;
    if (!isSeen) this.show({ phase: index.state === 'answered' ? 'offered' : 'waiting', index: this.#named(index) });
  }

  protected onFailure(error: ApiError, phase: Phase): void {
    if (phase === 'closing') this.show({ phase: 'closeFailed', error });
    else if (error.code === 'parcel_gone' && phase !== 'sending') this.#close('ended');
    else this.show({ phase: phase === 'sending' ? 'stopped' : 'failed', error });
  }

  /** How the link ended, if it did: by this device, if it has recorded that before it wrote the end. */
  #closedBy({ end }: CompanyIndex): LinkEnd | `${LinkEnd}Elsewhere` | null {
    return end && (this.#ports.draft().company?.end === end ? end : `${end}Elsewhere`);
  }

  /** Anyone with the link can write another name into it. */
  #named(index: CompanyIndex): CompanyIndex {
    return { ...index, applicant: this.#ports.draft().applicant };
  }

  async #compare(answers: FormState): Promise<Reply> {
    const { company, type, answers: all } = this.#ports.draft();
    if (!company || !type) return { answers, differences: [] };
    const own = partAnswersOf(type, readAskedParts(type, company.parts), all);
    return { answers, differences: await differencesOf(type, own, answers) };
  }

  /** Ends the link. Recorded first: after a reload, the page can tell its own end from another device's. */
  async #end(end: LinkEnd): Promise<void> {
    const { parcel } = this;
    const { company } = this.#ports.draft();
    const write = async ({ wait }: Run) => {
      if (parcel && company) {
        if (company.end !== end) await wait(this.#ports.storeRequest({ ...company, end }));
        const left = await wait(endParcel(parcel, end, (current) => this.#mayEnd(current, end)));
        if (left) {
          // The company has sent again since its answers were fetched, or a copy of the draft has moved them.
          await wait(this.#ports.storeRequest({ ...company, end: null }));
          this.show({ phase: 'waiting' });
          this.onIndex(left);
          return this.watch();
        }
      } else await parcel?.delete();
      this.#close(end);
    };
    this.unwatch();
    await this.run('closing', write, false);
  }

  #mayEnd({ state, reply, end }: CompanyIndex, as: LinkEnd): boolean {
    const isOwn = this.#ports.draft().company?.end === end;
    if (as === 'cancelled') return end !== 'taken' || isOwn;
    return state === 'ended' || (state === 'answered' && (reply === this.#fetched || this.#fetched === 0));
  }

  #start(): void {
    this.#uploads = [];
    this.#blobs = new Map();
    this.#fetched = 0;
    this.reset();
  }

  #close(phase: Phase): void {
    this.#start();
    this.show({ phase });
    void this.#ports.storeRequest(null);
  }
}

/** The portal's one asker of a company, for its draft. */
export const companyAsker = new CompanyAsker({
  draft() {
    const { type, company } = draftStore.$draft.get();
    const { surname, name } = draftStore.formOf(1);
    const applicant = fullName({ surname: String(surname ?? ''), name: String(name ?? ''), middlename: '' });
    return { type, applicant, answers: draftStore.formOf(2), company };
  },
  storeRequest: (company) => draftStore.storeLinks({ company }),
  savePart: (part, values) => void draftStore.savePart(part, values),
  storeDraft: () => draftStore.storeDraft(),
});
