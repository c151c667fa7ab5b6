/** What an operator can do. Each command answers with the lines to print; a refusal is a {@link DeskRefusal}. */
import { isStatus, STAGES, STATUSES, type Status } from '../../../src/domain/application/status.ts';
import { isRealDate } from '../../../src/domain/input/date.ts';
import { sendMail } from '../mail/send.ts';
import { newVisaCode } from '../secrets/random.ts';
import { type Applicant, loadApplicant } from '../store/applicants.ts';
import { Conflict } from '../store/conflict.ts';
import { listApplicants } from '../store/desk.ts';
import { appendStatus, StatusRefused } from '../store/statuses.ts';
import { issueVisa } from '../store/visas.ts';
import type { Words } from '../words.ts';
import type { Desk } from './platform.ts';

/** A refusal in the operator's words. */
export class DeskRefusal extends Error {}

const LISTED = 50;

/** The latest applications, of one status when it is given. */
export async function list({ env }: Desk, t: Words, status?: string): Promise<string[]> {
  if (status !== undefined && !isStatus(status)) throw usage(t);
  const rows = await listApplicants(env.DB, status ?? null, LISTED);
  if (rows.length === 0) return [t('empty')];
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
  return rows.length < LISTED ? lines : [...lines, t('more', { count: LISTED })];
}

/** One application with its history. */
export async function show({ env }: Desk, t: Words, id: string): Promise<string[]> {
  const { fields, history, type } = await find(env.DB, t, id);
  const values = Object.entries(fields).map(
    ([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const entries = history.map(({ created_at, status_type, note }) => `  ${created_at}  ${status_type}  ${note}`);
  return [`${id}  ${type}`, ...values, '', ...entries];
}

/** Sets the next status, and mails the applicant. */
export async function set(desk: Desk, t: Words, id: string, status: string, note: string): Promise<string[]> {
  if (!isStatus(status)) throw usage(t);
  if (status === 'visa_issued') throw new DeskRefusal(t('useVisa'));
  if ((status === 'changes_requested' || status === 'rejected') && !note) throw new DeskRefusal(t('noteNeeded'));
  const applicant = await find(desk.env.DB, t, id);
  await explained(t, () => appendStatus(desk.env.DB, { applicantId: id, status, note, now: Date.now() }));
  return [t('statusSet', { id, status }), await tell(desk, t, applicant, status, note)];
}

/** Issues a visa to an approved applicant, and mails them. */
export async function visa(
  desk: Desk,
  t: Words,
  id: string,
  { from, to, note }: { from: string; to: string; note: string },
): Promise<string[]> {
  if (!isRealDate(from) || !isRealDate(to) || to <= from) throw new DeskRefusal(t('visaDates'));
  const applicant = await find(desk.env.DB, t, id);
  const code = newVisaCode();
  const issued = { applicantId: id, code, validFrom: from, validTo: to, note, now: Date.now() };
  await explained(t, () => issueVisa(desk.env.DB, issued));
  const address = new URL(`/employee-visa/${code}`, desk.env.PORTAL_ORIGIN).href;
  return [t('visaIssued', { id, address }), await tell(desk, t, applicant, 'visa_issued', note)];
}

/** How the commands are written. */
export function usage(t: Words): DeskRefusal {
  return new DeskRefusal(t('usage', { statuses: STATUSES.join(', ') }));
}

async function find(db: D1Database, t: Words, id: string): Promise<Applicant> {
  const applicant = await loadApplicant(db, id);
  if (!applicant) throw new DeskRefusal(t('unknownApplicant', { id }));
  return applicant;
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

async function tell(desk: Desk, t: Words, applicant: Applicant, status: Status, note: string): Promise<string> {
  const to = { email: String(applicant.fields.email), locale: applicant.locale };
  try {
    await sendMail(desk.env, to, { kind: 'status', id: applicant.id, status, note });
  } catch {
    return t('mailFailed');
  }
  const file = desk.mailFiles.at(-1);
  return file === undefined ? t('mailSent') : t('mailSaved', { file });
}
