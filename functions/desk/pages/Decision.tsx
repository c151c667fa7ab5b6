/** The pages of a decision: its form, then a preview of the mail with the confirmation. */
import { changeableFields } from '../../../src/domain/application/asked-fields.ts';
import { fieldsOf, partsOf } from '../../../src/domain/application/fields.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { shownEmail } from '../../../src/domain/input/email.ts';
import type { DecisionForm, DecisionProblem } from '../../admin/desk/decision-form.ts';
import { fieldLabel, statusName } from '../../admin/desk/site-words.ts';
import { unconfirmedDoubts, type VisaDoubt } from '../../admin/desk/visa-dates.ts';
import type { ComposedMail } from '../../admin/mail/compose.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { NoteTemplate } from '../../admin/store/note-templates.ts';
import type { Office } from '../request/office.ts';
import { Page } from './Page.tsx';
import {
  applicationPath,
  Checkbox,
  decisionName,
  Form,
  fieldLabels,
  Notice,
  StatusTag,
  Submit,
  TextField,
  useOffice,
} from './ui.tsx';

export interface Decision {
  applicant: Applicant;
  status: Status;
  form: DecisionForm;
  doubts: readonly VisaDoubt[];
  templates: readonly NoteTemplate[];
}

const applicationLink = ({ applicant: { id, fields } }: Decision) => ({
  to: applicationPath(id),
  name: String(fields.fio || id),
});
const formPath = ({ applicant, status }: Decision) => applicationPath(applicant.id, `/decision/${status}`);
const doubtsText = ({ t }: Office, { doubts }: Decision) => doubts.map((doubt) => t(`visa.doubts.${doubt}`)).join(' ');

const StatusChange = ({ applicant, status }: Decision) => (
  <p className="facts">
    {applicant.id} <StatusTag status={applicant.status} /> <span aria-hidden="true">→</span>{' '}
    <StatusTag status={status} />
  </p>
);

/** The field that each problem belongs to. */
const FIELD_OF_PROBLEM: Record<DecisionProblem, string> = {
  note: 'note',
  noteCharacters: 'note',
  noteLength: 'note',
  dates: 'from',
  sure: 'sure',
};

export function DecisionPage({ decision, problems }: { decision: Decision; problems: readonly DecisionProblem[] }) {
  const office = useOffice();
  const { t } = office;
  const { applicant, status, form, doubts } = decision;
  const { issuesVisa, asksFields, needsNote } = STAGES[status];
  const name = decisionName(office, status);
  const errorOf = (place: string) =>
    problems.filter((one) => FIELD_OF_PROBLEM[one] === place).map((one) => t(`decide.problems.${one}`))[0];
  const note = {
    name: 'note',
    rows: 6,
    maxLength: 4000,
    lang: applicant.locale,
    value: form.note,
    error: errorOf('note'),
  };
  return (
    <Page
      title={problems.length > 0 ? `${t('errorTitle')}: ${name}` : name}
      heading={<h1>{name}</h1>}
      back={applicationLink(decision)}
    >
      <StatusChange {...decision} />
      {problems.length > 0 && (
        <Notice tone="error" title={t('decide.wrong')}>
          {problems.map((problem) => (
            <p key={problem}>
              <a href={`#${FIELD_OF_PROBLEM[problem]}`}>{t(`decide.problems.${problem}`)}</a>{' '}
              {problem === 'sure' && doubtsText(office, decision)}
            </p>
          ))}
        </Notice>
      )}
      <Form to={formPath(decision)} values={{ seen: form.seen }}>
        {issuesVisa && (
          <div className="field-row">
            <TextField name="from" type="date" label={t('visa.from')} value={form.from} error={errorOf('from')} />
            <TextField name="to" type="date" label={t('visa.to')} value={form.to} />
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
        <TextField
          {...note}
          label={t(needsNote ? 'decide.note' : 'decide.noteOptional')}
          hint={t(`decide.noteHint.${applicant.locale}`)}
        />
        <Submit name="step" value="preview" label={t('decide.preview')} />
      </Form>
    </Page>
  );
}

/** Checkboxes for the fields to change, by part of the form. */
function AskedFields({ type, chosen }: { type: Applicant['type']; chosen: readonly string[] }) {
  const { t, forms, locale } = useOffice();
  const known = new Set<string>(changeableFields(type));
  const parts = partsOf(type).flatMap((part) => {
    const names = fieldsOf(type, { part }).flatMap(({ name }) => (known.has(name) ? [name] : []));
    return names.length > 0 ? [{ part, names }] : [];
  });
  return (
    <fieldset className="field">
      <legend className="field__label">{t('decide.fields')}</legend>
      <p className="field__hint">{t('decide.fieldsHint')}</p>
      {parts.map(({ part, names }) => (
        <details key={part} open={names.some((name) => chosen.includes(name))}>
          <summary>{forms(`parts.${part}.title`, { context: type })}</summary>
          {names.map((name) => {
            const input = { id: `ask-${name}`, name: 'fields', value: name, defaultChecked: chosen.includes(name) };
            return <Checkbox key={name} {...input} label={fieldLabel(name, type, locale)} />;
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
    <div className="facts field">
      {t('decide.templates')}
      {own.map(({ id, title }) => (
        <Submit key={id} name="template" value={id} label={title} look="quiet" />
      ))}
    </div>
  );
}

/** The mail in the applicant's language, and the confirmation. */
export function PreviewPage({ decision, mail }: { decision: Decision; mail: ComposedMail | null }) {
  const office = useOffice();
  const { t, locale, clock } = office;
  const { applicant, status, form, doubts } = decision;
  const { seen, note, from, to, sure, fields } = form;
  const attached = (mail?.attachments ?? []).map(({ filename }) => filename).join(', ');
  return (
    <Page title={t('preview.title')} heading={<h1>{decisionName(office, status)}</h1>} back={applicationLink(decision)}>
      <StatusChange {...decision} />
      {doubts.length > 0 && (
        <Notice tone="warning" title={t('visa.doubtful')}>
          {doubtsText(office, decision)}
        </Notice>
      )}
      {from && <p>{t('preview.visa', { from: clock.day(from), to: clock.day(to) })}</p>}
      {fields.length > 0 && <p>{t('show.asked', { fields: fieldLabels(office, fields, applicant.type) })}</p>}
      <h2>{t('preview.mail')}</h2>
      <p className="soft">
        {t(mail ? 'preview.when' : 'preview.noMail', { email: shownEmail(String(applicant.fields.email)) })}
      </p>
      {mail && (
        <article className="card block" lang={applicant.locale}>
          <h3>{mail.subject}</h3>
          <p className="written">{mail.text.trim()}</p>
          {attached && <p className="soft">{attached}</p>}
        </article>
      )}
      {from && <p className="soft">{t('preview.code')}</p>}
      <Form to={formPath(decision)} values={{ seen, note, from, to, sure }}>
        {fields.map((name) => (
          <input key={name} type="hidden" name="fields" value={name} />
        ))}
        <div className="facts">
          <Submit name="step" value="confirm" label={t('preview.confirm', { status: statusName(status, locale) })} />
          <Submit name="step" value="edit" label={t('preview.edit')} look="quiet" />
        </div>
      </Form>
    </Page>
  );
}
