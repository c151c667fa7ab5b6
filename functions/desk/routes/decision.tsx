/** Decisions: the form, its preview, the confirmation; and what takes the last one back. */
import { Hono } from 'hono';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { isRealDate, utcDate } from '../../../src/domain/input/date.ts';
import { DeskConflict, DeskRefusal, findApplicant, requireApplicant, seenOf } from '../../admin/desk/command.ts';
import {
  type DecisionForm,
  type DecisionProblem,
  decisionLine,
  decisionMail,
  decisionProblems,
  readDecision,
} from '../../admin/desk/decision-form.ts';
import { approverOf } from '../../admin/desk/second-officer.ts';
import { askedDates, type VisaDoubt, visaDoubts } from '../../admin/desk/visa-dates.ts';
import { composeMail } from '../../admin/mail/compose.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { listActions } from '../../admin/store/desk.ts';
import { listTemplates } from '../../admin/store/note-templates.ts';
import type { Seen } from '../../admin/store/statuses.ts';
import { roleFor } from '../pages/Application.tsx';
import { DecisionPage, PreviewPage } from '../pages/Decision.tsx';
import { htmlOf } from '../pages/Page.tsx';
import { applicationPath } from '../pages/ui.tsx';
import type { DeskEnv } from '../request/env.ts';
import {
  type DeskContext,
  type DeskVariables,
  type Office,
  operatorOf,
  readSeen,
  run,
  writeSeen,
} from '../request/office.ts';
import { refusalPage, requireRole } from './refusals.tsx';

export const decisionRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

/** @throws DeskRefusal for a step that can't be made; DeskConflict, Forbidden */
async function decisionOf(office: Office, id: string, given: string, seen?: Seen) {
  const { t } = office;
  const operator = operatorOf(office, { seen });
  const applicant = await findApplicant(operator, id);
  requireApplicant(operator.t, applicant);
  if (!isStatus(given) || !isStatus(applicant.status) || !STAGES[applicant.status].next.includes(given))
    throw new DeskRefusal(t('decide.notNow'));
  requireRole(office, roleFor(given));
  if (office.settings.fourEyes && roleFor(given) === 'issue') {
    const approver = approverOf(await listActions(office.env.DB, id));
    if (approver === office.officer.email) throw new DeskRefusal(t('decide.fourEyes'));
  }
  return { applicant, status: given };
}

decisionRoutes.get('/applications/:id/decision/:status', async (c) => {
  const office = c.get('office');
  const { applicant, status } = await decisionOf(office, c.req.param('id'), c.req.param('status'));
  const dates = STAGES[status].issuesVisa ? askedDates(applicant.fields) : { from: '', to: '' };
  const form = { seen: writeSeen(seenOf(applicant)), note: '', fields: [], ...dates, sure: '' };
  const doubts = doubtsOf(office, applicant, form);
  const templates = await listTemplates(office.env.DB);
  const page = <DecisionPage {...{ office, applicant, status, form, doubts, templates, problems: [] }} />;
  return c.html(htmlOf(page));
});

const doubtsOf = (office: Office, { fields }: Applicant, { from, to }: DecisionForm): VisaDoubt[] =>
  isRealDate(from) && isRealDate(to) ? visaDoubts(fields, { from, to }, utcDate(new Date(office.now))) : [];

decisionRoutes.post('/applications/:id/decision/:status', async (c) => {
  const office = c.get('office');
  const body = await c.req.parseBody({ all: true });
  const seen = readSeen(String(body.seen ?? ''));
  if (!seen) throw new DeskRefusal(office.t('decide.notNow'));
  try {
    return await answerForm(c, body, seen);
  } catch (error) {
    if (!(error instanceof DeskConflict)) throw error;
    return refusalPage(c, error, String(body.note ?? ''));
  }
});

async function answerForm(c: DeskContext, body: Readonly<Record<string, unknown>>, seen: Seen) {
  const office = c.get('office');
  const { id = '', status: given = '' } = c.req.param() as Record<string, string>;
  const { applicant, status } = await decisionOf(office, id, given, seen);
  const form = readDecision(body, applicant.type);
  const doubts = STAGES[status].issuesVisa ? doubtsOf(office, applicant, form) : [];
  const templates = await listTemplates(office.env.DB);
  const edit = (entered: DecisionForm, problems: readonly DecisionProblem[] = []) =>
    c.html(
      htmlOf(<DecisionPage {...{ office, applicant, status, form: entered, doubts, templates, problems }} />),
      problems.length > 0 ? 422 : 200,
    );
  const chosen = templates.find((template) => String(template.id) === body.template);
  if (chosen) return edit({ ...form, note: chosen[applicant.locale] });
  if (body.step === 'edit') return edit(form);
  const problems = decisionProblems(form, status, doubts);
  if (problems.length > 0) return edit(form, problems);
  if (body.step === 'confirm') {
    await run(office, decisionLine(id, status, form), { seen });
    return c.redirect(applicationPath(id, '?done=decided'), 303);
  }
  const mail = composeMail(decisionMail(id, status, form), applicant.locale, office.env.PORTAL_ORIGIN, office.now, {
    ...{ name: String(applicant.fields.name ?? ''), type: applicant.type, history: applicant.history },
  });
  return c.html(htmlOf(<PreviewPage {...{ office, applicant, status, form, doubts, mail }} />));
}

decisionRoutes.post('/applications/:id/undo', async (c) => {
  const office = c.get('office');
  const id = c.req.param('id');
  const { seen, status } = await c.req.parseBody();
  const given = String(status ?? '');
  const known = readSeen(String(seen ?? ''));
  if (!isStatus(given) || !known) throw new DeskRefusal(office.t('decide.notNow'));
  requireRole(office, roleFor(given));
  await run(office, { name: 'undo', args: [id, given] }, { seen: known });
  return c.redirect(applicationPath(id, '?done=undone'), 303);
});
