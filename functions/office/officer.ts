/** The officer who acts, and the application that the officer acts on. Every rule of the office takes an {@link Officer}. */
import { WITHDRAWN } from '../../src/domain/application/stages.ts';
import { mailboxKey } from '../../src/domain/input/email.ts';
import { cleanText, cutText } from '../../src/domain/input/text.ts';
import type { OfficeEnv } from '../admin/runtime/env.ts';
import { readApplicantId } from '../admin/secrets/keys.ts';
import { DeskLog, Officers, type ReadKind } from '../admin/store/actions.ts';
import { type Applicant, Applicants } from '../admin/store/applicants.ts';
import { commit } from '../admin/store/database.ts';
import type { SeenState } from '../admin/store/statuses.ts';
import { Fault } from '../platform/fault.ts';
import { OfficeRefusal } from './refusal.ts';
import { dayOf } from './words.ts';

export const ROLES = ['read', 'decide', 'issue', 'erase', 'export', 'audit'] as const;
export type Role = (typeof ROLES)[number];

export interface Officer {
  env: OfficeEnv;
  /** The officer's address, in lower case. */
  by: string;
  /** Milliseconds since 1970. */
  now: number;
  /** True where the officer who approved an application may neither issue nor revoke its visa. */
  fourEyes: boolean;
  /** True for a HEAD request, of which nothing is stored. */
  isHead?: boolean;
  may(role: Role): boolean;
}

/** @throws OfficeRefusal `forbidden` */
export function requireRole(officer: Officer, role: Role): void {
  if (!officer.may(role)) throw new OfficeRefusal('forbidden', { context: role });
}

/** Longest e-mail address (RFC 5321). */
const MAX_NAME = 254;

/** An officer's address as the database stores it: in lower case, as tokens of Access have it. */
export const officerName = (text: string): string => cutText(cleanText(text).trim(), MAX_NAME).toLowerCase();

/** True for two spellings of one officer's address. */
export const isSameOfficer = (a: string, b: string) => mailboxKey(a) === mailboxKey(b);

/** Stores that an officer uses the desk, and with which rights. */
export const storeOfficerStatement = ({ env, by, now, may }: Officer): D1PreparedStatement =>
  new Officers(env.DB).store({ officer: by, decides: may('decide'), issues: may('issue'), day: dayOf(now) });

/** The state that a page has shown: a decision is checked against it. */
export const seenStateOf = ({ version, history }: Applicant): SeenState => ({
  version,
  entries: history.length,
  at: Date.parse(history.at(-1)?.created_at ?? '') || 0,
});

/** @throws OfficeRefusal `conflict` that says who changed the application since an officer saw it, and when */
export function requireSame(applicant: Applicant, seen: SeenState): void {
  const { history, origins, updatedAt, decision } = applicant;
  const { version, entries, at } = seenStateOf(applicant);
  const last = history.at(-1);
  const by = origins.at(-1)?.officer ?? null;
  const isSame = entries === seen.entries && at === seen.at;
  if (!isSame && by !== null)
    throw new OfficeRefusal('conflict', { context: 'decided', by, at, status: last?.status_type });
  if (!isSame && last?.status_type === WITHDRAWN) throw new OfficeRefusal('conflict', { context: 'withdrawn', at });
  if (!isSame || version !== seen.version) throw new OfficeRefusal('conflict', { context: 'changed', at: updatedAt });
  if (decision === null || decision.refusal !== null) return;
  const { officer, status, madeAt } = decision;
  throw new OfficeRefusal('conflict', { context: 'decided', by: officer, at: madeAt, status });
}

/** Loads an application. @param given its number, in any spelling @throws OfficeRefusal `unknownApplicant`, `typeUnknown` */
export async function findApplicant({ env }: Officer, given: string): Promise<Applicant> {
  const id = readApplicantId(given, true) ?? given;
  const applicant = await new Applicants(env.DB).load(id).catch((error: unknown) => {
    throw error instanceof Fault ? new OfficeRefusal('typeUnknown', { id }) : error;
  });
  if (!applicant) throw new OfficeRefusal('unknownApplicant', { id });
  return applicant;
}

/** Like {@link findApplicant}, for what needs personal data. @throws OfficeRefusal `alreadyAnonymised` */
export async function findPerson(officer: Officer, given: string): Promise<Applicant> {
  const applicant = await findApplicant(officer, given);
  if (applicant.anonymisedAt !== null) throw new OfficeRefusal('alreadyAnonymised', { id: applicant.id });
  return applicant;
}

/** Who acted on an application last, when and how, for the text of a conflict. */
export async function lastAction({ env }: Officer, applicantId: string) {
  const [last] = await new DeskLog(env.DB).list(applicantId, 1);
  return { by: last?.by, at: last?.at, context: last?.action };
}

/** The entry of the log about an action. `detail` says nothing about the applicant, since the entry outlives the application. */
export const logged = ({ env, by, now }: Officer, applicantId: string, action: string, detail = '') =>
  new DeskLog(env.DB).add({ applicantId, action, detail, by, now });

/** Selects the entry of {@link logged}. */
export const isLogged = ({ env, by, now }: Officer, applicantId: string, action: string) =>
  new DeskLog(env.DB).selectAdded({ applicantId, action, by, now });

/** Writes statements with their entry of the log; repeats that after a passing fault, but never writes twice. @throws Conflict */
export async function commitLogged(
  officer: Officer,
  [applicantId, action, detail]: [applicantId: string, action: string, detail?: string],
  statements: readonly D1PreparedStatement[],
): Promise<void> {
  const entry = logged(officer, applicantId, action, detail);
  await commit(officer.env.DB, [...statements, entry], isLogged(officer, applicantId, action));
}

/** Stores that an officer read something; once for each day. @param applicantId `''` for lists */
export async function traceRead(officer: Officer, kind: ReadKind, applicantId = ''): Promise<void> {
  const { env, by, now, isHead } = officer;
  if (!isHead) await new DeskLog(env.DB).logRead({ officer: by, applicantId, kind, day: dayOf(now) }).run();
}

/** Logs an export, and stores that it was read. @param applicantId `''` for lists */
export async function traceExport(officer: Officer, applicantId: string, action: string, detail = ''): Promise<void> {
  const { env, by, now, isHead } = officer;
  const read = new DeskLog(env.DB).logRead({ officer: by, applicantId, kind: 'export', day: dayOf(now) });
  if (!isHead) await env.DB.batch([logged(officer, applicantId, action, detail), read]);
}

/** Longest note, in UTF-16 code units, as text areas count. */
export const MAX_NOTE = 4000;

/** A text without hidden characters and with line feeds only; fronts show it before it is sent. */
export const cleanNote = (text: string): string =>
  cleanText(text.replaceAll('\ufeff', '').replace(/\r\n?|\v|\f/g, '\n'), true).trim();

/**
 * @param field the control; `note` for a comment to the applicant
 * @throws OfficeRefusal `noteNeeded` or `noteEmpty`, `noteLength`
 */
export function readNote(given: string, field: string, max = MAX_NOTE): string {
  const note = cleanNote(given);
  if (note === '') throw new OfficeRefusal(field === 'note' ? 'noteNeeded' : 'noteEmpty', { field });
  if (note.length > max) throw new OfficeRefusal('noteLength', { field, max, length: note.length });
  return note;
}
