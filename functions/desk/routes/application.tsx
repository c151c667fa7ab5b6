/** The page of an application: answers beside scans, then changes, history, messages, notes, log. */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { findApplicant, seenStateOf } from '../../admin/desk/command.ts';
import { changesOf } from '../../admin/desk/differences.ts';
import { isBarred } from '../../admin/desk/second-officer.ts';
import { statusName, typeName } from '../../admin/desk/site-words.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { latestActions } from '../../admin/store/desk.ts';
import { messagesOf } from '../../admin/store/messages.ts';
import { listNotes } from '../../admin/store/notes.ts';
import { type LastEntry, lastEntry } from '../../admin/store/undo.ts';
import { listVersions } from '../../admin/store/versions.ts';
import { Answers } from '../pages/Answers.tsx';
import { Actions, Changes, History, Notes } from '../pages/History.tsx';
import { MessageList } from '../pages/Messages.tsx';
import { Page } from '../pages/Page.tsx';
import { AssignForm, stageDue } from '../pages/Rows.tsx';
import { Scans } from '../pages/Scans.tsx';
import {
  applicationPath,
  ButtonLink,
  decisionName,
  deletionNotice,
  Form,
  Notice,
  render,
  Section,
  StatusTag,
  useOffice,
} from '../pages/ui.tsx';
import { createRoutes, formatSeenState, type Office, operatorOf, roleFor } from '../request/office.ts';

export const applicationRoutes = createRoutes();

/** Entries on the page. */
const NOTES = 20;
const MESSAGES = 10;
const ACTIONS = 30;

applicationRoutes.get('/applications/:id', async (c) => {
  const { office } = c.var;
  const { t, clock, env } = office;
  const id = readApplicantId(c.req.param('id'), true) ?? c.req.param('id');
  const isApprover = await isBarred(operatorOf(office), id);
  // Offers nothing that the four-eyes rule refuses.
  if (isApprover) office.may = (role) => role !== 'issue' && office.officer.roles.has(role);
  const [applicant, earlier, notes, messages, actions, last] = await Promise.all([
    findApplicant(operatorOf(office), id),
    listVersions(env.DB, id),
    listNotes(env.DB, id),
    messagesOf(env.DB, id, MESSAGES),
    latestActions(env.DB, id, ACTIONS),
    lastEntry(env.DB, id),
  ]);
  const changes = changesOf(applicant, earlier, office.locale);
  const { anonymisedAt, deletion, type } = applicant;
  const isAnonymous = anonymisedAt !== null;
  const name = (!isAnonymous && String(applicant.fields.fio ?? '')) || id;
  return render(
    c,
    <Page title={name} heading={<Head applicant={applicant} name={name} />} hasScans={!isAnonymous} isWide>
      {deletion?.answeredAt === null && <Notice tone="warning" title={deletionNotice(office, deletion.askedAt)} />}
      {last && mayUndo(office, last) && <UndoNotice applicant={applicant} undo={last} />}
      {isApprover && leadsToVisa(applicant) && <p className="soft">{t('decide.fourEyes')}</p>}
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
    </Page>,
  );
});

/** True where an officer may issue or revoke the visa next. */
const leadsToVisa = ({ status }: Applicant) =>
  isStatus(status) && STAGES[status].next.some((next) => roleFor(next) === 'issue');

/** True while the decision's mail waits, for officers with the decision's role. */
const mayUndo = ({ now, may }: Office, { mailState, dueAt, status }: LastEntry) =>
  mailState === 'waiting' && (dueAt ?? 0) > now && isStatus(status) && may(roleFor(status));

function UndoNotice({ applicant, undo: { status, previous, dueAt } }: { applicant: Applicant; undo: LastEntry }) {
  const { t, clock, locale } = useOffice();
  const title = t('undo.title', { status: statusName(status, locale), time: clock.time(dueAt ?? 0) });
  const values = { seen: formatSeenState(seenStateOf(applicant)), status };
  return (
    <Notice tone="info" title={title}>
      <p>{t('undo.text', { previous: statusName(previous ?? '', locale) })}</p>
      <Form to={applicationPath(applicant.id, '/undo')} submit={t('undo.button')} look="quiet" values={values} />
    </Notice>
  );
}

/** Name, status and deadline, with the possible decisions. */
function Head({ applicant, name }: { applicant: Applicant; name: string }) {
  const office = useOffice();
  const { t, locale, clock, now, may } = office;
  const { id, type, status, history, visa, anonymisedAt, emailConfirmedAt } = applicant;
  const { due, isOverdue } = stageDue(office, { status, since: Date.parse(history.at(-1)?.created_at ?? '') || now });
  const facts = [
    typeName(type, locale),
    history[0] && t('received', { date: clock.instant(history[0].created_at) }),
    t(`applicantLanguage.${applicant.locale}`),
    anonymisedAt === null && emailConfirmedAt === null && t('emailUnconfirmed'),
    visa && t('visa.issued', { from: clock.day(visa.valid_from), to: clock.day(visa.valid_to) }),
    visa?.code,
  ];
  return (
    <>
      <div className="facts">
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
  const office = useOffice();
  const { t, may, officer } = office;
  const next = isStatus(status) ? STAGES[status].next.filter((one) => may(roleFor(one))) : [];
  const isMine = assignee === officer.email;
  const owner = assignee === null ? 'nobody' : isMine ? 'mine' : 'other';
  return (
    <div className="actions">
      {next.length > 0 && (
        <nav className="facts" aria-label={t('decide.label')}>
          {next.map((one) => {
            const link = { to: applicationPath(id, `/decision/${one}`), text: decisionName(office, one) };
            return <ButtonLink key={one} {...link} look={STAGES[one].main ? 'primary' : 'quiet'} />;
          })}
        </nav>
      )}
      <span className="soft">{t(`assign.${owner}`, { who: assignee })}</span>
      {may('decide') && <AssignForm id={id} assignee={assignee} label={t(isMine ? 'assign.release' : 'assign.take')} />}
    </div>
  );
}

/** Size of all changes on one page, as JSON. */
const MAX_CHARACTERS = 20_000;

applicationRoutes.get('/applications/:id/changes', async (c) => {
  const { office } = c.var;
  const { t, env, locale } = office;
  const applicant = await findApplicant(operatorOf(office), c.req.param('id'));
  const changes = changesOf(applicant, await listVersions(env.DB, applicant.id), locale);
  // Shows the newest change whatever its size.
  const shown = changes.filter(
    (_, index) => index === 0 || JSON.stringify(changes.slice(0, index + 1)).length <= MAX_CHARACTERS,
  );
  return render(
    c,
    <Page title={t('changes.title')} back={{ to: applicationPath(applicant.id), name: applicant.id }}>
      <Changes id={applicant.id} changes={shown} showsAll />
      {shown.length < changes.length && <p className="soft">{t('changes.cut')}</p>}
    </Page>,
  );
});
