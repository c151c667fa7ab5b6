/** Messages to the staff: the list, one of them, its answer. */
import { Hono } from 'hono';
import { DeskRefusal } from '../../admin/desk/command.ts';
import { findMessage, listMessages } from '../../admin/store/messages.ts';
import { MessagePage, MessagesPage } from '../pages/Messages.tsx';
import { htmlOf } from '../pages/Page.tsx';
import type { DeskEnv } from '../request/env.ts';
import { type DeskVariables, run } from '../request/office.ts';
import { notFoundPage, refusalPage, requireRole } from './refusals.tsx';

export const messageRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

const LISTED = 40;
const DONE = ['answered', 'closed'];

messageRoutes.get('/messages', async (c) => {
  const office = c.get('office');
  const { all, done = '' } = c.req.query();
  const messages = await listMessages(office.env.DB, all !== undefined, LISTED);
  const page = { office, messages, all: all !== undefined, done: DONE.includes(done) ? done : null };
  return c.html(htmlOf(<MessagesPage {...page} />));
});

messageRoutes.get('/messages/:id', async (c) => {
  const office = c.get('office');
  const message = await findMessage(office.env.DB, c.req.param('id'));
  return message ? c.html(htmlOf(<MessagePage office={office} message={message} />)) : notFoundPage(c);
});

messageRoutes.post('/messages/:id', async (c) => {
  const office = c.get('office');
  requireRole(office, 'decide');
  const { text } = await c.req.parseBody();
  const written = String(text ?? '');
  try {
    await run(office, { name: 'answer', args: [c.req.param('id'), written] });
    return c.redirect('/messages?done=answered', 303);
  } catch (error) {
    if (!(error instanceof DeskRefusal)) throw error;
    return refusalPage(c, error, written);
  }
});

messageRoutes.post('/messages/:id/close', async (c) => {
  const office = c.get('office');
  requireRole(office, 'decide');
  await run(office, { name: 'close', args: [c.req.param('id')] });
  return c.redirect('/messages?done=closed', 303);
});
