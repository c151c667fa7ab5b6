/** What a decision is based on: the head that stays in view, the answers with their scans, and the facts of a passport. */
import { answerText } from '../../../src/domain/application/answers.ts';
import { type PresentedRow, presentApplication } from '../../../src/domain/application/application-copy.ts';
import { changeableFields } from '../../../src/domain/application/asked-fields.ts';
import { FIELDS, fieldsOf } from '../../../src/domain/application/fields.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { PHOTO_MARKS } from '../../../src/domain/application/wire-names.ts';
import { type Doubt, passportDoubts } from '../../../src/domain/passport/doubts.ts';
import { photoMarks } from '../../../src/domain/passport/photo-marks.ts';
import { storedValues } from '../../admin/application/record.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { FileRow } from '../../admin/store/files.ts';
import type { SamePerson } from '../../admin/store/same-person.ts';
import { nextDecisions } from '../../office/decisions.ts';
import type { Change } from '../../office/differences.ts';
import { Entries } from './Entries.tsx';
import { applicationPath, limitsOf, listQuery } from './paths.ts';
import { ScanLink } from './Scans.tsx';
import {
  ButtonLink,
  CaseSection,
  DeskCheckbox,
  DeskNotice,
  Form,
  Multiline,
  Owner,
  StatusTag,
  Submit,
  Tag,
  useOffice,
} from './ui.tsx';

export const nameOf = ({ anonymisedAt, fields, id }: Applicant) =>
  (anonymisedAt === null && String(fields.fio ?? '')) || id;

/** A doubt about a passport; or an answer that differs from the photo, with the photo's answer. */
type Mark = Omit<Doubt, 'code'> & { code: Doubt['code'] | typeof PHOTO_MARKS };

interface CaseHeadProps {
  applicant: Applicant;
  /** Officers to whom the application can be handed over. */
  colleagues?: readonly string[];
  /** Title of the decision that the page is about. */
  title?: string;
  /** The applicant's last change. */
  change?: Change | undefined;
}

/** Name, stage, deadline, last change and decisions, which stay in view; below them number, passport and who works on it. */
export function CaseHead({ applicant, colleagues, title, change }: CaseHeadProps) {
  const office = useOffice();
  const { t, clock, now, may, typeName, stageDue, path, decisionName } = office;
  const { id, type, status, history, fields, visa, anonymisedAt, emailConfirmedAt, isFreed } = applicant;
  const { due, isOverdue } = stageDue({ status, since: Date.parse(history.at(-1)?.created_at ?? '') || now });
  const isPerson = anonymisedAt === null;
  const facts = [
    id,
    isPerson && t('passport', { number: fields.passport_number }),
    typeName(type),
    history[0] && t('received', { date: clock.instant(history[0].created_at) }),
    isPerson && t(`applicantLanguage.${applicant.locale}`),
    isPerson && emailConfirmedAt === null && t(isFreed ? 'emailFreed' : 'emailUnconfirmed'),
    visa && t('visa.issued', { from: clock.day(visa.valid_from), to: clock.day(visa.valid_to) }),
    visa?.code,
  ];
  const decisions = title === undefined ? nextDecisions(office, applicant) : [];
  return (
    <>
      <div className="row case-head">
        <div className="row case-head__state">
          <h1>{title ? `${title}: ${nameOf(applicant)}` : nameOf(applicant)}</h1>
          <StatusTag status={status} />
          <span className={isOverdue ? 'late' : 'soft'}>{due}</span>
          {change && <ChangeLink change={change} />}
        </div>
        {decisions.length > 0 && (
          <nav className="row actions" aria-label={t('decide.label')}>
            {decisions.map((one) => {
              const { asksFields, main } = STAGES[one];
              // Changes are requested on this page, beside the answers.
              const to = asksFields ? '#ask' : applicationPath(id, `/decision/${one}${listQuery(path, '?')}`);
              return <ButtonLink key={one} to={to} text={decisionName(one)} look={main ? 'primary' : 'quiet'} />;
            })}
          </nav>
        )}
      </div>
      <div className="row case-facts">
        <p className="soft">{facts.filter(Boolean).join(' · ')}</p>
        {isPerson && colleagues && <Assignment id={id} colleagues={colleagues} assignee={applicant.assignee} />}
        {isPerson && title === undefined && (may('erase') || may('export')) && (
          <a href={applicationPath(id, '/personal')}>{t('personal.title')}</a>
        )}
      </div>
    </>
  );
}

/** "3 answers changed on 27 November, one was not asked for." */
function ChangeLink({ change: { at, differences } }: { change: Change }) {
  const { t, clock } = useOffice();
  const unasked = differences.filter(({ isUnasked }) => isUnasked).length;
  const changed = t('changes.head', { count: differences.length, date: clock.day(clock.dateOf(at)) });
  return <a href="#changes">{unasked > 0 ? `${changed}, ${t('changes.headUnasked', { count: unasked })}` : changed}</a>;
}

interface AssignmentProps {
  id: string;
  assignee: string | null;
  colleagues: readonly string[];
}

/**
 * Shows who works on the application; with buttons to take, release or hand it over. Fails when the assignee has changed since.
 */
function Assignment({ id, assignee, colleagues }: AssignmentProps) {
  const { t, by, may, path } = useOffice();
  const others = colleagues.filter((one) => one !== assignee && one !== by);
  const isColleagues = assignee !== null && assignee !== by;
  return (
    <div className="row">
      <Owner assignee={assignee} />
      {may('decide') && !isColleagues && <AssignForm id={id} assignee={assignee} />}
      {may('decide') && isColleagues && (
        <details>
          <summary>{t('assign.take')}</summary>
          {t('assign.sure', { who: assignee })}
          <AssignForm id={id} assignee={assignee} />
        </details>
      )}
      {may('decide') && others.length > 0 && (
        <form className="row" method="post" action={applicationPath(id, `/assign${listQuery(path, '?')}`)}>
          <input type="hidden" name="from" value={assignee ?? ''} />
          <select name="to" className="control" aria-label={t('assign.to')} required defaultValue="">
            <option value="">{t('assign.to')}</option>
            {others.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <Submit label={t('assign.hand')} look="quiet" />
        </form>
      )}
    </div>
  );
}

/** A button that assigns an application to the officer, or releases it. */
export function AssignForm({ id, assignee, about }: { id: string; assignee: string | null; about?: string }) {
  const { t, by, path } = useOffice();
  const isMine = assignee === by;
  const isColleagues = assignee !== null && !isMine;
  const values = { to: isMine ? 'none' : 'me', from: assignee ?? '' };
  const to = applicationPath(id, `/assign${listQuery(path, '?')}`);
  return (
    <Form
      to={to}
      values={values}
      submit={t(`assign.${isMine ? 'release' : isColleagues ? 'takeOver' : 'take'}`)}
      look="quiet"
      about={about}
    />
  );
}

/** Names other applications of the person, and an earlier refusal. */
export function SamePersons({ same, id }: { same: readonly SamePerson[]; id: string }) {
  const { t, statusName } = useOffice();
  if (same.length === 0) return null;
  return (
    <DeskNotice tone="warning" title={t('same.title')}>
      <ul>
        {same.map((one) => (
          <li key={one.id}>
            {one.id === id ? (
              t('same.refused')
            ) : (
              <>
                <a href={applicationPath(one.id)}>{one.name || one.id}</a>{' '}
                {[one.id, statusName(one.status), ...one.by.split(',').map((by) => t(`same.by.${by}`))].join(' · ')}
                {one.wasRefused > 0 && ` · ${t('same.wasRefused')}`}
              </>
            )}
          </li>
        ))}
      </ul>
    </DeskNotice>
  );
}

/** What a visa needs: name, passport, its expiry, and the term that was asked for. */
export function PassportFacts({ applicant: { fields } }: { applicant: Applicant }) {
  const { t, forms, clock, fieldLabel, locale } = useOffice();
  const day = (value: unknown) => (typeof value === 'string' && value !== '' ? clock.day(value) : t('nothing'));
  const rows = [
    [t('same.name'), String(fields.fio ?? '')],
    [fieldLabel('passport_number', ''), String(fields.passport_number ?? '')],
    [
      fieldLabel('passport_expire', ''),
      fields.no_expiry === 'yes' ? forms('name.missing') : day(fields.passport_expire),
    ],
    [t('visa.asked'), `${day(fields.planned_length_stay_from)} – ${day(fields.planned_length_stay_to)}`],
    [fieldLabel('validity_time', ''), answerText('months', fields.validity_time ?? '', { locale, t: forms })],
  ];
  return (
    <dl className="answers">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface AnswersProps {
  applicant: Applicant;
  /** Shows all of this part, and no other. */
  only?: string | null;
  /** Id of the form that requests changes: each answer gets a box to tick. */
  ticks?: string | undefined;
  /** The applicant's last change, whose answers are marked. */
  change?: Change | undefined;
}

/** The answers, in the parts of the form; entries of a list have their own titles, files are links to their scans. A link for a full page. */
export function Answers({ applicant, only, ticks, change }: AnswersProps) {
  const { locale, forms, fieldLabel, clock, now } = useOffice();
  const { id, type, fields, files } = applicant;
  const values = storedValues(type, fields, files);
  const parts = presentApplication(type, values, { locale, t: forms });
  const doubts: Mark[] = [
    ...passportDoubts(values, { type, today: clock.dateOf(now) }),
    ...photoMarks.in(values).map(({ path, field, read }): Mark => {
      return { path, code: PHOTO_MARKS, suggestion: answerText(FIELDS[field].kind, read, { locale, t: forms }) };
    }),
  ];
  const fileOf = (stored: unknown) => files.find((file) => file.id === stored);
  const mayTick: readonly string[] = ticks ? changeableFields(type) : [];
  const marks = { form: ticks, mayTick, changed: change?.differences ?? [] };
  return (
    <div className="stack">
      {parts
        .filter(({ part }) => part !== 'check' && (only === undefined || part === only))
        .map(({ part, rows, items }) => {
          const { more, maxLength } = limitsOf(id, `answers?part=${part}`, only !== undefined);
          const shown = rows.map((row) => ({ ...row, file: fileOf(fields[row.name]) }));
          // Lists, and questions that do not apply because of another answer.
          const others = fieldsOf(type, { part })
            .filter(({ name }) => mayTick.includes(name) && !rows.some((row) => row.name === name))
            .map(({ name }) => ({ name, label: fieldLabel(name, type), value: '', isTick: true }));
          return (
            <CaseSection key={part} id={`part-${part}`} title={forms(`parts.${part}.title`, { context: type })}>
              <AnswerRows rows={[...shown, ...others]} maxLength={maxLength} doubts={doubts} whole={more} {...marks} />
              <Entries look="stack" more={more}>
                {items.map(({ list, place, title, rows: own }) => {
                  const entry = (fields[list] as Record<string, unknown>[] | undefined)?.[place];
                  return (
                    <li key={title}>
                      <h3>
                        {title}
                        <ChangeMark name={list} changed={marks.changed} />
                      </h3>
                      <AnswerRows
                        rows={own.map((row) => ({ ...row, file: fileOf(entry?.[row.name]) }))}
                        maxLength={maxLength}
                        doubts={doubts}
                        within={`${list}.${place}.`}
                        whole={more}
                      />
                    </li>
                  );
                })}
              </Entries>
            </CaseSection>
          );
        })}
    </div>
  );
}

/** Marks an answer that the applicant's last change replaced. */
function ChangeMark({ name, changed }: { name: string; changed: Change['differences'] }) {
  const { t } = useOffice();
  const found = changed.find(({ field }) => field === name);
  if (!found) return null;
  return (
    <>
      {' '}
      <a href="#changes">
        {found.isUnasked ? (
          <Tag tone="warning" text={t('changes.markUnasked')} />
        ) : (
          <Tag tone="info" text={t('changes.mark')} />
        )}
      </a>
    </>
  );
}

interface AnswerRowsProps {
  rows: readonly (Omit<PresentedRow, 'kind'> & { file?: FileRow | undefined; isTick?: boolean })[];
  maxLength: number;
  whole: string | undefined;
  /** What looks odd in the passports of the application. */
  doubts: readonly Mark[];
  /** Path of the list entry, with its final dot. */
  within?: string;
  form?: string | undefined;
  mayTick?: readonly string[];
  /** What the applicant's last change replaced. */
  changed?: Change['differences'];
}

function AnswerRows({ rows, doubts, within = '', form, mayTick = [], changed = [], ...limits }: AnswerRowsProps) {
  const { t } = useOffice();
  const doubtsOf = (name: string) => doubts.filter(({ path }) => path === within + name);
  return (
    <dl className="answers" data-ticks={form && mayTick.length > 0 ? '' : undefined}>
      {rows.map(({ name, label, value, file, isTick }) => (
        <div key={name}>
          <dt>
            {mayTick.includes(name) ? (
              <DeskCheckbox id={`ask-${name}`} name="fields" value={name} label={label} form={form} />
            ) : (
              label
            )}
          </dt>
          <dd>
            {file ? (
              <ScanLink file={file} text={value || file.name} />
            ) : value ? (
              <Multiline text={value} {...limits} />
            ) : (
              !isTick && <span className="soft">{t('nothing')}</span>
            )}
            <ChangeMark name={name} changed={changed} />
            {doubtsOf(name).map(({ code, suggestion }) => (
              <div key={code} className="late">
                {t(`odd.${code}`)}
                {suggestion && ` (${suggestion})`}
              </div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
