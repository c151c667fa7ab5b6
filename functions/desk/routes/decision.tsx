/** Decisions: the form, its preview, the confirmation; and what takes the last one back. */
import { Hono } from 'hono';
import { changeableFields } from '../../../src/domain/application/asked-fields.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { isRealDate, utcDate } from '../../../src/domain/input/date.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import { DeskRefusal, findApplicant, requireApplicant, seenOf } from '../../admin/desk/command.ts';
import { approverOf } from '../../admin/desk/second-officer.ts';
import { askedDates, type VisaDoubt, visaDoubts } from '../../admin/desk/visa-dates.ts';
import { composeMail, type Mail } from '../../admin/mail/compose.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { listActions } from '../../admin/store/desk.ts';
import { listTemplates } from '../../admin/store/note-templates.ts';
import { roleFor } from '../pages/Application.tsx';
import { type DecisionForm, DecisionPage, type DecisionProblem, PreviewPage } from '../pages/Decision.tsx';
import { htmlOf } from '../pages/Page.tsx';
import { applicationPath } from '../pages/ui.tsx';
import {
  type DeskContext,
  type DeskVariables,
  type Office,
  operatorOf,
  readSeen,
  run,
  writeSeen,
} from '../request/office.ts';
import type { DeskEnv } from '../request/settings.ts';
import { requireRole } from './refusals.tsx';

export const decisionRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

/** Stands where the code will be, which is made when the visa is issued. */
const CODE_PLACE = '••••••••••••••••••••••••';

const today = ({ now }: Office) => utcDate(new Date(now));

/** @throws DeskRefusal for a step that can't be made, Forbidden */
async function decisionOf(
  office: Office,
  id: string,
  given: string,
): Promise<{ applicant: Applicant; status: Status }> {
  const { t } = office;
  const operator = operatorOf(office);
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
  isRealDate(from) && isRealDate(to) ? visaDoubts(fields, { from, to }, today(office)) : [];

async function readForm(
  c: DeskContext,
  { type }: Applicant,
): Promise<{ form: DecisionForm; step: string; template: string }> {
  const body = await c.req.parseBody({ all: true });
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  const known: readonly string[] = changeableFields(type);
  const fields = [body.fields ?? []].flat().filter((name) => typeof name === 'string' && known.includes(name));
  const note = text('note').replace(/\r\n?/g, '\n').trim();
  const form = {
    seen: text('seen'),
    note,
    fields: fields as string[],
    from: text('from'),
    to: text('to'),
    sure: text('sure'),
  };
  return { form, step: text('step'), template: text('template') };
}

decisionRoutes.post('/applications/:id/decision/:status', async (c) => {
  const office = c.get('office');
  const { applicant, status } = await decisionOf(office, c.req.param('id'), c.req.param('status'));
  const { form, step, template } = await readForm(c, applicant);
  const { issuesVisa } = STAGES[status];
  const doubts = issuesVisa ? doubtsOf(office, applicant, form) : [];
  const templates = await listTemplates(office.env.DB);
  const edit = (given: DecisionForm, problems: readonly DecisionProblem[] = []) =>
    c.html(
      htmlOf(<DecisionPage {...{ office, applicant, status, form: given, doubts, templates, problems }} />),
      problems.length > 0 ? 422 : 200,
    );
  const chosen = templates.find(({ id }) => String(id) === template);
  if (chosen) return edit({ ...form, note: chosen[applicant.locale] });
  if (step === 'edit') return edit(form);
  const problems = problemsOf(form, status, doubts);
  if (problems.length > 0) return edit(form, problems);
  if (step !== 'confirm') {
    const mail = composeMail(
      mailOf(applicant.id, status, form),
      applicant.locale,
      office.env.PORTAL_ORIGIN,
      office.now,
    );
    return c.html(htmlOf(<PreviewPage {...{ office, applicant, status, form, doubts, mail }} />));
  }
  const seen = readSeen(form.seen);
  if (!seen) throw new DeskRefusal(office.t('decide.notNow'));
  await run(office, lineOf(applicant.id, status, form), { seen });
  return c.redirect(applicationPath(applicant.id, '?done=decided'), 303);
});

function problemsOf(
  { note, from, to, sure }: DecisionForm,
  status: Status,
  doubts: readonly VisaDoubt[],
): DecisionProblem[] {
  const { needsNote, issuesVisa } = STAGES[status];
  const checks: [DecisionProblem, boolean][] = [
    ['dates', issuesVisa && (!isRealDate(from) || !isRealDate(to) || to <= from)],
    ['sure', doubts.length > 0 && sure !== 'yes'],
    ['note', needsNote && note === ''],
    ['noteCharacters', cleanText(note, true) !== note],
  ];
  return checks.flatMap(([problem, isThere]) => (isThere ? [problem] : []));
}

function mailOf(id: string, status: Status, { note, from, to }: DecisionForm): Mail {
  if (!STAGES[status].issuesVisa) return { kind: 'status', id, status, note };
  return { kind: 'visa', id, note, visa: { code: CODE_PLACE, valid_from: from, valid_to: to } };
}

function lineOf(id: string, status: Status, { note, fields, from, to }: DecisionForm) {
  const options = note ? { note } : {};
  const { issuesVisa, revokesVisa } = STAGES[status];
  if (issuesVisa) return { name: 'visa', args: [id], options: { ...options, from, to } };
  if (revokesVisa) return { name: 'revoke', args: [id], options };
  const asked = fields.length > 0 ? { fields: fields.join(',') } : {};
  return { name: 'set', args: [id, status], options: { ...options, ...asked } };
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
