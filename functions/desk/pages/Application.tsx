/** One application: answers on the left, scans on the right, below them what happened. */
import { type PresentedRow, presentApplication } from '../../../src/domain/application/application-copy.ts';
import { type ApplicantRecord, fromRecord } from '../../../src/domain/application/record.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { mapFiles } from '../../admin/application/record.ts';
import { seenOf } from '../../admin/desk/command.ts';
import { standingOf } from '../../admin/desk/deadlines.ts';
import type { Change } from '../../admin/desk/differences.ts';
import { statusName, typeName } from '../../admin/desk/site-words.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { ListedAction } from '../../admin/store/desk.ts';
import type { Message } from '../../admin/store/messages.ts';
import type { Note } from '../../admin/store/notes.ts';
import type { LastEntry } from '../../admin/store/undo.ts';
import { type Office, writeSeen } from '../request/office.ts';
import { Changes } from './Changes.tsx';
import { Actions, History } from './History.tsx';
import { MessageList } from './Messages.tsx';
import { Page } from './Page.tsx';
import { Scans } from './Scans.tsx';
import {
  Action,
  applicationPath,
  Chip,
  decisionName,
  deletionWords,
  Notice,
  Section,
  TextField,
  Written,
} from './ui.tsx';

export interface ApplicationPageProps {
  office: Office;
  applicant: Applicant;
  changes: readonly Change[];
  notes: readonly Note[];
  messages: readonly Message[];
  actions: readonly ListedAction[];
  /** What can be taken back now; null for nothing. */
  undo: LastEntry | null;
  /** What was done last, a key of `done`. */
  done: string | null;
}

export function ApplicationPage(props: ApplicationPageProps) {
  const { office, applicant, changes, notes, messages, actions, undo, done } = props;
  const { t } = office;
  const isAnonymous = applicant.anonymisedAt !== null;
  const name = isAnonymous ? '' : String(applicant.fields.fio ?? '');
  return (
    <Page office={office} title={`${name || applicant.id}`} scripted={!isAnonymous} wide>
      {done && <Notice tone="success" title={t(`done.${done}`)} />}
      {applicant.deletion?.answeredAt === null && (
        <Notice tone="warning" title={deletionWords(office, applicant.deletion.askedAt)} />
      )}
      {undo && <UndoNotice office={office} applicant={applicant} undo={undo} />}
      <Head office={office} applicant={applicant} name={name} />
      {isAnonymous ? (
        <Notice tone="info" title={t('anonymisedOn', { date: office.clock.instant(applicant.anonymisedAt ?? 0) })} />
      ) : (
        <div className="case">
          <div className="case__answers">
            <Answers office={office} applicant={applicant} />
          </div>
          <Scans office={office} applicant={applicant} />
        </div>
      )}
      <div className="case__below">
        <Changes office={office} id={applicant.id} changes={changes} />
        <History office={office} applicant={applicant} changes={changes} />
        {messages.length > 0 && (
          <Section id="messages" title={t('places.messages')}>
            <MessageList office={office} messages={messages} />
          </Section>
        )}
        {!isAnonymous && <Notes office={office} id={applicant.id} notes={notes} />}
        <Section id="log" title={t('show.actions')}>
          <Actions office={office} actions={actions} type={applicant.type} />
        </Section>
      </div>
    </Page>
  );
}

function UndoNotice({
  office,
  applicant,
  undo,
}: Required<Pick<ApplicationPageProps, 'office' | 'applicant'>> & { undo: LastEntry }) {
  const { t, clock, locale } = office;
  const seen = writeSeen(seenOf(applicant));
  const values = { status: statusName(undo.status, locale), time: clock.time(undo.dueAt ?? 0) };
  return (
    <Notice tone="info" title={t('undo.title', values)}>
      <p>{t('undo.text', { previous: statusName(undo.previous ?? '', locale) })}</p>
      <div className="notice__action">
        <Action
          action={applicationPath(applicant.id, '/undo')}
          label={t('undo.button')}
          values={{ seen, status: undo.status }}
        />
      </div>
    </Notice>
  );
}

function Head({ office, applicant, name }: { office: Office; applicant: Applicant; name: string }) {
  const { t, locale, clock, now } = office;
  const { id, type, status, history, visa, assignee } = applicant;
  const since = Date.parse(history.at(-1)?.created_at ?? '') || now;
  const { days, expectedBy, isOverdue } = standingOf({ status, since }, now);
  return (
    <div className="head">
      <div>
        <h1>{name || id}</h1>
        <p className="head__facts">
          <span className="number">{id}</span>
          <span>{typeName(type, locale)}</span>
          <Chip status={status} office={office} />
          <span className={isOverdue ? 'late' : 'soft'}>
            {expectedBy
              ? t(isOverdue ? 'overdueSince' : 'dueBy', { date: clock.day(expectedBy) })
              : t('days', { count: days })}
          </span>
          {history[0] && <span className="soft">{t('received', { date: clock.instant(history[0].created_at) })}</span>}
          <span className="soft">{t(`applicantLanguage.${applicant.locale}`)}</span>
          {applicant.anonymisedAt === null && applicant.emailConfirmedAt === null && (
            <span className="soft">{t('emailUnconfirmed')}</span>
          )}
        </p>
        {visa && (
          <p>
            {t('visa.issued', { from: clock.day(visa.valid_from), to: clock.day(visa.valid_to) })}{' '}
            <span className="number">{visa.code}</span>
          </p>
        )}
      </div>
      {applicant.anonymisedAt === null && (
        <div className="head__actions">
          <Decisions office={office} id={id} status={status} />
          <Assignee office={office} id={id} assignee={assignee} />
          {office.may('erase') && <a href={applicationPath(id, '/personal')}>{t('personal.title')}</a>}
        </div>
      )}
    </div>
  );
}

/** Which role a decision takes. */
export const roleFor = (status: Status) =>
  STAGES[status].issuesVisa || STAGES[status].revokesVisa ? 'issue' : 'decide';

function Decisions({ office, id, status }: { office: Office; id: string; status: string }) {
  const next = isStatus(status) ? STAGES[status].next.filter((one) => office.may(roleFor(one))) : [];
  if (next.length === 0) return null;
  return (
    <nav className="decisions" aria-label={office.t('decide.label')}>
      {next.map((one) => (
        <a
          key={one}
          className={STAGES[one].main ? 'button' : 'button button--quiet'}
          href={applicationPath(id, `/decision/${one}`)}
        >
          {decisionName(office, one)}
        </a>
      ))}
    </nav>
  );
}

function Assignee({ office, id, assignee }: { office: Office; id: string; assignee: string | null }) {
  const { t, officer } = office;
  const isMine = assignee === officer.email;
  const who = assignee === null ? t('assign.nobody') : isMine ? t('assign.mine') : t('assign.other', { who: assignee });
  return (
    <div className="assignee">
      <span>{who}</span>
      {office.may('decide') && (
        <Action
          action={applicationPath(id, '/assign')}
          label={t(isMine ? 'assign.release' : 'assign.take')}
          values={{ to: isMine ? '' : 'me', from: assignee ?? '', back: 'application' }}
        />
      )}
    </div>
  );
}

function Answers({ office, applicant: { type, fields, files } }: { office: Office; applicant: Applicant }) {
  const { locale, forms, t } = office;
  const stored = new Map(files.map((row) => [row.id, row]));
  const values = mapFiles(type, fromRecord(type, fields as unknown as ApplicantRecord), (file) =>
    file && 'path' in file ? (stored.get(file.path) ?? null) : null,
  );
  return presentApplication(type, values, { locale, t: forms })
    .filter(({ part }) => part !== 'check')
    .map(({ part, rows, items }) => (
      <Section key={part} id={`part-${part}`} title={forms(`parts.${part}.title`, { context: type })}>
        <Rows rows={rows} nothing={t('nothing')} />
        {items.map((item) => (
          <div key={item.title} className="item">
            <h3>{item.title}</h3>
            <Rows rows={item.rows} nothing={t('nothing')} />
          </div>
        ))}
      </Section>
    ));
}

function Rows({ rows, nothing }: { rows: readonly PresentedRow[]; nothing: string }) {
  return (
    <dl className="answers">
      {rows.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value ? <Written text={value} /> : <span className="soft">{nothing}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

function Notes({ office, id, notes }: { office: Office; id: string; notes: readonly Note[] }) {
  const { t, clock } = office;
  return (
    <Section id="notes" title={t('notes.title')}>
      <ul className="entries">
        {notes.map(({ text, by, at }) => (
          <li key={`${at} ${text}`}>
            <Written text={text} />
            <p className="soft">
              {by}, {clock.instant(at)}
            </p>
          </li>
        ))}
      </ul>
      {office.may('decide') && (
        <form method="post" action={applicationPath(id, '/notes')}>
          <TextField name="text" label={t('notes.label')} hint={t('notes.hint')} rows={3} maxLength={4000} required />
          <button type="submit" className="button button--quiet">
            {t('notes.add')}
          </button>
        </form>
      )}
    </Section>
  );
}
