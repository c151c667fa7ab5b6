/** Forms of one step: each runs a desk command, then redirects to its page. */
import { isStatus } from '../../../src/domain/application/status.ts';
import { DeskConflict, DeskRefusal } from '../../admin/desk/command.ts';
import { applicationPath, render } from '../pages/ui.tsx';
import {
  type Confirmation,
  createRoutes,
  type Line,
  type Office,
  parseSeenState,
  roleFor,
  run,
} from '../request/office.ts';
import type { Role } from '../request/settings.ts';
import { OutcomePage, requireRole } from './refusals.tsx';

export const formRoutes = createRoutes();

type Fields = Readonly<Record<string, string | undefined>>;

interface FormCommand {
  /** The command; its first argument is the id in the path. */
  name: string;
  role: Role | ((office: Office, fields: Fields) => Role);
  /** Further arguments. */
  args?: (office: Office, fields: Fields) => readonly string[];
  options?: (fields: Fields) => Line['options'];
  /** The value of `?done=` on the page after it. */
  done: string | ((fields: Fields) => string);
}

const FORMS: Record<string, FormCommand> = {
  '/applications/:id/assign': {
    ...{ name: 'assign', role: 'decide' },
    args: readAssignee,
    done: ({ to }) => (to === 'me' ? 'assigned' : 'released'),
  },
  '/applications/:id/notes': { name: 'note', role: 'decide', args: readNoteText, done: 'noted' },
  '/applications/:id/undo': { name: 'undo', role: roleToUndo, args: (_, { status = '' }) => [status], done: 'undone' },
  '/applications/:id/decline': {
    ...{ name: 'decline', role: 'erase' },
    options: ({ note = '' }) => ({ note }),
    done: 'declined',
  },
  '/applications/:id/anonymise': { name: 'anonymise', role: 'erase', done: 'anonymised' },
  '/messages/:id': { name: 'answer', role: 'decide', args: (_, { text = '' }) => [text], done: 'answered' },
  '/messages/:id/close': { name: 'close', role: 'decide', done: 'closed' },
  '/mails/:id': { name: 'resend', role: 'decide', done: 'resent' },
};

/** The officer, or nobody. @throws DeskConflict for a form without the assignee that the page showed */
function readAssignee({ t, officer }: Office, { to, from }: Fields): string[] {
  if (from === undefined || (to !== 'me' && to !== '')) throw new DeskConflict(t('conflict.text'));
  return [to === 'me' ? officer.email : ''];
}

function readNoteText({ t }: Office, { text = '' }: Fields): string[] {
  if (text.trim() === '') throw new DeskRefusal(t('notes.empty'));
  return [text.trim()];
}

/** Undoing a decision requires the decision's role. */
function roleToUndo({ t }: Office, { status = '', seen }: Fields): Role {
  if (!isStatus(status) || !parseSeenState(seen)) throw new DeskRefusal(t('decide.notNow'));
  return roleFor(status);
}

/** The state that the page showed, and the typed confirmation. */
function readConfirmation({ seen, from, typed }: Fields): Confirmation {
  if (from === undefined) return { seen: parseSeenState(seen), typed };
  return { seen: { version: 0, entries: 0, at: 0, assignee: from || null }, typed };
}

for (const [path, { name, role, args, options, done }] of Object.entries(FORMS))
  formRoutes.post(path, async (c) => {
    const { office } = c.var;
    const id = c.req.param('id') ?? '';
    const fields = (await c.req.parseBody()) as Fields;
    requireRole(office, typeof role === 'string' ? role : role(office, fields));
    const line = { name, args: [id, ...(args?.(office, fields) ?? [])], options: options?.(fields) ?? {} };
    await run(office, line, readConfirmation(fields));
    const page = path.startsWith('/applications') ? applicationPath(id) : path.slice(0, path.indexOf('/', 1));
    return c.redirect(`${page}?done=${typeof done === 'string' ? done : done(fields)}`, 303);
  });

formRoutes.post('/applications/:id/erase', async (c) => {
  const { office } = c.var;
  requireRole(office, 'erase');
  const id = c.req.param('id');
  const { typed } = (await c.req.parseBody()) as Fields;
  await run(office, { name: 'erase', args: [id] }, { typed });
  return render(c, <OutcomePage title={office.t('personal.erased', { id })} />);
});
