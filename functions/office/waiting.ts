/**
 * Decisions that wait before they count: confirmed, taken back, sent at once, and applied by the host's cron. A decision is
 * checked when it is confirmed, and again when it takes effect.
 */
import { STAGES } from '../../src/domain/application/stages.ts';
import { isStatus } from '../../src/domain/application/status.ts';
import { mailStatement } from '../admin/mail/outbox.ts';
import type { OfficeEnv } from '../admin/runtime/env.ts';
import { describeError, log } from '../admin/runtime/log.ts';
import { newVisaCode } from '../admin/secrets/keys.ts';
import { DeskLog, Officers } from '../admin/store/actions.ts';
import type { Applicant } from '../admin/store/applicants.ts';
import { Conflict, commit, IS_WRITTEN } from '../admin/store/database.ts';
import { Outbox } from '../admin/store/outbox.ts';
import { type SeenState, StatusRepository } from '../admin/store/statuses.ts';
import { Visas } from '../admin/store/visas.ts';
import { type DecisionForm, type WaitingDecision, WaitingDecisions } from '../admin/store/waiting-decisions.ts';
import {
  type Consideration,
  consider,
  decisionMail,
  doubtsOf,
  isBarred,
  isRefusal,
  issuesOf,
  judge,
  roleFor,
} from './decisions.ts';
import {
  findPerson,
  isLogged,
  lastAction,
  logged,
  type Officer,
  requireRole,
  requireSame,
  seenStateOf,
  storeOfficerStatement,
} from './officer.ts';
import { OfficeRefusal, onChange } from './refusal.ts';

/** How long a decision waits. */
const WAIT_MS = 10 * 60_000;

/** @throws OfficeRefusal for the first issue of a form */
function requireCorrect(officer: Pick<Officer, 'now'>, consideration: Consideration, form: DecisionForm): void {
  const [issue] = issuesOf(consideration, form, doubtsOf(officer, consideration, form));
  if (issue) throw issue;
}

/** Stores a decision, which takes effect in ten minutes. @param seen the state that the officer saw @throws OfficeRefusal */
export async function decide(
  officer: Officer,
  consideration: Consideration,
  form: DecisionForm,
  seen: SeenState = seenStateOf(consideration.applicant),
): Promise<WaitingDecision> {
  const { env, by, now } = officer;
  const { applicant, status } = consideration;
  const { id } = applicant;
  requireCorrect(officer, consideration, form);
  const times = { madeAt: now, dueAt: now + WAIT_MS };
  const fourEyes = Number(officer.fourEyes);
  const decision = { applicantId: id, status, form, officer: by, fourEyes, ...times, seen, refusal: null };
  const statements = [
    new StatusRepository(env.DB).requireSeen(id, seen),
    ...new WaitingDecisions(env.DB).insert(decision),
    storeOfficerStatement(officer),
    logged(officer, id, 'decide', status),
  ];
  await commit(env.DB, statements, isLogged(officer, id, 'decide')).catch(async (error: unknown) => {
    if (error instanceof Conflict) await consider(officer, id, status, seen);
    return onChange(error);
  });
  return decision;
}

/** The decision that waits, for officers who may take it back; null otherwise. */
export function waitingDecision(officer: Officer, applicant: Applicant): WaitingDecision | null {
  const { decision } = applicant;
  if (decision === null || decision.refusal !== null || !isStatus(decision.status)) return null;
  const role = roleFor(decision.status);
  return officer.may(role) && (role !== 'issue' || !isBarred(officer, applicant)) ? decision : null;
}

/** @param madeAt time of the decision that the officer's page showed @throws OfficeRefusal `undoLate` where it waits no more */
async function requireWaiting(officer: Officer, given: string, madeAt: number): Promise<WaitingDecision> {
  const applicant = await findPerson(officer, given);
  const { id, decision } = applicant;
  if (decision === null || decision.refusal !== null || decision.madeAt !== madeAt)
    throw new OfficeRefusal('undoLate', await lastAction(officer, id));
  if (isStatus(decision.status)) requireRole(officer, roleFor(decision.status));
  if (!waitingDecision(officer, applicant)) throw new OfficeRefusal('fourEyes', { id });
  return decision;
}

/** Changes a waiting decision and logs that. @throws OfficeRefusal `undoLate` if it no longer waits */
async function changeWaiting(
  { env, by, now }: Officer,
  { applicantId, status }: WaitingDecision,
  action: string,
  statement: D1PreparedStatement,
): Promise<void> {
  const deskLog = new DeskLog(env.DB);
  const entry = { applicantId, action, detail: status, by, now };
  const statements = [statement, deskLog.add(entry, IS_WRITTEN)];
  const [changed] = await commit(env.DB, statements, deskLog.selectAdded(entry));
  if (changed?.meta.changes === 0) throw new OfficeRefusal('undoLate', { id: applicantId });
}

/** Removes a decision that waits. @throws OfficeRefusal */
export async function takeBack(officer: Officer, given: string, madeAt: number): Promise<void> {
  const decision = await requireWaiting(officer, given, madeAt);
  await changeWaiting(officer, decision, 'undo', new WaitingDecisions(officer.env.DB).delete(decision));
}

/** Makes a decision take effect within a minute. @throws OfficeRefusal */
export async function sendNow(officer: Officer, given: string, madeAt: number): Promise<void> {
  const decision = await requireWaiting(officer, given, madeAt);
  await changeWaiting(officer, decision, 'hurry', new WaitingDecisions(officer.env.DB).setDue(decision, officer.now));
}

/** Removes an officer's own decision that did not take effect. @throws OfficeRefusal */
export async function dismissFailed(officer: Officer, given: string): Promise<void> {
  const { id, decision } = await findPerson(officer, given);
  if (decision === null || decision.refusal === null || decision.officer !== officer.by)
    throw new OfficeRefusal('undoLate', { id });
  await new WaitingDecisions(officer.env.DB).delete(decision).run();
}

/** Applications on which an officer's decisions did not take effect. */
export async function failedDecisions(officer: Officer): Promise<Applicant[]> {
  const ids = await new WaitingDecisions(officer.env.DB).listFailed(officer.by, MAX_LISTED);
  return Promise.all(ids.map((id) => findPerson(officer, id)));
}

const MAX_LISTED = 10;

/** Why a decision did not take effect: what happened meanwhile, else the rule that forbids it. */
export function refusalOfDecision(
  applicant: Applicant,
  { refusal: code, officer, seen }: WaitingDecision,
): OfficeRefusal {
  try {
    requireSame({ ...applicant, decision: null }, seen);
  } catch (error) {
    return error as OfficeRefusal;
  }
  const context = code === 'forbidden' ? 'decide' : undefined;
  return new OfficeRefusal((code ?? 'conflict') as OfficeRefusal['code'], {
    id: applicant.id,
    by: officer,
    context,
  });
}

/** Applies the decisions that are due. Those that the applicant has overtaken stay for their officers. */
export async function applyDecisions(env: OfficeEnv, now: number, requestId: string): Promise<void> {
  for (const id of await new WaitingDecisions(env.DB).listDue(now))
    await applyDecision(env, id, now).catch((error: unknown) =>
      log({ level: 'error', request_id: requestId, endpoint: 'decision', detail: describeError(error) }),
    );
}

async function applyDecision(env: OfficeEnv, id: string, now: number): Promise<void> {
  const rights = new Officers(env.DB);
  const unknown = { env, by: '', now, fourEyes: false, may: () => false };
  const { decision, ...applicant } = await findPerson(unknown, id);
  if (decision === null || decision.refusal !== null) return;
  const { officer: by, fourEyes, seen, status, form } = decision;
  const { decides, issues } = await rights.rightsOf(by);
  const may: Officer['may'] = (role) => (role === 'issue' ? issues : decides);
  const officer = { env, by, now, fourEyes: fourEyes === 1, may };
  const alone = { ...applicant, decision: null };
  try {
    requireSame(alone, seen);
    const consideration = await judge(officer, alone, status);
    // Checked with the time of the confirmation: a visa that began on that day does not begin in the past.
    requireCorrect({ now: decision.madeAt }, consideration, form);
    await store(officer, consideration, decision);
  } catch (error) {
    // It was taken back at this moment; the next run sees a change by the applicant.
    if (error instanceof Conflict) return;
    if (!(error instanceof OfficeRefusal)) throw error;
    await new WaitingDecisions(env.DB).fail(decision, error.code);
  }
}

/** Writes history, visa and mail of a decision, and ends its waiting. @throws Conflict */
async function store(officer: Officer, { applicant, status }: Consideration, decision: WaitingDecision): Promise<void> {
  const { env, by, now } = officer;
  const { id, visa } = applicant;
  const { form, seen } = decision;
  const { issuesVisa, revokesVisa } = STAGES[status];
  const code = issuesVisa ? newVisaCode() : (visa?.code ?? '');
  const mail = await mailStatement(env, { applicantId: id, mail: decisionMail(id, status, form, code), now });
  const action = issuesVisa ? 'visa' : revokesVisa ? 'revoke' : 'set';
  const history = new StatusRepository(env.DB);
  const also = [
    history.requireSeen(id, seen),
    ...new WaitingDecisions(env.DB).complete(decision),
    logged(officer, id, action, action === 'set' ? status : code),
    // The applicant is told only of the present status.
    new Outbox(env.DB).dropStatusMails(id),
    mail.statement,
  ];
  const written = isLogged(officer, id, action);
  const change = { applicantId: id, note: form.note, officer: by, now };
  const visas = new Visas(env.DB);
  if (issuesVisa) return visas.issue({ ...change, code, validFrom: form.from, validTo: form.to }, also, written);
  if (revokesVisa) return visas.revoke(change, also, written);
  const reason = isRefusal(status) ? form.reason : null;
  return history.append({ ...change, status, fields: [...new Set(form.fields)], reason }, also, written);
}
