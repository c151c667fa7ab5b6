/** A decision: its form, the preview of its mail, the confirmation. */
import { changeableParts } from '../../../src/domain/application/asked-fields.ts';
import { fieldsOf } from '../../../src/domain/application/fields.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { shownEmail } from '../../../src/domain/input/email.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import { type ComposedMail, composeMail } from '../../admin/mail/compose.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { listTemplates } from '../../admin/store/note-templates.ts';
import { isSilent } from '../../office/announce.ts';
import { DeskRefusal, findApplicant, MAX_NOTE, requireApplicant } from '../../office/command.ts';
import {
  type DecisionForm,
  type DecisionProblem,
  decisionLine,
  decisionMail,
  decisionProblems,
  readDecision,
} from '../../office/decision-form.ts';
import { isOfficeDate } from '../../office/office-clock.ts';
import { requireSecondOfficer } from '../../office/second-officer.ts';
import { askedDates, unconfirmedDoubts, visaDoubts } from '../../office/visa-dates.ts';
import { Page } from '../pages/Page.tsx';
import { applicationPath } from '../pages/paths.ts';
import { Checkbox, Field, Form, Notice, render, StatusTag, Submit, useOffice } from '../pages/ui.tsx';
import {
  type DeskContext,
  formatSeenState,
  type Office,
  operatorOf,
  parseSeenState,
  roleFor,
  run,
} from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const DECISION = '/applications/:id/decision/:status';

type Decision = Awaited<ReturnType<typeof loadDecision>>;

/**
 * Loads a decision. @param body the submitted form; undefined for a new one
 * @throws DeskRefusal for a status that can't follow now, DeskConflict, Forbidden
 */
async function loadDecision(office: Office, c: DeskContext, body?: Record<string, unknown>) {
  const { t, env, clock, now } = office;
  const { id = '', status = '' } = c.req.param();
  const seen = body && parseSeenState(String(body.seen));
  if (body && !seen) throw new DeskRefusal(t('decide.notNow'));
  const operator = operatorOf(office, { seen });
  const applicant = await findApplicant(operator, id);
  requireApplicant(operator.t, applicant);
  if (!isStatus(status) || !isStatus(applicant.status) || !STAGES[applicant.status].next.includes(status))
    throw new DeskRefusal(t('decide.notNow'));
  requireRole(office, roleFor(status));
  if (roleFor(status) === 'issue') await requireSecondOfficer(operator, id);
  const { issuesVisa } = STAGES[status];
  const dates = issuesVisa ? askedDates(applicant.fields) : { from: '', to: '' };
  const empty = { seen: formatSeenState(applicant), note: '', fields: [], ...dates, sure: '' };
  const form: DecisionForm = body ? readDecision(body, applicant.type) : empty;
  const hasDates = issuesVisa && isOfficeDate(form.from) && isOfficeDate(form.to);
  const doubts = hasDates ? visaDoubts(applicant.fields, form, clock.dateOf(now)) : [];
  return { applicant, status, form, doubts, templates: await listTemplates(env.DB) };
}

export async function decisionPage(office: Office, c: DeskContext) {
  return <DecisionPage {...(await loadDecision(office, c))} />;
}

export async function decide(office: Office, c: DeskContext) {
  const body = await c.req.parseBody({ all: true });
  const decision = await loadDecision(office, c, body);
  const { applicant, status, form, doubts, templates } = decision;
  const { id, locale, fields, type, history } = applicant;
  const chosen = templates.find((template) => String(template.id) === body.template);
  if (chosen) return <DecisionPage {...decision} form={{ ...form, note: chosen[locale] }} />;
  if (body.step === 'edit') return <DecisionPage {...decision} />;
  const problems = decisionProblems(form, status, doubts);
  if (problems.length > 0) return render(c, <DecisionPage {...decision} problems={problems} />, 422);
  if (body.step === 'confirm') {
    await run(office, decisionLine(id, status, form), { seen: parseSeenState(form.seen) });
    return c.redirect(applicationPath(id, '?done=decided'), 303);
  }
  const { env, now } = office;
  const announced = { status_type: status, created_at: new Date(now).toISOString(), note: form.note };
  const reader = { id, name: String(fields.name ?? ''), type, history: [...history, announced] };
  const content = decisionMail(env, applicant, status, form);
  const isMailed = !(await isSilent(env.DB, applicant, content));
  const mail = isMailed ? composeMail(content, locale, env.PORTAL_ORIGIN, now, reader) : null;
  return <PreviewPage {...decision} mail={mail} />;
}

const linkBack = ({ id, fields }: Applicant) => ({ to: applicationPath(id), name: String(fields.fio || id) });
const formPath = ({ applicant, status }: Decision) => applicationPath(applicant.id, `/decision/${status}`);
const doubtsText = ({ t }: Office, { doubts }: Decision) => doubts.map((doubt) => t(`visa.doubts.${doubt}`)).join(' ');

const StatusChange = ({ applicant, status }: Decision) => (
  <p className="row">
    {applicant.id} <StatusTag status={applicant.status} /> <span aria-hidden="true">→</span>{' '}
    <StatusTag status={status} />
  </p>
);

function DecisionPage({ problems = [], ...decision }: Decision & { problems?: readonly DecisionProblem[] }) {
  const office = useOffice();
  const { t, decisionName } = office;
  const { applicant, status, form, doubts } = decision;
  const { issuesVisa, asksFields, needsNote } = STAGES[status];
  const name = decisionName(status);
  const errors = problems.map(({ field, problem }) => ({ field, problem, text: t(`decide.problems.${problem}`) }));
  const title = errors.length > 0 ? `${t('errorTitle')}: ${name}` : name;
  const errorOf = (name: DecisionProblem['field']) => errors.find(({ field }) => field === name)?.text;
  return (
    <Page title={title} heading={<h1>{name}</h1>} back={linkBack(applicant)}>
      <StatusChange {...decision} />
      {errors.length > 0 && (
        <Notice tone="error" title={t('decide.wrong')}>
          {errors.map(({ field, problem, text }) => (
            <p key={problem}>
              <a href={`#${field}`}>{text}</a> {problem === 'sure' && doubtsText(office, decision)}
            </p>
          ))}
        </Notice>
      )}
      <Form to={formPath(decision)} values={{ seen: form.seen }}>
        {issuesVisa && (
          <div className="field-row">
            <Field name="from" type="date" label={t('visa.from')} value={form.from} error={errorOf('from')} />
            <Field name="to" type="date" label={t('visa.to')} value={form.to} />
          </div>
        )}
        {doubts.length > 0 && (
          <Checkbox
            id="sure"
            name="sure"
            value={doubts.join(',')}
            label={t('visa.sure')}
            defaultChecked={unconfirmedDoubts(doubts, form.sure).length === 0}
            aria-invalid={errorOf('sure') ? true : undefined}
          />
        )}
        {asksFields && <AskedFields type={applicant.type} chosen={form.fields} />}
        <Templates {...decision} />
        <Field
          name="note"
          rows={6}
          lang={applicant.locale}
          label={t(needsNote ? 'decide.note' : 'decide.noteOptional')}
          hint={t(`decide.noteHint.${applicant.locale}`)}
          // A longer one, which browsers do not send, is cut and stays too long.
          value={cutText(form.note, MAX_NOTE + 1)}
          error={errorOf('note')}
        />
        <Submit name="step" value="preview" label={t('decide.preview')} />
      </Form>
    </Page>
  );
}

/** Checkboxes for the fields to change, by part of the form. */
function AskedFields({ type, chosen }: { type: Applicant['type']; chosen: readonly string[] }) {
  const { t, forms, fieldLabel } = useOffice();
  const parts = changeableParts(type).map((part) => ({
    part,
    names: fieldsOf(type, { part }).map(({ name }) => name),
  }));
  return (
    <fieldset className="field">
      <legend className="field__label">{t('decide.fields')}</legend>
      <p className="field__hint">{t('decide.fieldsHint')}</p>
      {parts.map(({ part, names }) => (
        <details key={part} open={names.some((name) => chosen.includes(name))}>
          <summary>{forms(`parts.${part}.title`, { context: type })}</summary>
          {names.map((name) => {
            const input = { id: `ask-${name}`, name: 'fields', value: name, defaultChecked: chosen.includes(name) };
            return <Checkbox key={name} {...input} label={fieldLabel(name, type)} />;
          })}
        </details>
      ))}
    </fieldset>
  );
}

/** Buttons that replace the note by a template. */
function Templates({ templates, status, applicant }: Decision) {
  const { t } = useOffice();
  const own = templates.filter((template) => template.status === status && template[applicant.locale] !== '');
  if (own.length === 0) return null;
  return (
    <div className="row field">
      {t('decide.templates')}
      {own.map(({ id, title }) => (
        <Submit key={id} name="template" value={id} label={title} look="quiet" />
      ))}
    </div>
  );
}

/** The mail in the applicant's language, and the confirmation. */
function PreviewPage({ mail, ...decision }: Decision & { mail: ComposedMail | null }) {
  const office = useOffice();
  const { t, clock, statusName, decisionName, fieldLabels } = office;
  const { applicant, status, form, doubts } = decision;
  const { from, to, fields } = form;
  const attached = (mail?.attachments ?? []).map(({ filename }) => filename).join(', ');
  return (
    <Page title={t('preview.title')} heading={<h1>{decisionName(status)}</h1>} back={linkBack(applicant)}>
      <StatusChange {...decision} />
      {doubts.length > 0 && (
        <Notice tone="warning" title={t('visa.doubtful')}>
          {doubtsText(office, decision)}
        </Notice>
      )}
      {from && <p>{t('preview.visa', { from: clock.day(from), to: clock.day(to) })}</p>}
      {fields.length > 0 && <p>{t('show.asked', { fields: fieldLabels(fields, applicant.type) })}</p>}
      <h2>{t('preview.mail')}</h2>
      <p className="soft">
        {t(mail ? 'preview.when' : 'preview.noMail', { email: shownEmail(String(applicant.fields.email)) })}
      </p>
      {mail && (
        <article className="card stack" lang={applicant.locale}>
          <h3>{mail.subject}</h3>
          <p className="written">{mail.text.trim()}</p>
          {attached && <p className="soft">{attached}</p>}
        </article>
      )}
      {from && <p className="soft">{t('preview.code')}</p>}
      <Form to={formPath(decision)} values={{ ...form }}>
        <div className="row">
          <Submit name="step" value="confirm" label={t('preview.confirm', { status: statusName(status) })} />
          <Submit name="step" value="edit" label={t('preview.edit')} look="quiet" />
        </div>
      </Form>
    </Page>
  );
}
