/** The page of an application: answers beside scans, then changes, history, messages, notes, log. */
import { presentApplication } from '../../../src/domain/application/application-copy.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { storedValues } from '../../admin/application/record.ts';
import { findApplicant } from '../../admin/desk/command.ts';
import { changesOf } from '../../admin/desk/differences.ts';
import { isBarred } from '../../admin/desk/second-officer.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { latestActions } from '../../admin/store/desk.ts';
import { messagesOf } from '../../admin/store/messages.ts';
import { listNotes } from '../../admin/store/notes.ts';
import { type LastEntry, lastEntry } from '../../admin/store/undo.ts';
import { listVersions } from '../../admin/store/versions.ts';
import { Actions, Changes, History, Notes } from '../pages/History.tsx';
import { Page } from '../pages/Page.tsx';
import { applicationPath } from '../pages/paths.ts';
import { Scans } from '../pages/Scans.tsx';
import { ButtonLink, Form, Multiline, Notice, Section, StatusTag, useOffice } from '../pages/ui.tsx';
import { type DeskContext, formatSeenState, type Office, operatorOf, roleFor } from '../request/office.ts';
import { AssignForm } from './lists.tsx';
import { MessageList } from './messages.tsx';

/** Entries on the page. */
const NOTES = 20;
const MESSAGES = 10;
const ACTIONS = 30;

export async function applicationPage(office: Office, c: DeskContext) {
  const { t, clock, env, locale, deletionDue } = office;
  const given = c.req.param().id ?? '';
  const id = readApplicantId(given, true) ?? given;
  const operator = operatorOf(office);
  const isApprover = await isBarred(operator, id);
  // Offers nothing that the four-eyes rule refuses.
  if (isApprover) office.may = (role) => role !== 'issue' && office.officer.roles.has(role);
  const [applicant, earlier, notes, messages, actions, last] = await Promise.all([
    findApplicant(operator, id),
    listVersions(env.DB, id),
    listNotes(env.DB, id),
    messagesOf(env.DB, id, MESSAGES),
    latestActions(env.DB, id, ACTIONS),
    lastEntry(env.DB, id),
  ]);
  const changes = changesOf(applicant, earlier, locale);
  const { anonymisedAt, deletion, type } = applicant;
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
        <Changes id={id} changes={changes} />
        <History applicant={applicant} changes={changes} />
        {messages.length > 0 && (
          <Section id="messages" title={t('places.messages')}>
            <MessageList messages={messages} />
          </Section>
        )}
        {!isAnonymous && <Notes id={id} notes={notes.slice(-NOTES)} />}
        <Section id="log" title={t('show.actions')}>
          <Actions actions={actions} type={type} />
        </Section>
      </div>
    </Page>
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

/** The answers, in the parts of the form; entries of a list have their own titles. */
function Answers({ applicant: { type, fields, files } }: { applicant: Applicant }) {
  const { t, locale, forms } = useOffice();
  const values = storedValues(type, fields, files);
  const parts = presentApplication(type, values, { locale, t: forms }).filter(({ part }) => part !== 'check');
  return (
    <div className="stack">
      {parts.map(({ part, rows: own, items }) => (
        <Section key={part} id={`part-${part}`} title={forms(`parts.${part}.title`, { context: type })}>
          {[{ title: '', rows: own }, ...items].map(({ title, rows }) => (
            <div key={title}>
              {title && <h3>{title}</h3>}
              <dl className="answers">
                {rows.map(({ name, label, value }) => (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>{value ? <Multiline text={value} /> : <span className="soft">{t('nothing')}</span>}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </Section>
      ))}
    </div>
  );
}

/** Size of all changes on one page, as JSON. */
const MAX_CHARACTERS = 20_000;

export async function changesPage(office: Office, c: DeskContext) {
  const { t, env, locale } = office;
  const applicant = await findApplicant(operatorOf(office), c.req.param().id ?? '');
  const changes = changesOf(applicant, await listVersions(env.DB, applicant.id), locale);
  // Shows the newest change whatever its size.
  const shown = changes.filter(
    (_, index) => index === 0 || JSON.stringify(changes.slice(0, index + 1)).length <= MAX_CHARACTERS,
  );
  return (
    <Page title={t('changes.title')} back={{ to: applicationPath(applicant.id), name: applicant.id }}>
      <Changes id={applicant.id} changes={shown} showsAll />
      {shown.length < changes.length && <p className="soft">{t('changes.cut')}</p>}
    </Page>
  );
}
