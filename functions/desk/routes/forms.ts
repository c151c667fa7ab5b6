/** Forms with a single step: each calls a function of the office with the id in the path, then redirects to its page. */
import { assignTo, note } from '../../office/case-work.ts';
import { answerMessage, closeMessage, resend, writeToApplicant } from '../../office/correspondence.ts';
import { anonymise, declineRequest } from '../../office/personal-data.ts';
import { OfficeRefusal } from '../../office/refusal.ts';
import { dismissFailed, sendNow, takeBack } from '../../office/waiting.ts';
import { applicationPath, listQuery } from '../pages/paths.ts';
import { type FormValues, formText, type Office, type PageHandler, type Routes } from '../request/office.ts';

/** @throws OfficeRefusal */
type Action = (office: Office, id: string, form: FormValues) => Promise<unknown>;
/** The value of `?done=` on the page that follows. */
type Done = string | ((form: FormValues, office: Office) => string);

const FORMS: Record<string, [done: Done, act: Action]> = {
  '/applications/:id/assign': [
    ({ to }, { by }) => (to === 'none' ? 'released' : to === 'me' || to === by ? 'assigned' : 'handed'),
    async (office, id, { from, to }) => {
      if (typeof from !== 'string' || typeof to !== 'string') throw new OfficeRefusal('conflict');
      if (to === '') throw new OfficeRefusal('noOfficerChosen');
      await assignTo(office, id, to === 'me' ? office.by : to === 'none' ? null : to, from || null);
    },
  ],
  '/applications/:id/note': ['noted', (office, id, form) => note(office, id, formText(form, 'text'))],
  '/applications/:id/undo': ['undone', (office, id, { made }) => takeBack(office, id, Number(made))],
  '/applications/:id/hurry': ['hurried', (office, id, { made }) => sendNow(office, id, Number(made))],
  '/applications/:id/dismiss': ['dismissed', dismissFailed],
  '/applications/:id/write': [
    'written',
    (office, id, form) => writeToApplicant(office, id, formText(form, 'message'), formText(form, 'key')),
  ],
  '/applications/:id/decline': ['declined', (office, id, form) => declineRequest(office, id, formText(form, 'note'))],
  '/applications/:id/anonymise': ['anonymised', (office, id, form) => anonymise(office, id, formText(form, 'typed'))],
  '/messages/:id': ['answered', (office, id, form) => answerMessage(office, id, formText(form, 'text'))],
  '/messages/:id/close': ['closed', (office, id, form) => closeMessage(office, id, formText(form, 'text'))],
  '/mails/:id': ['resent', (office, id, form) => resend(office, id, formText(form, 'mail'))],
};

const submitTo =
  (path: string, [done, act]: [done: Done, act: Action]): PageHandler =>
  async (office, c) => {
    const { id = '' } = c.req.param();
    const form = await c.req.parseBody();
    await act(office, id, form);
    const page = path.startsWith('/applications') ? applicationPath(id) : path.slice(0, path.indexOf('/', 1));
    const result = typeof done === 'string' ? done : done(form, office);
    return c.redirect(`${page}?done=${result}${listQuery(office.path, '&')}`, 303);
  };

export const formRoutes: Routes = {
  post: Object.fromEntries(Object.entries(FORMS).map(([path, act]) => [path, submitTo(path, act)])),
};
