/** One application, and what officers do with it beside deciding. */
import { Hono } from 'hono';
import { isStatus } from '../../../src/domain/application/status.ts';
import { DeskConflict, DeskRefusal, findApplicant } from '../../admin/desk/command.ts';
import { changesOf } from '../../admin/desk/differences.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import { Conflict } from '../../admin/store/database.ts';
import { latestActions } from '../../admin/store/desk.ts';
import { messagesOf } from '../../admin/store/messages.ts';
import { listNotes } from '../../admin/store/notes.ts';
import { lastEntry } from '../../admin/store/undo.ts';
import { listVersions } from '../../admin/store/versions.ts';
import { ApplicationPage, roleFor } from '../pages/Application.tsx';
import { Changes } from '../pages/Changes.tsx';
import { htmlOf, Page } from '../pages/Page.tsx';
import { applicationPath } from '../pages/ui.tsx';
import type { DeskEnv } from '../request/env.ts';
import { type DeskVariables, type Office, operatorOf, run } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const applicationRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

/** Notes, messages and actions on the page; the log has the rest. */
const NOTES = 20;
const MESSAGES = 10;
const ACTIONS = 30;
const DONE = ['decided', 'undone', 'noted', 'assigned', 'released', 'anonymised', 'declined'];

applicationRoutes.get('/applications/:id', async (c) => {
  const office = c.get('office');
  const { DB } = office.env;
  const id = readApplicantId(c.req.param('id'), true) ?? c.req.param('id');
  const [applicant, kept, notes, messages, actions, last] = await Promise.all([
    findApplicant(operatorOf(office), id),
    listVersions(DB, id),
    listNotes(DB, id),
    messagesOf(DB, id, MESSAGES),
    latestActions(DB, id, ACTIONS),
    lastEntry(DB, id),
  ]);
  const { done = '' } = c.req.query();
  const canUndo =
    last?.mailState === 'waiting' &&
    (last.dueAt ?? 0) > office.now &&
    isStatus(last.status) &&
    office.may(roleFor(last.status));
  const page = (
    <ApplicationPage
      office={office}
      applicant={applicant}
      changes={changesOf(applicant, kept, office.locale)}
      notes={notes.slice(-NOTES)}
      messages={messages}
      actions={actions}
      undo={canUndo ? last : null}
      done={DONE.includes(done) ? done : null}
    />
  );
  return c.html(htmlOf(page));
});

applicationRoutes.get('/applications/:id/changes', async (c) => {
  const office = c.get('office');
  const applicant = await findApplicant(operatorOf(office), c.req.param('id'));
  const changes = changesOf(applicant, await listVersions(office.env.DB, applicant.id), office.locale);
  const shown = changes.slice(0, wholeChanges(changes.map((change) => JSON.stringify(change).length)));
  const title = office.t('changes.title');
  return c.html(
    htmlOf(
      <Page office={office} title={title}>
        <p>
          <a href={applicationPath(applicant.id)}>{office.t('back', { name: applicant.id })}</a>
        </p>
        <h1 className="visually-hidden">{title}</h1>
        <Changes office={office} id={applicant.id} changes={shown} whole />
        {shown.length < changes.length && <p className="soft">{office.t('changes.cut')}</p>}
      </Page>,
    ),
  );
});

/** So many letters of changes on one page. */
const MOST_LETTERS = 20_000;

/** How many changes fit: at least the newest. */
function wholeChanges(sizes: readonly number[]): number {
  const sums = sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size, 0));
  return Math.max(1, sums.filter((sum) => sum <= MOST_LETTERS).length);
}

applicationRoutes.post('/applications/:id/assign', async (c) => {
  const office = c.get('office');
  requireRole(office, 'decide');
  const id = c.req.param('id');
  const { to, from, back } = await c.req.parseBody();
  const officer = to === 'me' ? office.officer.email : '';
  await assign(office, id, { officer, from: String(from ?? '') || null });
  const done = officer === '' ? 'released' : 'assigned';
  return c.redirect(back === 'application' ? applicationPath(id, `?done=${done}`) : applicationPath(id), 303);
});

async function assign(office: Office, id: string, { officer, from }: { officer: string; from: string | null }) {
  const seen = { version: 0, entries: 0, at: 0, assignee: from };
  await run(office, { name: 'assign', args: [id, officer] }, { seen }).catch((error: unknown) => {
    throw error instanceof Conflict ? new DeskConflict('') : error;
  });
}

applicationRoutes.post('/applications/:id/notes', async (c) => {
  const office = c.get('office');
  requireRole(office, 'decide');
  const id = c.req.param('id');
  const { text } = await c.req.parseBody();
  const note = String(text ?? '').trim();
  if (note === '') throw new DeskRefusal(office.t('notes.empty'));
  await run(office, { name: 'note', args: [id, note] });
  return c.redirect(applicationPath(id, '?done=noted'), 303);
});
