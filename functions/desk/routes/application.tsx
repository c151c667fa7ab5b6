/** The page of an application: answers beside scans, then changes, history, messages, notes, log; and a page of each section. */
import type { ReactElement } from 'react';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { DeskLog } from '../../admin/store/actions.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { Messages } from '../../admin/store/messages.ts';
import { type NoteTemplate, NoteTemplates, OfficerNotes } from '../../admin/store/notes.ts';
import { findSamePersons } from '../../admin/store/same-person.ts';
import { Versions } from '../../admin/store/versions.ts';
import { colleagues } from '../../office/case-work.ts';
import { isBarred, nextDecisions, roleFor } from '../../office/decisions.ts';
import { changesOf } from '../../office/differences.ts';
import { readCursor, Worklist } from '../../office/lists.ts';
import { findApplicant, traceRead } from '../../office/officer.ts';
import { OfficeRefusal } from '../../office/refusal.ts';
import { waitingDecision } from '../../office/waiting.ts';
import { Answers, CaseHead, nameOf, SamePersons } from '../pages/Case.tsx';
import { Actions, CaseHistory, Changes, Notes } from '../pages/CaseHistory.tsx';
import { FailedDecision, WaitingNotice } from '../pages/Decisions.tsx';
import { DeskPage } from '../pages/DeskPage.tsx';
import { MessageList } from '../pages/MessageList.tsx';
import { applicationPath, limitsOf, listPaths, listQuery, numberOf, queryOf } from '../pages/paths.ts';
import { Scans } from '../pages/Scans.tsx';
import { Templates } from '../pages/Templates.tsx';
import { CaseSection, DeskField, DeskNotice, Form, Submit, useOffice } from '../pages/ui.tsx';
import { type DeskContext, formatSeenState, type Office, type Routes } from '../request/office.ts';

/** Most entries that are read of an application. Its page shows the first of them, the pages of its sections show all. */
const MOST = 1000;

/** Id of the page's form: parts of it submit to different paths, and changing the language keeps all of it. */
const FORM = 'case';

/**
 * An application with everything that its page shows; stores that the officer has read it.
 * @throws OfficeRefusal for an unknown one
 */
async function loadCase(office: Office, c: DeskContext) {
  const { env, locale, path } = office;
  const applicant = await findApplicant(office, c.req.param().id ?? '');
  const { id } = applicant;
  const [earlier, notes, messages, actions] = await Promise.all([
    new Versions(env.DB).list(id, numberOf(path, 'before') || null),
    new OfficerNotes(env.DB).list(id),
    new Messages(env.DB).ofApplicant(id, MOST),
    new DeskLog(env.DB).latest(id, MOST),
    traceRead(office, 'open', id),
  ]);
  const changes = changesOf(applicant, earlier, locale);
  const then = earlier.next === null ? undefined : applicationPath(id, `/changes?before=${earlier.next}`);
  return { id, applicant, changes, then, notes, messages, actions };
}

type Case = Awaited<ReturnType<typeof loadCase>>;

export async function applicationPage(office: Office, c: DeskContext) {
  const { t, clock, env, deletionDue, path, may } = office;
  const found = await loadCase(office, c);
  const { id, applicant, changes, then, notes, messages } = found;
  const [same, others, templates] = await Promise.all([
    findSamePersons(env.DB, applicant),
    colleagues(office),
    new NoteTemplates(env.DB).list(),
  ]);
  const { anonymisedAt, deletion, decision } = applicant;
  const isPerson = anonymisedAt === null;
  const mayWrite = isPerson && may('decide');
  const asking = nextDecisions(office, applicant).find((status) => STAGES[status].asksFields);
  const areas = [...(mayWrite ? ['text', 'message'] : []), ...(asking ? ['note'] : [])];
  const lists = listPaths(path, id);
  return (
    <DeskPage title={nameOf(applicant)} heading={null} hasScans={isPerson} isWide form={FORM} areas={areas}>
      {lists && (
        <p className="row links">
          <a href={lists.list}>{t(lists.isSearch ? 'backToResults' : 'backToList')}</a>
          <a href={lists.next}>{t(lists.isSearch ? 'nextResult' : 'nextCase')}</a>
        </p>
      )}
      <CaseHead applicant={applicant} colleagues={others} change={changes[0]} />
      {deletion?.answeredAt === null && <DeskNotice tone="warning" title={deletionDue(deletion.askedAt).due} />}
      {decision?.refusal === null && (
        <WaitingNotice id={id} decision={decision} mayChange={waitingDecision(office, applicant) !== null} />
      )}
      {decision !== null && decision.refusal !== null && <FailedDecision applicant={applicant} decision={decision} />}
      {isPerson && <SamePersons same={same} id={id} />}
      {isBarred(office, applicant) && leadsToVisa(applicant) && (
        <p className="soft">{new OfficeRefusal('fourEyes', { id }).textIn(office.locale)}</p>
      )}
      {!isPerson && <DeskNotice tone="info" title={t('anonymisedOn', { date: clock.instant(anonymisedAt) })} />}
      <Form to={applicationPath(id)} id={FORM} values={{ seen: formatSeenState(applicant) }} />
      {isPerson && (
        <div className="case">
          <Scans applicant={applicant} />
          <div className="stack">
            <Answers applicant={applicant} ticks={asking && FORM} change={changes[0]} />
            {asking && <Ask applicant={applicant} status={asking} templates={templates} />}
          </div>
        </div>
      )}
      <div className="case">
        <Changes id={id} changes={changes} then={then} />
        <CaseHistory id={id} applicant={applicant} changes={changes} />
        {(isPerson || messages.length > 0) && <Thread {...found} write={mayWrite} templates={templates} />}
        {isPerson && <Notes id={id} notes={notes} form={FORM} />}
        <Log {...found} />
      </div>
    </DeskPage>
  );
}

interface AskProps {
  applicant: Applicant;
  status: string;
  templates: readonly NoteTemplate[];
}

function Ask({ applicant: { id, locale }, status, templates }: AskProps) {
  const { t, decisionName, path } = useOffice();
  const to = applicationPath(id, `/decision/${status}${listQuery(path, '?')}`);
  return (
    <CaseSection id="ask" title={decisionName(status)}>
      <p className="soft">{t('decide.fieldsHint')}</p>
      <Templates templates={templates} use={status} locale={locale} form={FORM} field="note" to={to} />
      <DeskField
        name="note"
        rows={4}
        lang={locale}
        form={FORM}
        label={t('decide.note')}
        hint={t(`decide.noteHint.${locale}`)}
      />
      <Submit name="step" value="preview" label={t('decide.preview')} form={FORM} formAction={to} />
    </CaseSection>
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
  history: (found) => <CaseHistory {...found} isWhole />,
  messages: (found) => <Thread {...found} isWhole />,
  notes: ({ id, notes }) => <Notes id={id} notes={notes} isWhole />,
  log: (found) => <Log {...found} isWhole />,
};

async function sectionPage(office: Office, c: DeskContext) {
  const section = c.req.path.split('/').at(-1) ?? '';
  const found = await loadCase(office, c);
  const { id, applicant } = found;
  const back = { to: applicationPath(id), name: String(applicant.fields.fio || id) };
  return (
    <DeskPage title={id} back={back} hasScans={section === 'changes' || section === 'files'} isWide>
      {SECTIONS[section]?.(found, office)}
    </DeskPage>
  );
}

interface ThreadProps extends Case {
  isWhole?: boolean;
  /** The officer may write first. */
  write?: boolean;
  templates?: readonly NoteTemplate[];
}

/** The messages to and from the applicant, who answers in the account; the status stays. */
function Thread({ id, applicant, messages, isWhole, write, templates = [] }: ThreadProps) {
  const { t, path } = useOffice();
  const { locale } = applicant;
  const to = applicationPath(id, `/write${listQuery(path, '?')}`);
  return (
    <CaseSection id="messages" title={t('places.messages')}>
      <MessageList messages={messages} empty={t('messages.none')} more={limitsOf(id, 'messages', isWhole).more} />
      {write && (
        <>
          <Templates
            templates={templates}
            use="message"
            locale={locale}
            form={FORM}
            field="message"
            to={applicationPath(id)}
          />
          <DeskField
            name="message"
            rows={4}
            lang={locale}
            form={FORM}
            label={t('messages.write')}
            hint={t(`messages.writeHint.${locale}`)}
          />
          <input type="hidden" name="key" value={crypto.randomUUID()} form={FORM} />
          <Submit label={t('messages.sendFirst')} look="quiet" form={FORM} formAction={to} />
        </>
      )}
    </CaseSection>
  );
}

function Log({ id, actions, isWhole }: Case & { isWhole?: boolean }) {
  return (
    <CaseSection id="log" title={useOffice().t('show.actions')}>
      <Actions actions={actions} isOfCase more={limitsOf(id, 'log', isWhole).more} />
    </CaseSection>
  );
}

const leadsToVisa = ({ status }: Applicant) =>
  isStatus(status) && STAGES[status].next.some((next) => roleFor(next) === 'issue');

/** The next application of the queue that the officer came from. */
async function nextCase(office: Office, c: DeskContext) {
  const { queue = '', at = '0', after = '' } = c.req.query();
  if (!Worklist.isQueue(queue)) return c.redirect('/', 303);
  const next = await new Worklist(office).next(queue, readCursor(`${at}.${after}`));
  return c.redirect(next ? applicationPath(next.id, `?queue=${queue}&at=${next.at}`) : `/?queue=${queue}`, 303);
}

export const applicationRoutes: Routes = {
  get: {
    '/next': nextCase,
    '/applications/:id': applicationPage,
    ...Object.fromEntries(Object.keys(SECTIONS).map((section) => [`/applications/:id/${section}`, sectionPage])),
  },
};
