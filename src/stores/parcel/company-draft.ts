/** The company's answers, a draft on the company's device until the link ends. */
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import type { Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { PartProgress } from '../../domain/application/steps.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { isInstant } from '../../domain/input/date.ts';
import { fieldsOfParts, readAskedParts } from '../../domain/parcel/company-parts.ts';
import { browserDraft } from '../application/browser-draft.ts';
import { checkForms, rulesFor } from '../application/check-forms.ts';
import { DeviceDraft } from '../device/device-draft.ts';
import { type DeviceState, type DraftKind, type DraftPorts, UNREAD } from '../device/device-state.ts';
import { isBlankForm } from '../device/form-values.ts';
import type { DeviceStorage } from '../device/storage.ts';
import { partAnswersOf } from './company-answers.ts';

/** What the link says, so that the draft can be filled in without a connection. */
interface CompanyLink {
  secret: string;
  type: ApplicationType;
  parts: readonly Part[];
  applicant: string;
  /** ISO 8601. */
  endsAt: string;
}

interface CompanyContent {
  link: CompanyLink | null;
  answers: FormState;
  /** Id of the answers in the parcel that this draft continues; null before any was read. */
  base: string | null;
  /** Id of the answers that this browser sent last; it may be unknown whether they have arrived. */
  sending: string | null;
  /** True if something was changed since the answers were sent or received. */
  hasEdits: boolean;
  /** ISO 8601, UTC. */
  changedAt: string;
}

type CompanyAnswers = DeviceState & Omit<CompanyContent, 'changedAt'>;

const KEY = 'company:';
const VERSION = 1;
const MAX_TEXT = 300;
const BLANK: CompanyAnswers = { ...UNREAD, link: null, answers: {}, base: null, sending: null, hasEdits: false };

const kindFor = (id: string): DraftKind<CompanyAnswers, CompanyContent> => ({
  key: `${KEY}${id}`,
  filePrefix: `company-file:${id}:`,
  version: VERSION,
  forms: ['answers'],
  expiryOf: ({ link, changedAt }) => link?.endsAt ?? changedAt,
  blank: BLANK,
  fit({ link, base, sending = null, hasEdits }) {
    const fitted = fitLink(link);
    if (!fitted || !isTextOrNull(base) || !isTextOrNull(sending)) return null;
    return { content: { link: fitted, base, sending, hasEdits: hasEdits === true, answers: {} }, dropped: [] };
  },
  contentOf: ({ link, answers, base, sending, hasEdits }) => link && { link, answers, base, sending, hasEdits },
  stateOf: ({ link, answers, base, sending, hasEdits }) => ({ link, answers, base, sending, hasEdits }),
});

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= MAX_TEXT);

function fitLink(value: unknown): CompanyLink | null {
  const { secret, type, parts, applicant, endsAt } = (value ?? {}) as Record<string, unknown>;
  const known = readApplicationType(type);
  const isText = [secret, applicant].every((text) => typeof text === 'string' && text.length <= MAX_TEXT);
  if (!known || !isText || !isInstant(endsAt) || !Array.isArray(parts)) return null;
  return {
    secret: String(secret),
    type: known,
    parts: readAskedParts(known, parts),
    applicant: String(applicant),
    endsAt,
  };
}

export class CompanyDraft extends DeviceDraft<'answers', CompanyAnswers, CompanyContent> {
  readonly #now: () => Date;
  #edits = 0;

  /** @param id of the parcel */
  constructor(given: DraftPorts, id: string) {
    super(given, kindFor(id));
    this.#now = given.now;
  }

  /** The number of edits in this tab. */
  get edits(): number {
    return this.#edits;
  }

  get answers(): FormState {
    return this.formIn('answers');
  }

  formOf(part: Part): FormState {
    const { link } = this.draft;
    return link ? partAnswersOf(link.type, [part], this.answers) : {};
  }

  /** Takes the requested values of a part. @param path the changed field, the only one taken */
  type(part: Part, values: FormState, path?: string): void {
    const { link } = this.draft;
    if (!link) return;
    this.#edits += 1;
    if (!this.draft.hasEdits) void this.edit((draft) => ({ ...draft, hasEdits: true }));
    const names: readonly string[] = fieldsOfParts(link.type, [part]);
    const asked = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
    this.typeIn('answers', asked, path);
  }

  /** Answers typed before the database responded are not sent yet. */
  protected override mergeAfterSilence(stored: CompanyAnswers, typed: CompanyAnswers): CompanyAnswers {
    return { ...super.mergeAfterSilence(stored, typed), hasEdits: stored.hasEdits || typed.hasEdits };
  }

  /** Stores what the link says; its answers replace those of the draft. @param change what was read or sent */
  store(change: Partial<Omit<CompanyContent, 'changedAt'>>): Promise<void> {
    return this.edit((draft) => ({ ...draft, ...change, revision: draft.revision + (change.answers ? 1 : 0) }));
  }

  /** Errors of a part's requested fields by form path. @param values newer than the saved ones */
  check(part: Part, values: FormState = {}): FieldErrors {
    const { link } = this.draft;
    if (!link) return {};
    const rules = { ...rulesFor({ sentAt: null }, this.#now()), part };
    const errors = checkForms({ type: link.type, step1Data: {}, step2Data: { ...this.answers, ...values } }, rules);
    const asked: readonly string[] = fieldsOfParts(link.type, [part]);
    return Object.fromEntries(Object.entries(errors).filter(([path]) => asked.includes(path.split('.')[0] ?? '')));
  }

  states(): PartProgress[] {
    return (this.draft.link?.parts ?? []).map((part) => {
      const errors = this.check(part);
      return { part, state: partStateOf(Object.values(errors).flat(), this.formOf(part)), errors };
    });
  }

  /** False while there is nothing to send: no whole part, and nothing new. */
  get isWorthSending(): boolean {
    if (isBlankForm(this.answers)) return false;
    return this.draft.hasEdits || this.states().some(({ state }) => state === 'done');
  }
}

function partStateOf(codes: readonly string[], answers: FormState): PartProgress['state'] {
  if (codes.length === 0) return 'done';
  if (isBlankForm(answers)) return 'todo';
  return codes.some((code) => code !== 'required') ? 'attention' : 'started';
}

/** Each draft holds the lock of its record as long as the page is open. */
const drafts = new Map<string, CompanyDraft>();

/** The company's draft on this device for a parcel. */
export function companyDraft(parcelId: string): CompanyDraft {
  const draft = drafts.get(parcelId) ?? new CompanyDraft(browserDraft(`it-visa-company-${parcelId}`), parcelId);
  drafts.set(parcelId, draft);
  return draft;
}

/** The key of the link that was last filled in on this device, for a page that was opened without one. */
export async function lastCompanyKey(storage: DeviceStorage): Promise<string | null> {
  const keys = (await storage.keys().catch(() => [])).filter((key) => key.startsWith(KEY));
  const records = await Promise.all(keys.map((key) => storage.get(key).catch(() => null)));
  const found = records.flatMap((record) => {
    const { link, changedAt } = (record ?? {}) as Record<string, unknown>;
    const fitted = fitLink(link);
    return fitted && isInstant(changedAt) ? [{ changedAt, secret: fitted.secret }] : [];
  });
  return found.sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1))[0]?.secret ?? null;
}
