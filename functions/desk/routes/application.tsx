/** The page of an application: answers beside scans, then changes, history, messages, notes, log; and a page of each section. */
import type { ReactElement } from 'react';
import { type PresentedRow, presentApplication } from '../../../src/domain/application/application-copy.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { storedValues } from '../../admin/application/record.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import { latestActions } from '../../admin/store/actions.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { messagesOf } from '../../admin/store/messages.ts';
import { listNotes } from '../../admin/store/notes.ts';
import { type LastEntry, lastEntry } from '../../admin/store/undo.ts';
import { listVersions } from '../../admin/store/versions.ts';
import { findApplicant } from '../../office/command.ts';
import { changeKey, changesOf } from '../../office/differences.ts';
import { isBarred } from '../../office/second-officer.ts';
import { Changes } from '../pages/Changes.tsx';
import { Entries } from '../pages/Entries.tsx';
import { Actions, History, Notes } from '../pages/History.tsx';
import { Page } from '../pages/Page.tsx';
import { applicationPath, limitsOf, numberOf, queryOf } from '../pages/paths.ts';
import { Scans } from '../pages/Scans.tsx';
import { ButtonLink, Form, Multiline, Notice, Section, StatusTag, useOffice } from '../pages/ui.tsx';
import { type DeskContext, formatSeenState, type Office, operatorOf, roleFor } from '../request/office.ts';
import { AssignForm } from './lists.tsx';
import { MessageList } from './messages.tsx';

/** Entries that are read of an application; its page and the pages of its sections show as many as fit. */
const MOST = 1000;

/** An application with all that its page shows. @throws DeskRefusal for an unknown one */
async function loadCase(office: Office, c: DeskContext) {
  const { env, locale, path } = office;
  const given = c.req.param().id ?? '';
  const id = readApplicantId(given, true) ?? given;
  const [applicant, earlier, notes, messages, actions] = await Promise.all([
    findApplicant(operatorOf(office), id),
    listVersions(env.DB, id, numberOf(path, 'before') || null),
    listNotes(env.DB, id),
    messagesOf(env.DB, id, MOST),
    latestActions(env.DB, id, MOST),
  ]);
  const changes = changesOf(applicant, earlier, locale);
  const then = earlier.next === null ? undefined : applicationPath(id, `/changes?before=${earlier.next}`);
  return { id, applicant, changes, then, notes, messages, actions };
}

type Case = Awaited<ReturnType<typeof loadCase>>;

export async function applicationPage(office: Office, c: DeskContext) {
  const { t, clock, env, deletionDue } = office;
  const found = await loadCase(office, c);
  const { id, applicant, changes, then, notes, messages } = found;
  const operator = operatorOf(office);
  const [last, isApprover] = await Promise.all([lastEntry(env.DB, id), isBarred(operator, id)]);
  // Offers nothing that the four-eyes rule refuses.
  if (isApprover) office.may = (role) => role !== 'issue' && office.officer.roles.has(role);
  const { anonymisedAt, deletion } = applicant;
  const isAnonymous = anonymisedAt !== null;
  const name = (!isAnonymous && String(applicant.fields.fio ?? '')) || id;
  return (
    <Page title={name} heading={<Head applicant={applicant} name={name} />} hasScans={!isAnonymous} isWide>
      {deletion?.answeredAt === null && <Notice tone="warning" title={deletionDue(deletion.askedAt).due} />}
      {last && <UndoNotice applicant={applicant} last={last} />}
      {isApprover && leadsToVisa(applicant) && (
        <p className="soft">{operator.t('fourEyes', { id, by: operator.by })}</p>
      )}
      {isAnonymous && <Notice tone="info" title={t('anonymisedOn', { date: clock.instant(anonymisedAt) })} />}
      {!isAnonymous && (
        <div className="case">
          <Answers applicant={applicant} />
          <Scans applicant={applicant} />
        </div>
      )}
      <div className="case">
        <Changes id={id} changes={changes} then={then} />
        <History id={id} applicant={applicant} changes={changes} />
        {messages.length > 0 && <Messages {...found} />}
        {!isAnonymous && <Notes id={id} notes={notes} />}
        <Log {...found} />
      </div>
    </Page>
  );
}

/** Sections with a page of their own, below the application's. */
const SECTIONS: Record<string, (found: Case, office: Office) => ReactElement> = {
  answers: ({ applicant }, { path }) => <Answers applicant={applicant} only={queryOf(path).get('part')} />,
  files: ({ applicant }) => <Scans applicant={applicant} isWhole />,
  changes: ({ id, applicant, changes, then }) => (
    <div className="case">
      <Changes id={id} changes={changes} then={then} isWhole />
      <Scans applicant={applicant} />
    </div>
  ),
  history: (found) => <History {...found} isWhole />,
  messages: (found) => <Messages {...found} isWhole />,
  notes: ({ id, notes }) => <Notes id={id} notes={notes} isWhole />,
  log: (found) => <Log {...found} isWhole />,
};

export const SECTION_PATHS = Object.keys(SECTIONS).map((section) => `/applications/:id/${section}`);

export async function sectionPage(office: Office, c: DeskContext) {
  const section = c.req.path.split('/').at(-1) ?? '';
  const found = await loadCase(office, c);
  const { id, applicant } = found;
  const back = { to: applicationPath(id), name: String(applicant.fields.fio || id) };
  return (
    <Page title={id} back={back} hasScans={section === 'changes' || section === 'files'} isWide>
      {SECTIONS[section]?.(found, office)}
    </Page>
  );
}

function Messages({ id, messages, isWhole }: Case & { isWhole?: boolean }) {
  return (
    <Section id="messages" title={useOffice().t('places.messages')}>
      <MessageList messages={messages} more={limitsOf(id, 'messages', isWhole).more} />
    </Section>
  );
}

function Log({ id, applicant, actions, changes, isWhole }: Case & { isWhole?: boolean }) {
  const own = new Map(changes.map(({ at, differences }) => [changeKey(id, at), differences]));
  return (
    <Section id="log" title={useOffice().t('show.actions')}>
      <Actions actions={actions} changes={own} type={applicant.type} more={limitsOf(id, 'log', isWhole).more} />
    </Section>
  );
}

/** True where an officer may issue or revoke the visa next. */
const leadsToVisa = ({ status }: Applicant) =>
  isStatus(status) && STAGES[status].next.some((next) => roleFor(next) === 'issue');

/** Undoes the last decision while its mail waits, for officers with the decision's role. */
function UndoNotice({ applicant, last }: { applicant: Applicant; last: LastEntry }) {
  const { t, clock, now, may, statusName } = useOffice();
  const { status, previous, mailState, dueAt } = last;
  if (mailState !== 'waiting' || (dueAt ?? 0) <= now || !isStatus(status) || !may(roleFor(status))) return null;
  const title = t('undo.title', { status: statusName(status), time: clock.time(dueAt ?? 0) });
  const values = { seen: formatSeenState(applicant), status };
  return (
    <Notice tone="info" title={title}>
      <p>{t('undo.text', { previous: statusName(previous ?? '') })}</p>
      <Form to={applicationPath(applicant.id, '/undo')} submit={t('undo.button')} look="quiet" values={values} />
    </Notice>
  );
}

/** Name, status and deadline, with the possible decisions. */
function Head({ applicant, name }: { applicant: Applicant; name: string }) {
  const { t, clock, now, may, typeName, stageDue } = useOffice();
  const { id, type, status, history, visa, anonymisedAt, emailConfirmedAt } = applicant;
  const { due, isOverdue } = stageDue({ status, since: Date.parse(history.at(-1)?.created_at ?? '') || now });
  const facts = [
    typeName(type),
    history[0] && t('received', { date: clock.instant(history[0].created_at) }),
    t(`applicantLanguage.${applicant.locale}`),
    anonymisedAt === null && emailConfirmedAt === null && t('emailUnconfirmed'),
    visa && t('visa.issued', { from: clock.day(visa.valid_from), to: clock.day(visa.valid_to) }),
    visa?.code,
  ];
  return (
    <>
      <div className="row">
        <h1>{name}</h1>
        <StatusTag status={status} />
        <span className={isOverdue ? 'late' : 'soft'}>{due}</span>
        {anonymisedAt === null && <Decisions applicant={applicant} />}
      </div>
      <p className="soft">
        {[id, ...facts].filter(Boolean).join(' · ')}{' '}
        {anonymisedAt === null && may('erase') && <a href={applicationPath(id, '/personal')}>{t('personal.title')}</a>}
      </p>
    </>
  );
}

function Decisions({ applicant: { id, status, assignee } }: { applicant: Applicant }) {
  const { t, may, officer, decisionName } = useOffice();
  const next = isStatus(status) ? STAGES[status].next.filter((one) => may(roleFor(one))) : [];
  const owner = assignee === null ? 'nobody' : assignee === officer.email ? 'mine' : 'other';
  return (
    <div className="row actions">
      {next.length > 0 && (
        <nav className="row" aria-label={t('decide.label')}>
          {next.map((one) => {
            const link = { to: applicationPath(id, `/decision/${one}`), text: decisionName(one) };
            return <ButtonLink key={one} {...link} look={STAGES[one].main ? 'primary' : 'quiet'} />;
          })}
        </nav>
      )}
      <span className="soft">{t(`assign.${owner}`, { who: assignee })}</span>
      {may('decide') && <AssignForm id={id} assignee={assignee} />}
    </div>
  );
}

/** The answers, in the parts of the form; entries of a list have their own titles. @param only whole, this part */
function Answers({ applicant: { id, type, fields, files }, only }: { applicant: Applicant; only?: string | null }) {
  const { locale, forms } = useOffice();
  const values = storedValues(type, fields, files);
  const parts = presentApplication(type, values, { locale, t: forms }).filter(({ part }) => part !== 'check');
  return (
    <div className="stack">
      {parts
        .filter(({ part }) => only === undefined || part === only)
        .map(({ part, rows, items }) => {
          const { more, maxLength } = limitsOf(id, `answers?part=${part}`, only !== undefined);
          return (
            <Section key={part} id={`part-${part}`} title={forms(`parts.${part}.title`, { context: type })}>
              <AnswerRows rows={rows} maxLength={maxLength} whole={more} />
              <Entries look="stack" more={more}>
                {items.map((item) => (
                  <li key={item.title}>
                    <h3>{item.title}</h3>
                    <AnswerRows rows={item.rows} maxLength={maxLength} whole={more} />
                  </li>
                ))}
              </Entries>
            </Section>
          );
        })}
    </div>
  );
}

interface AnswerRowsProps {
  rows: readonly PresentedRow[];
  maxLength: number;
  whole: string | undefined;
}

function AnswerRows({ rows, ...limits }: AnswerRowsProps) {
  const { t } = useOffice();
  return (
    <dl className="answers">
      {rows.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value ? <Multiline text={value} {...limits} /> : <span className="soft">{t('nothing')}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
