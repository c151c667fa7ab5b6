/** The paths of the desk. */
import { Hono } from 'hono';
import type { ReactElement } from 'react';
import { isLocale } from '../../../src/domain/i18n/locales.ts';
import { listTemplates } from '../../admin/store/note-templates.ts';
import { render } from '../pages/ui.tsx';
import {
  type DeskContext,
  type FormValues,
  type Handler,
  type Office,
  type OfficeBindings,
  withForm,
} from '../request/office.ts';
import { applicationPage, nextCase, SECTION_PATHS, sectionPage } from './application.tsx';
import { DECISION, decide, decisionPage } from './decision.tsx';
import { sendFile, viewerPage } from './files.ts';
import { ACTIONS, erase } from './forms.tsx';
import { helpPage } from './help.tsx';
import { csv, queuePage, search, searchPage } from './lists.tsx';
import { mailsPage } from './mails.tsx';
import { messagePage, messagesPage } from './messages.tsx';
import { archive, personalPage } from './personal.tsx';
import { readsPage } from './reads.tsx';
import { logPage, statisticsPage } from './statistics.tsx';
import { changeTemplates, templatesPage } from './templates.tsx';

const GET: Record<string, Handler> = {
  '/': queuePage,
  '/next': nextCase,
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
  '/reads': readsPage,
  '/templates': templatesPage,
  '/help': helpPage,
};

const POST: Record<string, Handler> = {
  ...ACTIONS,
  '/search': search,
  '/applications/:id/erase': erase,
  [DECISION]: decide,
  '/templates': changeTemplates,
  '/reads': readsPage,
};

/** The page whose form was sent to a path: itself, or the one above it. */
const pageFor = (path: string): Handler | undefined => GET[path] ?? GET[path.replace(/\/[^/]+$/, '')];

/** Paths of forms whose page is another one below the application's. */
const PAGES: Record<string, Handler> = {
  '/applications/:id/erase': personalPage,
  '/applications/:id/anonymise': personalPage,
  '/applications/:id/decline': personalPage,
};

/** The page of the form that a request submitted, with what was typed; null for none. @throws Problem where the page is refused */
export async function pageOfForm(c: DeskContext, office: Office): Promise<ReactElement | null> {
  const path = Object.keys(POST).find((one) => new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`).test(c.req.path));
  const handle = path === undefined ? undefined : (PAGES[path] ?? pageFor(path));
  const page = await handle?.(office, c);
  return page === undefined || page instanceof Response ? null : page;
}

export const routes = new Hono<OfficeBindings>();

for (const [path, handle] of Object.entries(GET))
  routes.get(path, async (c) => {
    const result = await handle(c.var.office, c);
    return result instanceof Response ? result : render(c, result);
  });

/** The form with the text of the chosen template. @param form has `template`: id, language and control */
async function filled({ env }: Office, form: FormValues): Promise<FormValues> {
  const [, id, locale = '', field = ''] = /^(\d+)\.(\w+)\.(\w+)$/.exec(String(form.template)) ?? [];
  const template = (await listTemplates(env.DB)).find((one) => String(one.id) === id);
  return template && isLocale(locale) ? { ...form, [field]: template[locale] } : form;
}

// The address of a refused form, opened again or in another language, is that of its page.
for (const path of Object.keys(POST).filter((one) => !GET[one]))
  routes.get(path, (c) => {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(pathname.replace(/[^/]+$/, PAGES[path] ? 'personal' : '').replace(/\/$/, '') + search, 303);
  });

for (const path of new Set([...Object.keys(GET), ...Object.keys(POST)]))
  routes.post(path, async (c) => {
    const form = await c.req.parseBody({ all: true });
    // Another language or a template: the page with what was typed.
    const page = form.lng === undefined && form.template === undefined ? undefined : (PAGES[path] ?? pageFor(path));
    const office = page ? withForm(c.var.office, await filled(c.var.office, form)) : c.var.office;
    const handle = page ?? POST[path];
    if (!handle) return c.notFound();
    const result = await handle(office, c);
    return result instanceof Response ? result : render(c, result, 200, office);
  });
