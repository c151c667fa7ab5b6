/** The paths of the desk. */
import { Hono } from 'hono';
import { render } from '../pages/ui.tsx';
import type { Handler, OfficeBindings } from '../request/office.ts';
import { applicationPage, SECTION_PATHS, sectionPage } from './application.tsx';
import { DECISION, decide, decisionPage } from './decision.tsx';
import { sendFile, viewerPage } from './files.ts';
import { COMMAND_FORMS, erase } from './forms.tsx';
import { csv, queuePage, search, searchPage } from './lists.tsx';
import { mailsPage } from './mails.tsx';
import { messagePage, messagesPage } from './messages.tsx';
import { archive, personalPage } from './personal.tsx';
import { logPage, statisticsPage } from './statistics.tsx';
import { changeTemplates, templatesPage } from './templates.tsx';

const GET: Record<string, Handler> = {
  '/': queuePage,
  '/search': searchPage,
  '/applications.csv': csv,
  '/applications/:id': applicationPage,
  ...Object.fromEntries(SECTION_PATHS.map((path) => [path, sectionPage])),
  '/applications/:id/personal': personalPage,
  '/applications/:id/personal.zip': archive,
  [DECISION]: decisionPage,
  '/files/:id': sendFile,
  '/scan': viewerPage,
  '/mails': mailsPage,
  '/messages': messagesPage,
  '/messages/:id': messagePage,
  '/statistics': statisticsPage,
  '/log': logPage,
  '/templates': templatesPage,
};

const POST: Record<string, Handler> = {
  ...COMMAND_FORMS,
  '/search': search,
  '/applications/:id/erase': erase,
  [DECISION]: decide,
  '/templates': changeTemplates,
};

export const routes = new Hono<OfficeBindings>();

for (const [method, handlers] of Object.entries({ GET, POST }))
  for (const [path, handle] of Object.entries(handlers))
    routes.on(method, path, async (c) => {
      const result = await handle(c.var.office, c);
      return result instanceof Response ? result : render(c, result);
    });
