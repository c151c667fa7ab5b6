/** What an operator can do. Each command answers for people and for scripts; a refusal is a {@link DeskRefusal}. */
import { changeableFields } from '../../../src/domain/application/asked-fields.ts';
import { visaRoute } from '../../../src/domain/application/issued-visa.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { APPLICATION_TYPES, readApplicationType } from '../../../src/domain/application/types.ts';
import { isRealDate } from '../../../src/domain/input/date.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import type { Mail } from '../mail/compose.ts';
import { sendMail } from '../mail/send.ts';
import { newVisaCode } from '../secrets/random.ts';
import { type Applicant, loadApplicant, UnknownApplicationType } from '../store/applicants.ts';
import { Conflict } from '../store/conflict.ts';
import { listApplicants } from '../store/desk.ts';
import type { FileRow } from '../store/files.ts';
import { appendStatus, StatusRefused } from '../store/statuses.ts';
import { issueVisa } from '../store/visas.ts';
import type { Words } from '../words.ts';
import type { Desk } from './platform.ts';

/** A refusal in the operator's words. */
export class DeskRefusal extends Error {}

/** What a command says. */
export interface Told {
  /** Printed for people. */
  lines: string[];
  /** Printed with `--json`. */
  data: unknown;
}

export interface ListFilter {
  status?: string | undefined;
  type?: string | undefined;
  /** Id of the request that made it. */
  request?: string | undefined;
}

const LISTED = 50;

/** The latest applications, of one status, of one type, or of one request when they are given. */
export async function list({ env }: Desk, t: Words, { status, type, request }: ListFilter = {}): Promise<Told> {
  const ofType = type === undefined ? null : readApplicationType(type);
  if ((status !== undefined && !isStatus(status)) || (type !== undefined && ofType === null)) throw usage(t);
  const rows = await listApplicants(env.DB, { status: status ?? null, type: ofType, request: request ?? null }, LISTED);
  const data = rows.map(({ isSample, createdAt, ...row }) => ({
    ...row,
    isSample: isSample === 1,
    createdAt: new Date(createdAt).toISOString(),
  }));
  if (rows.length === 0) return { lines: [t(status || type || request ? 'noneFound' : 'empty')], data };
  const lines = rows.map(({ id, type, status: current, name, isSample, createdAt }) =>
    [
      id,
      type.padEnd(10),
      current.padEnd(17),
      new Date(createdAt).toISOString().slice(0, 10),
      name,
      isSample ? `(${t('sample')})` : '',
    ].join('  '),
  );
  return { lines: rows.length < LISTED ? lines : [...lines, t('more', { count: LISTED })], data };
}

/** One application with its history. */
export async function show({ env }: Desk, t: Words, id: string): Promise<Told> {
  const { fields, history, type, status, version, terms, requestId } = await find(env.DB, t, id);
  const values = Object.entries(fields).flatMap(([name, value]) =>
    indented(`  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  );
  const entries = history.flatMap(({ created_at, status_type, note, fields: asked }) =>
    indented(`  ${created_at}  ${status_type}  ${[note, asked && `[${asked.join(', ')}]`].filter(Boolean).join(' ')}`),
  );
  const consent = terms && { version: terms.version, accepted_at: new Date(terms.acceptedAt).toISOString() };
  return {
    lines: [
      `${id}  ${type}`,
      ...values,
      ...(requestId === null ? [] : [`  request: ${requestId}`]),
      ...(consent ? [`  terms: ${consent.version}  ${consent.accepted_at}`] : []),
      '',
      ...entries,
    ],
    data: { id, type, status, version, fields, history, terms: consent, requestId },
  };
}

/** A text of several lines, so that none of them can be taken for a line of ours. */
const indented = (text: string) => text.split('\n').map((line, index) => (index === 0 ? line : `      ${line}`));

/** The files of an application, as they are stored. */
export async function files({ env }: Desk, t: Words, id: string): Promise<Told & { data: FileRow[] }> {
  const { files: data } = await find(env.DB, t, id);
  const lines = data.map(({ id: key, field, name, type, size }) => `  ${field}: ${name}  (${type}, ${size} B, ${key})`);
  return { lines: lines.length > 0 ? lines : [t('noFiles')], data };
}

/**
 * Sets the next status, and mails the applicant.
 * @param asked wire names of the fields to change, with a status that asks for some
 */
export async function set(
  desk: Desk,
  t: Words,
  id: string,
  status: string,
  comment: string,
  asked: readonly string[] = [],
): Promise<Told> {
  if (!isStatus(status)) throw usage(t);
  const { issuesVisa, needsNote, asksFields } = STAGES[status];
  if (issuesVisa) throw new DeskRefusal(t('useVisa'));
  if (needsNote && !comment) throw new DeskRefusal(t('noteNeeded'));
  if (asked.length > 0 && !asksFields) {
    const statuses = STATUSES.filter((one) => STAGES[one].asksFields).join(', ');
    throw new DeskRefusal(t('fieldsOnlyForChanges', { statuses }));
  }
  const note = readNote(t, comment);
  const applicant = await find(desk.env.DB, t, id);
  const fields = [...new Set(asked)];
  requireKnown(t, applicant, fields);
  await explained(t, () => appendStatus(desk.env.DB, { applicantId: id, status, note, fields, now: Date.now() }));
  const mail = await tell(desk, applicant, { kind: 'status', id, status, note });
  const lines = [
    t('statusSet', { id, status }),
    ...(fields.length > 0 ? [t('fieldsAsked', { fields: fields.join(', ') })] : []),
  ];
  return { lines: [...lines, mailLine(t, mail)], data: { id, status, ...(fields.length > 0 ? { fields } : {}), mail } };
}

/** Issues a visa to an approved applicant, and mails them. */
export async function visa(
  desk: Desk,
  t: Words,
  id: string,
  { from, to, note: comment }: { from: string; to: string; note: string },
): Promise<Told> {
  if (!isRealDate(from) || !isRealDate(to) || to <= from) throw new DeskRefusal(t('visaDates'));
  const note = readNote(t, comment);
  const applicant = await find(desk.env.DB, t, id);
  const code = newVisaCode();
  const issued = { applicantId: id, code, validFrom: from, validTo: to, note, now: Date.now() };
  await explained(t, () => issueVisa(desk.env.DB, issued));
  const address = new URL(visaRoute(code), desk.env.PORTAL_ORIGIN).href;
  const mail = await tell(desk, applicant, { kind: 'visa', id, note, visa: { code, valid_from: from, valid_to: to } });
  const data = { id, status: 'visa_issued', code, address, mail };
  return { lines: [t('visaIssued', { id, address }), mailLine(t, mail)], data };
}

/** How the commands are written. */
export function usage(t: Words): DeskRefusal {
  return new DeskRefusal(t('usage', { statuses: STATUSES.join(', '), types: APPLICATION_TYPES.join(', ') }));
}

async function find(db: D1Database, t: Words, id: string): Promise<Applicant> {
  const applicant = await loadApplicant(db, id).catch((error: unknown) => {
    throw error instanceof UnknownApplicationType ? new DeskRefusal(t('typeUnknown', { id })) : error;
  });
  if (!applicant) throw new DeskRefusal(t('unknownApplicant', { id }));
  return applicant;
}

/** A note as applicants read it in a mail and in their account; a file that was given as one may end its lines with CR LF. */
function readNote(t: Words, given: string): string {
  const note = given.replace(/\r\n?/g, '\n');
  if (cleanText(note, true) !== note) throw new DeskRefusal(t('noteCharacters'));
  return note;
}

function requireKnown(t: Words, { type }: Applicant, asked: readonly string[]): void {
  const known: readonly string[] = changeableFields(type);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new DeskRefusal(t('fieldsUnknown', { unknown: unknown.join(', '), known: known.join(', ') }));
}

async function explained(t: Words, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Conflict) throw new DeskRefusal(t('conflict'));
    if (!(error instanceof StatusRefused)) throw error;
    const next: readonly Status[] = error.from !== null && isStatus(error.from) ? STAGES[error.from].next : [];
    throw new DeskRefusal(t('statusRefused', { from: error.from, to: error.to, next: next.join(', ') || t('final') }));
  }
}

interface MailOutcome {
  sent: boolean;
  /** Where it lies, on this machine. */
  file: string | null;
}

async function tell(desk: Desk, applicant: Applicant, mail: Mail): Promise<MailOutcome> {
  const to = { email: String(applicant.fields.email), locale: applicant.locale };
  try {
    await sendMail(desk.env, to, mail);
  } catch {
    return { sent: false, file: null };
  }
  return { sent: true, file: desk.mailFiles.at(-1) ?? null };
}

function mailLine(t: Words, { sent, file }: MailOutcome): string {
  if (!sent) return t('mailFailed');
  return file === null ? t('mailSent') : t('mailSaved', { file });
}
