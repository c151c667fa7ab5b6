/** The company's side: opens the link, keeps its answers as a draft on this device, sends them sealed. */
import { fieldsOfParts, isFilePath, readAskedParts } from '../../domain/parcel/company-parts.ts';
import { ANSWERS_BLOB, type CompanyIndex, REPLY_BLOB } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import { transferPorts } from '../browser/transfer-ports.ts';
import { LinkError } from './calls.ts';
import { packAnswers, partAnswersOf, readAnswers } from './company-answers.ts';
import { type CompanyDraft, companyDraft, lastCompanyKey } from './company-draft.ts';
import type { OpenedLink } from './link.ts';
import { CLOSED_BY, finalCodeOf, LinkSide, type LinkView, type Run } from './link-side.ts';
import { type BlobUpload, newUpload, Parcel, packedFiles } from './parcel.ts';

export const CLOSED_COMPANY = ['noLink', 'gone', 'altered', 'unreadable', 'cancelled', 'taken'] as const;
export type ClosedCompany = (typeof CLOSED_COMPANY)[number];
type Phase = 'opening' | 'failed' | 'fetching' | 'working' | 'sending' | ClosedCompany;

export interface AnsweringCompany extends LinkView<'company', Phase> {
  /** The company's draft; null before the link was read. */
  draft: CompanyDraft | null;
  /** Another browser has sent answers since: only a send after this notice replaces them. */
  isChanged: boolean;
  /** The company pressed "send" while nothing was filled in. */
  isEmpty: boolean;
}

const WATCH_MS = 10_000;

export interface AnswererPorts {
  draft: (parcelId: string) => CompanyDraft;
  lastKey: () => Promise<string | null>;
}

export class CompanyAnswerer extends LinkSide<'company', Phase, AnsweringCompany> {
  readonly #ports: AnswererPorts;
  #uploads: BlobUpload[] = [];

  constructor(given: AnswererPorts = { draft: companyDraft, lastKey: lastCompanyKey }) {
    const first = { index: null, percent: 0, error: null, secret: null, endsAt: null };
    super({ ...first, phase: 'opening', draft: null, isChanged: false, isEmpty: false }, WATCH_MS);
    this.#ports = given;
  }

  /** Reads the link's parcel, and this device's draft for it. Without a key, the last draft on this device. */
  async open({ key, ended }: OpenedLink): Promise<void> {
    const before = CLOSED_COMPANY.find((phase) => phase === ended);
    const secret = key ?? (before ? null : await this.#ports.lastKey());
    // The page in the other language continues.
    if (this.isOpen(secret)) return;
    this.reset();
    this.#uploads = [];
    const parcel = secret === null ? null : await Parcel.open('company', secret);
    if (!parcel) return this.show({ phase: before ?? 'noLink' });
    this.parcel = parcel;
    const draft = this.#ports.draft(parcel.id);
    await draft.openDraft();
    if (this.parcel !== parcel) return;
    this.show({ draft });
    await this.run('opening', async (run) => {
      const { value: index } = await run.wait(parcel.read());
      if (index.end) return this.onIndex(index);
      const { type, applicant } = index;
      const endsAt = parcel.endsAt ?? new Date(ports.now()).toISOString();
      await draft.setLink({ secret: parcel.secret, type, parts: readAskedParts(type, index.parts), applicant, endsAt });
      const { hasEdits, base, owner } = draft.$draft.get();
      if (!hasEdits && base !== index.reply && owner === 'here') await this.#fillIn(parcel, draft, index, run);
      this.show({ phase: 'working', index });
      this.#look(index);
      this.watch();
    });
  }

  /** Loads what another browser has sent in place of this draft. */
  async loadSent(): Promise<void> {
    const { parcel } = this;
    const { draft } = this.$view.get();
    if (!parcel || !draft) return;
    await this.run('fetching', async (run) => {
      const { value: index } = await run.wait(parcel.read());
      if (index.end) return this.onIndex(index);
      await this.#fillIn(parcel, draft, index, run);
      this.show({ phase: 'working', index, isChanged: false });
      this.watch();
    });
  }

  /** Sends everything to the applicant, also a part of it; after the notice `isChanged`, in place of what was sent since. */
  async send(): Promise<void> {
    const { parcel } = this;
    const { draft, index, isChanged, phase } = this.$view.get();
    if (!parcel || !draft || phase === 'sending') return;
    await draft.flushDraft();
    if (!draft.isWorthSending) return this.show({ isEmpty: true });
    const replaced = isChanged && index ? index.reply : null;
    this.show({ isEmpty: false, isChanged: false });
    await this.run('sending', async ({ wait, ...transfer }) => {
      const mayReplace = ({ reply }: CompanyIndex) => reply === draft.$draft.get().base || reply === replaced;
      // Keeps the applicant from reading files that are being replaced.
      const begun = await wait(
        parcel.update((current) => (current.end || !mayReplace(current) ? null : { ...current, state: 'made' })),
      );
      if (begun.end) return this.onIndex(begun);
      if (!mayReplace(begun)) return this.show({ phase: 'working', index: begun, isChanged: true });
      const { text, files } = packAnswers(draft.answers);
      const revisions = new Map([...begun.given, ...begun.files].map(({ path, revision }) => [path, revision]));
      this.#uploads = files.map(({ path, file: { blob } }): BlobUpload => {
        const earlier = this.#uploads.find((upload) => upload.name === path && upload.blob === blob);
        return earlier ?? { ...newUpload(path, blob), revision: revisions.get(path) ?? 0 };
      });
      const reply: BlobUpload = { ...newUpload(REPLY_BLOB, new Blob([text])), revision: begun.reply };
      await wait(parcel.upload([...this.#uploads, reply], transfer));
      const done = draft.states().flatMap(({ part, state }) => (state === 'done' ? [part] : []));
      const content = { reply: reply.revision, files: packedFiles(files, this.#uploads), done };
      const sentAt = new Date(ports.now()).toISOString();
      const sent = await wait(
        parcel.update((current) =>
          current.end || current.reply === reply.revision
            ? null
            : { ...current, ...content, state: 'answered', sentAt },
        ),
      );
      if (sent.end) return this.onIndex(sent);
      const later = packAnswers(draft.answers);
      const isSameFile = (at: number) => later.files[at]?.file.blob === files[at]?.file.blob;
      await draft.setSent(reply.revision, later.text !== text || !files.every((_, at) => isSameFile(at)));
      this.show({ phase: 'working', index: sent });
      this.watch();
    });
  }

  protected onIndex(index: CompanyIndex): void {
    if (index.end) this.#close(index.end);
    else if (this.phase === 'working') {
      this.show({ index });
      this.#look(index);
    }
  }

  protected onFailure(error: ApiError, phase: Phase): void {
    const final = finalCodeOf(error);
    const { link, base = -1 } = this.$view.get().draft?.$draft.get() ?? {};
    // A file of this device may be unreadable too.
    if (final && !(phase === 'sending' && final === 'unreadable')) this.#close(CLOSED_BY[final]);
    else this.show({ phase: link && base >= 0 ? 'working' : 'failed', error });
  }

  /** Another browser of the company has sent answers since. */
  #look({ reply }: CompanyIndex): void {
    const { draft, isChanged } = this.$view.get();
    const isNewer = draft !== null && reply !== draft.$draft.get().base;
    if (isNewer !== isChanged) this.show({ isChanged: isNewer });
  }

  /** The sent answers; before any, the applicant's. */
  async #fillIn(parcel: Parcel<'company'>, draft: CompanyDraft, index: CompanyIndex, { wait, ...transfer }: Run) {
    this.show({ phase: 'fetching' });
    const { type, reply, given, files } = index;
    const parts = readAskedParts(type, index.parts);
    const names: readonly string[] = fieldsOfParts(type, parts).filter(isFilePath);
    const blobs = new Map<string, Blob>();
    const wanted = (reply > 0 ? files : given).filter(({ path }) => names.includes(path));
    await wait(parcel.download(wanted, blobs, transfer));
    const bytes = await wait(
      reply > 0 ? parcel.readBlob(REPLY_BLOB, reply) : parcel.readBlob(ANSWERS_BLOB, index.answers),
    );
    const read = await wait(readAnswers(bytes, { type, parts, blobs }));
    if (!read) throw new LinkError({ code: 'unreadable' });
    await draft.fillIn(partAnswersOf(type, parts, read), reply);
  }

  #close(phase: ClosedCompany): void {
    const { draft } = this.$view.get();
    this.reset({ phase });
    transferPorts.endLinkKey(phase);
    // The applicant has the answers, or wants none.
    if (phase === 'taken' || phase === 'cancelled') void draft?.deleteDraft();
  }
}
