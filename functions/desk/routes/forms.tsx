/** Forms of one step: each calls a function of the office with the path's id, then redirects to its page. */
import { assignTo, note } from '../../office/case-work.ts';
import { answerMessage, closeMessage, resend, writeToApplicant } from '../../office/correspondence.ts';
import { undo } from '../../office/decisions.ts';
import { anonymise, declineRequest, dueForAnonymising, erase as eraseApplicant } from '../../office/personal-data.ts';
import { Problem } from '../../office/problem.ts';
import { OutcomePage } from '../pages/OutcomePage.tsx';
import { applicationPath, queueQuery } from '../pages/paths.ts';
import {
  type DeskContext,
  type FormValues,
  type Handler,
  type Office,
  parseSeenState,
  textOf,
} from '../request/office.ts';

/** Does what a form asks for. @returns the value of `?done=` on the page after it @throws Problem */
type Action = (office: Office, id: string, form: FormValues) => Promise<string>;

const FORMS: Record<string, Action> = {
  '/applications/:id/assign': async (office, id, form) => {
    const { from, to } = form;
    if (typeof from !== 'string' || typeof to !== 'string') throw new Problem('conflict');
    const officer = to === 'me' ? office.by : to;
    await assignTo(office, id, officer, from || null);
    return to === '' ? 'released' : officer === office.by ? 'assigned' : 'handed';
  },
  '/applications/:id/notes': async (office, id, form) => {
    await note(office, id, String(form.text ?? ''));
    return 'noted';
  },
  '/applications/:id/undo': async (office, id, { status, seen }) => {
    const state = parseSeenState(seen);
    if (!state) throw new Problem('conflict');
    await undo(office, id, String(status), state);
    return 'undone';
  },
  '/applications/:id/messages': async (office, id, form) => {
    await writeToApplicant(office, id, String(form.message ?? ''));
    return 'written';
  },
  '/applications/:id/decline': async (office, id, form) => {
    await declineRequest(office, id, String(form.note ?? ''));
    return 'declined';
  },
  '/applications/:id/anonymise': async (office, id, form) => {
    await anonymise(office, await dueForAnonymising(office, id), textOf(form, 'typed'));
    return 'anonymised';
  },
  '/messages/:id': async (office, id, form) => {
    await answerMessage(office, id, String(form.text ?? ''));
    return 'answered';
  },
  '/messages/:id/close': async (office, id) => {
    await closeMessage(office, id);
    return 'closed';
  },
  '/mails/:id': async (office, id) => {
    await resend(office, id);
    return 'resent';
  },
};

const submitTo =
  (path: string, act: Action): Handler =>
  async (office, c) => {
    const { id = '' } = c.req.param();
    const done = await act(office, id, await c.req.parseBody());
    const page = path.startsWith('/applications') ? applicationPath(id) : path.slice(0, path.indexOf('/', 1));
    return c.redirect(`${page}?done=${done}${queueQuery(office.path, '&')}`, 303);
  };

export const ACTIONS = Object.fromEntries(Object.entries(FORMS).map(([path, act]) => [path, submitTo(path, act)]));

export async function erase(office: Office, c: DeskContext) {
  const { id = '' } = c.req.param();
  await eraseApplicant(office, id, textOf(await c.req.parseBody(), 'typed'));
  return <OutcomePage title={office.t('personal.erased', { id })} />;
}
