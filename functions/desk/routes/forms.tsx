/** Forms of one step: each runs a desk command with the path's id, then redirects to its page. */
import { isStatus } from '../../../src/domain/application/status.ts';
import { type CommandLine, DeskConflict, DeskRefusal } from '../../office/command.ts';
import { applicationPath } from '../pages/paths.ts';
import { type DeskContext, type Handler, type Office, parseSeenState, roleFor, run } from '../request/office.ts';
import type { Role } from '../request/settings.ts';
import { OutcomePage, requireRole } from './refusals.tsx';

type Fields = Readonly<Record<string, string | undefined>>;

/** The command of a form; `args` without the id. */
interface FormCommand extends Partial<CommandLine> {
  name: string;
  role: Role;
  /** The value of `?done=` on the page after it. */
  done: string;
}

const FORMS: Record<string, (fields: Fields, office: Office) => FormCommand> = {
  '/applications/:id/assign': ({ to, from }, { officer, t }) => {
    if (from === undefined || (to !== 'me' && to !== '')) throw new DeskConflict(t('conflict.text'));
    return to === 'me'
      ? { name: 'assign', args: [officer.email], role: 'decide', done: 'assigned' }
      : { name: 'assign', role: 'decide', done: 'released' };
  },
  '/applications/:id/notes': ({ text = '' }, office) => {
    requireRole(office, 'decide');
    if (text.trim() === '') throw new DeskRefusal(office.t('notes.empty'));
    return { name: 'note', args: [text.trim()], role: 'decide', done: 'noted' };
  },
  '/applications/:id/undo': ({ status = '', seen }, { t }) => {
    if (!isStatus(status) || !parseSeenState(seen)) throw new DeskRefusal(t('decide.notNow'));
    return { name: 'undo', args: [status], role: roleFor(status), done: 'undone' };
  },
  '/applications/:id/decline': ({ note = '' }) => ({
    ...{ name: 'decline', options: { note }, role: 'erase', done: 'declined' },
  }),
  '/applications/:id/anonymise': () => ({ name: 'anonymise', role: 'erase', done: 'anonymised' }),
  '/messages/:id': ({ text = '' }) => ({ name: 'answer', args: [text], role: 'decide', done: 'answered' }),
  '/messages/:id/close': () => ({ name: 'close', role: 'decide', done: 'closed' }),
  '/mails/:id': () => ({ name: 'resend', role: 'decide', done: 'resent' }),
};

/** The state that the page showed: of the application, or only its assignee. */
function readSeenState({ seen, from }: Fields) {
  return from === undefined ? parseSeenState(seen) : { version: 0, entries: 0, at: 0, assignee: from || null };
}

const submitTo =
  (path: string, commandOf: (typeof FORMS)[string]): Handler =>
  async (office, c) => {
    const { id = '' } = c.req.param();
    const fields = (await c.req.parseBody()) as Fields;
    const { name, args = [], options = {}, role, done } = commandOf(fields, office);
    requireRole(office, role);
    await run(office, { name, args: [id, ...args], options }, { seen: readSeenState(fields), typed: fields.typed });
    const page = path.startsWith('/applications') ? applicationPath(id) : path.slice(0, path.indexOf('/', 1));
    return c.redirect(`${page}?done=${done}`, 303);
  };

export const COMMAND_FORMS = Object.fromEntries(
  Object.entries(FORMS).map(([path, commandOf]) => [path, submitTo(path, commandOf)]),
);

export async function erase(office: Office, c: DeskContext) {
  requireRole(office, 'erase');
  const { id = '' } = c.req.param();
  const { typed } = (await c.req.parseBody()) as Fields;
  await run(office, { name: 'erase', args: [id], options: {} }, { typed });
  return <OutcomePage title={office.t('personal.erased', { id })} />;
}
