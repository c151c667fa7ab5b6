/** Routes of a decision: form, preview, confirmation. */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { isSilent } from '../../admin/desk/announce.ts';
import { DeskRefusal, findApplicant, requireApplicant, seenStateOf } from '../../admin/desk/command.ts';
import {
  type DecisionForm,
  type DecisionProblem,
  decisionLine,
  decisionMail,
  decisionProblems,
  readDecision,
} from '../../admin/desk/decision-form.ts';
import { isOfficeDate } from '../../admin/desk/office-clock.ts';
import { isBarred } from '../../admin/desk/second-officer.ts';
import { askedDates, visaDoubts } from '../../admin/desk/visa-dates.ts';
import { composeMail } from '../../admin/mail/compose.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { listTemplates } from '../../admin/store/note-templates.ts';
import type { SeenState } from '../../admin/store/statuses.ts';
import { type Decision, DecisionPage, PreviewPage } from '../pages/Decision.tsx';
import { applicationPath, render } from '../pages/ui.tsx';
import {
  createRoutes,
  formatSeenState,
  type Office,
  operatorOf,
  parseSeenState,
  roleFor,
  run,
} from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const decisionRoutes = createRoutes();
const PATH = '/applications/:id/decision/:status';

/** Loads what a decision needs. @throws DeskRefusal for a status that can't follow now, DeskConflict, Forbidden */
async function loadStep(office: Office, { id, status }: { id: string; status: string }, seen?: SeenState) {
  const { t, env } = office;
  const operator = operatorOf(office, { seen });
  const applicant = await findApplicant(operator, id);
  requireApplicant(operator.t, applicant);
  if (!isStatus(status) || !isStatus(applicant.status) || !STAGES[applicant.status].next.includes(status))
    throw new DeskRefusal(t('decide.notNow'));
  requireRole(office, roleFor(status));
  if (roleFor(status) === 'issue' && (await isBarred(operator, id))) throw new DeskRefusal(t('decide.fourEyes'));
  return { applicant, status, templates: await listTemplates(env.DB) };
}

function doubtsOf({ clock, now }: Office, { fields }: Applicant, { from, to }: DecisionForm) {
  return isOfficeDate(from) && isOfficeDate(to) ? visaDoubts(fields, { from, to }, clock.dateOf(now)) : [];
}

decisionRoutes.get(PATH, async (c) => {
  const { office } = c.var;
  const step = await loadStep(office, c.req.param());
  const { applicant, status } = step;
  const dates = STAGES[status].issuesVisa ? askedDates(applicant.fields) : { from: '', to: '' };
  const form = { seen: formatSeenState(seenStateOf(applicant)), note: '', fields: [], ...dates, sure: '' };
  return render(
    c,
    <DecisionPage decision={{ ...step, form, doubts: doubtsOf(office, applicant, form) }} problems={[]} />,
  );
});

decisionRoutes.post(PATH, async (c) => {
  const { office } = c.var;
  const body = await c.req.parseBody({ all: true });
  const seen = parseSeenState(String(body.seen ?? ''));
  if (!seen) throw new DeskRefusal(office.t('decide.notNow'));
  const step = await loadStep(office, c.req.param(), seen);
  const { applicant, status, templates } = step;
  const { id, locale, fields, type, history } = applicant;
  const form = readDecision(body, type);
  const doubts = STAGES[status].issuesVisa ? doubtsOf(office, applicant, form) : [];
  const decision: Decision = { ...step, form, doubts };
  const edit = (entered: DecisionForm, problems: readonly DecisionProblem[] = []) => {
    const page = <DecisionPage decision={{ ...decision, form: entered }} problems={problems} />;
    return render(c, page, problems.length > 0 ? 422 : 200);
  };
  const chosen = templates.find((template) => String(template.id) === body.template);
  if (chosen) return edit({ ...form, note: chosen[locale] });
  if (body.step === 'edit') return edit(form);
  const problems = decisionProblems(form, status, doubts);
  if (problems.length > 0) return edit(form, problems);
  if (body.step === 'confirm') {
    await run(office, decisionLine(id, status, form), { seen });
    return c.redirect(applicationPath(id, '?done=decided'), 303);
  }
  const reader = { name: String(fields.name ?? ''), type, history };
  const content = decisionMail(id, status, form);
  const isMailed = !(await isSilent(office.env.DB, applicant, content));
  const mail = isMailed ? composeMail(content, locale, office.env.PORTAL_ORIGIN, office.now, reader) : null;
  return render(c, <PreviewPage decision={decision} mail={mail} />);
});
