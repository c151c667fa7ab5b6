/** A decision: its form beside the evidence, the preview of its mail, the confirmation. */
import { REFUSAL_REASONS } from '../../../src/content/refusals.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { shownEmail } from '../../../src/domain/input/shown-email.ts';
import { type NoteTemplate, NoteTemplates } from '../../admin/store/notes.ts';
import type { DecisionForm } from '../../admin/store/waiting-decisions.ts';
import {
  askedDates,
  type Consideration,
  consider,
  type DecisionDoubt,
  doubtsOf,
  isRefusal,
  issuesOf,
  previewMail,
} from '../../office/decisions.ts';
import { cleanNote, MAX_NOTE, traceRead } from '../../office/officer.ts';
import { OfficeRefusal } from '../../office/refusal.ts';
import { decide as storeDecision } from '../../office/waiting.ts';
import { Answers, CaseHead, PassportFacts, SamePersons } from '../pages/Case.tsx';
import { DeskPage } from '../pages/DeskPage.tsx';
import { applicationPath, listQuery } from '../pages/paths.ts';
import { Scans } from '../pages/Scans.tsx';
import { Templates } from '../pages/Templates.tsx';
import {
  Arrow,
  DeskCheckbox,
  DeskField,
  DeskNotice,
  Form,
  render,
  StatusTag,
  Submit,
  useOffice,
} from '../pages/ui.tsx';
import {
  chosenIn,
  type DeskContext,
  type FormValues,
  formatSeenState,
  type Office,
  parseSeenState,
  type Routes,
  withForm,
} from '../request/office.ts';
import { applicationPage } from './application.tsx';

const FORM = 'decision';

interface Decision extends Consideration {
  form: DecisionForm;
  doubts: readonly DecisionDoubt[];
  templates: readonly NoteTemplate[];
}

/** Reads a form's body, with its note as it will be sent. */
function readForm(body: FormValues): DecisionForm {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  const lists = { fields: chosenIn(body, 'fields'), sure: chosenIn(body, 'sure') };
  return { note: cleanNote(text('note')), from: text('from'), to: text('to'), reason: text('reason'), ...lists };
}

async function load(office: Office, c: DeskContext, body: FormValues | null, isSent: boolean): Promise<Decision> {
  const { id = '', status = '' } = c.req.param();
  const seen = isSent ? parseSeenState(body?.seen) : undefined;
  if (isSent && !seen) throw new OfficeRefusal('conflict');
  const consideration = await consider(office, id, status, seen);
  await traceRead(office, 'open', consideration.applicant.id);
  const dates = STAGES[consideration.status].issuesVisa ? askedDates(consideration.applicant.fields) : {};
  const form = readForm(body ?? dates);
  const doubts = doubtsOf(office, consideration, form);
  return { ...consideration, form, doubts, templates: await new NoteTemplates(office.env.DB).list() };
}

/** The form of a decision; the form for requesting changes is on the application's page. */
const formOf = async (office: Office, c: DeskContext, decision: Decision) =>
  STAGES[decision.status].asksFields ? applicationPage(office, c) : <DecisionPage {...decision} />;

/** The form. Where the decision is not possible, as after Back from its result, the application. */
async function decisionPage(office: Office, c: DeskContext) {
  const application = applicationPath(c.req.param().id ?? '', listQuery(office.path, '?'));
  try {
    const decision = await load(office, c, office.form, false);
    const isThere = office.form === null && STAGES[decision.status].asksFields;
    return isThere ? c.redirect(`${application}#ask`, 303) : await formOf(office, c, decision);
  } catch (error) {
    if (office.form !== null || !(error instanceof OfficeRefusal && error.code === 'conflict')) throw error;
    return c.redirect(application, 303);
  }
}

async function decide(office: Office, c: DeskContext) {
  const body = await c.req.parseBody({ all: true });
  const decision = await load(office, c, body, true);
  const { applicant, form, doubts } = decision;
  const issues = body.step === 'edit' ? [] : issuesOf(decision, form, doubts);
  if (body.step === 'edit' || issues.length > 0) {
    const shown = withForm(office, { ...body, note: form.note }, issues);
    return render(c, await formOf(shown, c, decision), issues.length > 0 ? 422 : 200, shown);
  }
  if (body.step === 'confirm') {
    await storeDecision(office, decision, form, parseSeenState(body.seen));
    return c.redirect(applicationPath(applicant.id, `?done=decided${listQuery(office.path, '&')}`), 303);
  }
  const wasCleaned = typeof body.note === 'string' && body.note.replace(/\r\n?/g, '\n').trim() !== form.note;
  return <PreviewPage {...decision} preview={previewMail(office, decision, form)} wasCleaned={wasCleaned} />;
}

const formPath = ({ applicant, status }: Consideration, path: string) =>
  applicationPath(applicant.id, `/decision/${status}${listQuery(path, '?')}`);

function DecisionPage(decision: Decision) {
  const { t, decisionName, path } = useOffice();
  const { applicant, status, same } = decision;
  const { issuesVisa, main } = STAGES[status];
  const name = decisionName(status);
  return (
    <DeskPage title={name} heading={null} hasScans isWide form={FORM} areas={['note', 'reason']}>
      <p>
        <a href={applicationPath(applicant.id, listQuery(path, '?'))}>
          {t('back', { name: String(applicant.fields.fio || applicant.id) })}
        </a>
      </p>
      <CaseHead applicant={applicant} title={name} />
      <SamePersons same={same} id={applicant.id} />
      <div className="case">
        <Scans applicant={applicant} />
        <div className="stack">
          <section className="card stack">
            <StatusChange {...decision} />
            {(issuesVisa || main) && <PassportFacts applicant={applicant} />}
            <DecisionFields {...decision} />
          </section>
          <Answers applicant={applicant} />
        </div>
      </div>
    </DeskPage>
  );
}

function DecisionFields(decision: Decision) {
  const { t, locale, path } = useOffice();
  const { applicant, status, form, doubts, templates } = decision;
  const { issuesVisa, needsNote } = STAGES[status];
  const to = formPath(decision, path);
  const reasons = REFUSAL_REASONS.filter(({ isOffered }) => isOffered).map((one) => [one.code, one.name[locale]]);
  return (
    <Form to={to} id={FORM} values={{ seen: formatSeenState(applicant) }}>
      {issuesVisa && (
        <div className="field-row">
          <DeskField name="from" type="date" label={t('visa.from')} value={form.from} />
          <DeskField name="to" type="date" label={t('visa.to')} value={form.to} />
        </div>
      )}
      {doubts.map((doubt, at) => (
        <DeskCheckbox
          key={doubt}
          id={at === 0 ? 'sure' : `sure-${doubt}`}
          name="sure"
          value={doubt}
          label={`${t(`doubts.${doubt}`)} ${t('doubts.sure')}`}
        />
      ))}
      {isRefusal(status) && (
        <DeskField
          name="reason"
          label={t('decide.reason')}
          value={form.reason}
          options={Object.fromEntries([['', ''], ...reasons])}
        />
      )}
      <Templates templates={templates} use={status} locale={applicant.locale} form={FORM} field="note" to={to} />
      <DeskField
        name="note"
        rows={6}
        lang={applicant.locale}
        value={form.note}
        label={t(needsNote ? 'decide.note' : 'decide.noteOptional')}
        hint={`${t(`decide.noteHint.${applicant.locale}`)} ${t('decide.noteMax', { max: MAX_NOTE })}`}
      />
      <Submit name="step" value="preview" label={t('decide.preview')} />
    </Form>
  );
}

const StatusChange = ({ applicant, status }: Consideration) => (
  <p className="row">
    {applicant.id} <StatusTag status={applicant.status} /> <Arrow /> <StatusTag status={status} />
  </p>
);

function PreviewPage({
  preview,
  wasCleaned,
  ...decision
}: Decision & { preview: ReturnType<typeof previewMail>; wasCleaned: boolean }) {
  const office = useOffice();
  const { t, clock, statusName, decisionName, fieldLabels, path, locale } = office;
  const { applicant, status, form, doubts, same } = decision;
  const { from, to, fields, reason } = form;
  const { mail, contradicts } = preview;
  const attached = (mail?.attachments ?? []).map(({ filename }) => filename).join(', ');
  const email = shownEmail(String(applicant.fields.email));
  const values = { ...form, seen: formatSeenState(applicant) };
  return (
    <DeskPage title={t('preview.title')} heading={null} isWide form={FORM} areas={['note', 'reason']}>
      <CaseHead applicant={applicant} title={decisionName(status)} />
      <StatusChange {...decision} />
      <SamePersons same={same} id={applicant.id} />
      {doubts.length > 0 && (
        <DeskNotice tone="warning" title={t('doubts.title')}>
          {doubts.map((doubt) => t(`doubts.${doubt}`)).join(' ')}
        </DeskNotice>
      )}
      {wasCleaned && <DeskNotice tone="info" title={t('preview.cleaned')} />}
      {contradicts && (
        <DeskNotice tone="warning" title={t('preview.contradicts', { status: statusName(contradicts) })} />
      )}
      {STAGES[status].issuesVisa && <PassportFacts applicant={applicant} />}
      {from && <p>{t('preview.visa', { from: clock.day(from), to: clock.day(to) })}</p>}
      {fields.length > 0 && <p>{t('show.asked', { fields: fieldLabels(fields, applicant.type) })}</p>}
      {reason && (
        <p>
          {t('decide.reason')}: {REFUSAL_REASONS.find(({ code }) => code === reason)?.name[locale]}
        </p>
      )}
      <h2>{t('preview.mail')}</h2>
      <p className="soft">{t(mail ? 'preview.when' : 'preview.noMail', { email })}</p>
      {mail && (
        <article className="card stack" lang={applicant.locale}>
          <h3>{mail.subject}</h3>
          <p className="written">{mail.text.trim()}</p>
          {attached && <p className="soft">{attached}</p>}
        </article>
      )}
      {from && <p className="soft">{t('preview.code')}</p>}
      <Form to={formPath(decision, path)} id={FORM} values={values}>
        <div className="row">
          <Submit name="step" value="confirm" label={t('preview.confirm', { status: statusName(status) })} />
          <Submit name="step" value="edit" label={t('preview.edit')} look="quiet" />
        </div>
      </Form>
    </DeskPage>
  );
}

const PATH = '/applications/:id/decision/:status';
export const decisionRoutes: Routes = { get: { [PATH]: decisionPage }, post: { [PATH]: decide } };
