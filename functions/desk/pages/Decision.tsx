/** A decision in two steps: what is decided, then the mail as it will be sent. One confirmation; ten minutes to take it back. */

import { changeableFields } from '../../../src/domain/application/asked-fields.ts';
import { fieldsOf, partsOf } from '../../../src/domain/application/fields.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { shownEmail } from '../../../src/domain/input/email.ts';
import type { DecisionForm, DecisionProblem } from '../../admin/desk/decision-form.ts';
import { fieldLabel, statusName } from '../../admin/desk/site-words.ts';
import type { VisaDoubt } from '../../admin/desk/visa-dates.ts';
import type { ComposedMail } from '../../admin/mail/compose.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { NoteTemplate } from '../../admin/store/note-templates.ts';
import type { Office } from '../request/office.ts';
import { Page } from './Page.tsx';
import { applicationPath, Chip, decisionName, Hidden, Notice, TextField } from './ui.tsx';

interface DecisionPageProps {
  office: Office;
  applicant: Applicant;
  status: Status;
  form: DecisionForm;
  problems: readonly DecisionProblem[];
  doubts: readonly VisaDoubt[];
  templates: readonly NoteTemplate[];
}

/** What is decided, and about whom. */
function Heading({ office, applicant, status }: Pick<DecisionPageProps, 'office' | 'applicant' | 'status'>) {
  const name = String(applicant.fields.fio ?? '') || applicant.id;
  return (
    <>
      <p>
        <a href={applicationPath(applicant.id)}>{office.t('back', { name })}</a>
      </p>
      <h1>{decisionName(office, status)}</h1>
      <p className="head__facts">
        <span className="number">{applicant.id}</span>
        <Chip status={applicant.status} office={office} />
        <span aria-hidden="true">→</span>
        <Chip status={status} office={office} />
      </p>
    </>
  );
}

export function DecisionPage(props: DecisionPageProps) {
  const { office, applicant, status, form, problems, doubts } = props;
  const { t } = office;
  const { issuesVisa, asksFields, needsNote } = STAGES[status];
  const wrong = (problem: DecisionProblem) =>
    problems.includes(problem) ? t(`decide.problems.${problem}`) : undefined;
  const title = `${problems.length > 0 ? `${t('errorTitle')}: ` : ''}${decisionName(office, status)}`;
  return (
    <Page office={office} title={title}>
      <Heading office={office} applicant={applicant} status={status} />
      {problems.length > 0 && <Problems office={office} problems={problems} doubts={doubts} />}
      <form method="post" action={applicationPath(applicant.id, `/decision/${status}`)} className="form">
        <Hidden values={{ seen: form.seen }} />
        {issuesVisa && (
          <div className="pair">
            <TextField name="from" type="date" label={t('visa.from')} value={form.from} error={wrong('dates')} />
            <TextField name="to" type="date" label={t('visa.to')} value={form.to} />
          </div>
        )}
        {doubts.length > 0 && (
          <label className="check" data-wrong={wrong('sure') ? true : undefined}>
            <input id="sure" type="checkbox" name="sure" value="yes" defaultChecked={form.sure === 'yes'} />
            <span>{t('visa.sure')}</span>
          </label>
        )}
        {asksFields && <AskedFields office={office} type={applicant.type} chosen={form.fields} />}
        <Templates {...props} />
        <TextField
          name="note"
          rows={6}
          maxLength={4000}
          lang={applicant.locale}
          label={t(needsNote ? 'decide.note' : 'decide.noteOptional')}
          hint={t(`decide.noteHint.${applicant.locale}`)}
          value={form.note}
          error={wrong('note') ?? wrong('noteCharacters')}
        />
        <button type="submit" name="step" value="preview" className="button">
          {t('decide.preview')}
        </button>
      </form>
    </Page>
  );
}

const PLACES: Record<DecisionProblem, string> = { note: 'note', noteCharacters: 'note', dates: 'from', sure: 'sure' };

function Problems({ office: { t }, problems, doubts }: Pick<DecisionPageProps, 'office' | 'problems' | 'doubts'>) {
  return (
    <Notice tone="error" title={t('decide.wrong')}>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <a href={`#${PLACES[problem]}`}>{t(`decide.problems.${problem}`)}</a>
            {problem === 'sure' && ` ${doubts.map((doubt) => t(`visa.doubts.${doubt}`)).join(' ')}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The fields by their labels, in the parts of the form. */
function AskedFields({ office, type, chosen }: { office: Office; type: Applicant['type']; chosen: readonly string[] }) {
  const { t, forms, locale } = office;
  const known = new Set<string>(changeableFields(type));
  const parts = partsOf(type).flatMap((part) => {
    const names = fieldsOf(type, { part }).flatMap(({ name }) => (known.has(name) ? [name] : []));
    return names.length > 0 ? [{ part, names }] : [];
  });
  return (
    <fieldset className="asked">
      <legend>{t('decide.fields')}</legend>
      <p className="field__hint">{t('decide.fieldsHint')}</p>
      {parts.map(({ part, names }) => (
        <details key={part} open={names.some((name) => chosen.includes(name))}>
          <summary>{forms(`parts.${part}.title`, { context: type })}</summary>
          {names.map((name) => (
            <label key={name} className="check">
              <input type="checkbox" name="fields" value={name} defaultChecked={chosen.includes(name)} />
              <span>{fieldLabel(name, type, locale)}</span>
            </label>
          ))}
        </details>
      ))}
    </fieldset>
  );
}

/** Each puts its text in the place of the note. */
function Templates({ office: { t }, templates, status, applicant }: DecisionPageProps) {
  const own = templates.filter((template) => template.status === status && template[applicant.locale] !== '');
  if (own.length === 0) return null;
  return (
    <div className="templates">
      <p>{t('decide.templates')}</p>
      {own.map(({ id, title }) => (
        <button key={id} type="submit" name="template" value={id} className="button button--quiet">
          {title}
        </button>
      ))}
    </div>
  );
}

interface PreviewPageProps extends Pick<DecisionPageProps, 'office' | 'applicant' | 'status' | 'form' | 'doubts'> {
  mail: ComposedMail;
}

export function PreviewPage({ office, applicant, status, form, mail, doubts }: PreviewPageProps) {
  const { t, locale, clock } = office;
  const { seen, note, from, to, sure, fields } = form;
  return (
    <Page office={office} title={t('preview.title')}>
      <Heading office={office} applicant={applicant} status={status} />
      {doubts.length > 0 && (
        <Notice tone="warning" title={t('visa.doubtful')}>
          <p>{doubts.map((doubt) => t(`visa.doubts.${doubt}`)).join(' ')}</p>
        </Notice>
      )}
      {from && <p>{t('preview.visa', { from: clock.day(from), to: clock.day(to) })}</p>}
      {fields.length > 0 && (
        <p>{t('show.asked', { fields: fields.map((name) => fieldLabel(name, applicant.type, locale)).join(', ') })}</p>
      )}
      <h2>{t('preview.mail')}</h2>
      <p className="soft">{t('preview.when', { email: shownEmail(String(applicant.fields.email)) })}</p>
      <Mail mail={mail} lang={applicant.locale} />
      {from && <p className="soft">{t('preview.code')}</p>}
      <form method="post" action={applicationPath(applicant.id, `/decision/${status}`)} className="form__end">
        <Hidden values={{ seen, note, from, to, sure }} />
        {fields.map((name) => (
          <input key={name} type="hidden" name="fields" value={name} />
        ))}
        <button type="submit" name="step" value="confirm" className="button">
          {t('preview.confirm', { status: statusName(status, locale) })}
        </button>
        <button type="submit" name="step" value="edit" className="button button--quiet">
          {t('preview.edit')}
        </button>
      </form>
    </Page>
  );
}

/** A mail as its reader gets it, in the reader's language. */
function Mail({ mail: { subject, text, attachments = [] }, lang }: { mail: ComposedMail; lang: string }) {
  return (
    <article className="mail" lang={lang}>
      <h3>{subject}</h3>
      <p className="written">{text.trim()}</p>
      {attachments.length > 0 && <p className="soft">{attachments.map(({ filename }) => filename).join(', ')}</p>}
    </article>
  );
}
