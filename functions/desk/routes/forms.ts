/** Forms of one step: each calls a function of the office with the path's id, then redirects to its page. */
import { assignTo, note } from '../../office/case-work.ts';
import { answerMessage, closeMessage, resend, writeToApplicant } from '../../office/correspondence.ts';
import { undo } from '../../office/decisions.ts';
import { anonymise, declineRequest, dueForAnonymising } from '../../office/personal-data.ts';
import { Problem } from '../../office/problem.ts';
import { applicationPath, queueQuery } from '../pages/paths.ts';
import { type FormValues, type Handler, type Office, parseSeenState, type Routes, textOf } from '../request/office.ts';

/** @throws Problem */
type Action = (office: Office, id: string, form: FormValues) => Promise<unknown>;
/** The value of `?done=` on the page after it. */
type Done = string | ((form: FormValues, office: Office) => string);

const FORMS: Record<string, [done: Done, act: Action]> = {
  '/applications/:id/assign': [
    ({ to }, { by }) => (to === '' ? 'released' : to === 'me' || to === by ? 'assigned' : 'handed'),
    async (office, id, { from, to }) => {
      if (typeof from !== 'string' || typeof to !== 'string') throw new Problem('conflict');
      await assignTo(office, id, to === 'me' ? office.by : to, from || null);
    },
  ],
  '/applications/:id/notes': ['noted', (office, id, form) => note(office, id, textOf(form, 'text'))],
  '/applications/:id/undo': [
    'undone',
    async (office, id, { status, seen }) => {
      const state = parseSeenState(seen);
      if (!state) throw new Problem('conflict');
      await undo(office, id, String(status), state);
    },
  ],
  '/applications/:id/messages': [
    'written',
    (office, id, form) => writeToApplicant(office, id, textOf(form, 'message'), textOf(form, 'key')),
  ],
  '/applications/:id/decline': ['declined', (office, id, form) => declineRequest(office, id, textOf(form, 'note'))],
  '/applications/:id/anonymise': [
    'anonymised',
    async (office, id, form) => anonymise(office, await dueForAnonymising(office, id), textOf(form, 'typed')),
  ],
  '/messages/:id': ['answered', (office, id, form) => answerMessage(office, id, textOf(form, 'text'))],
  '/messages/:id/close': ['closed', (office, id, form) => closeMessage(office, id, textOf(form, 'text'))],
  '/mails/:id': ['resent', (office, id, { mail }) => resend(office, id, typeof mail === 'string' ? mail : undefined)],
};

const submitTo =
  (path: string, [done, act]: [done: Done, act: Action]): Handler =>
  async (office, c) => {
    const { id = '' } = c.req.param();
    const form = await c.req.parseBody();
    await act(office, id, form);
    const page = path.startsWith('/applications') ? applicationPath(id) : path.slice(0, path.indexOf('/', 1));
    const result = typeof done === 'string' ? done : done(form, office);
    return c.redirect(`${page}?done=${result}${queueQuery(office.path, '&')}`, 303);
  };

export const formRoutes: Routes = {
  post: Object.fromEntries(Object.entries(FORMS).map(([path, act]) => [path, submitTo(path, act)])),
};
