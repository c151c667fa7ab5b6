/** The paths of the desk, and the pages of refusals. What an officer typed is shown again, in its form where that exists. */
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { BodyData } from 'hono/utils/body';
import type { ReactElement } from 'react';
import { isLocale } from '../../../src/domain/i18n/locales.ts';
import { NoteTemplates } from '../../admin/store/notes.ts';
import { OfficeRefusal } from '../../office/refusal.ts';
import { isPassing, RETRY_AFTER_S } from '../../platform/passing-faults.ts';
import { OutcomePage } from '../pages/DeskPage.tsx';
import { render } from '../pages/ui.tsx';
import {
  type DeskContext,
  type FormValues,
  type Office,
  type OfficeBindings,
  type PageHandler,
  withForm,
} from '../request/office.ts';
import type { ForeignRequest } from '../request/security.ts';
import { applicationPage, applicationRoutes } from './application.tsx';
import { correspondenceRoutes } from './correspondence.tsx';
import { decisionRoutes } from './decision.tsx';
import { fileRoutes } from './files.ts';
import { formRoutes } from './forms.ts';
import { helpRoutes } from './help.tsx';
import { listRoutes } from './lists.tsx';
import { logRoutes } from './logs.tsx';
import { personalRoutes } from './personal.tsx';
import { statisticsRoutes } from './statistics.tsx';

const SUBJECTS = [
  listRoutes,
  applicationRoutes,
  decisionRoutes,
  personalRoutes,
  fileRoutes,
  formRoutes,
  correspondenceRoutes,
  statisticsRoutes,
  logRoutes,
  helpRoutes,
];
const GET: Record<string, PageHandler> = Object.assign({}, ...SUBJECTS.map(({ get }) => get));
const POST: Record<string, PageHandler> = Object.assign({}, ...SUBJECTS.map(({ post }) => post));

/** Forms on the page of personal data. */
const PERSONAL = /^\/applications\/:id\/(?:erase|anonymise|decline)$/;
/** The address of the page whose form is sent to `path`, unless `path` is a page itself. */
const above = (path: string, address = path) => address.replace(/\/[^/]+$/, PERSONAL.test(path) ? '/personal' : '');
const pageFor = (path: string): PageHandler | undefined => GET[path] ?? GET[above(path)];

const ABOUT = /^\/applications\/([^/]+)\//;

/**
 * The page with the form that a request submitted, with what was typed; null without such a page.
 * @throws OfficeRefusal where that page is refused
 */
async function pageOfForm(c: DeskContext, office: Office): Promise<ReactElement | null> {
  const path = Object.keys({ ...POST, ...GET }).find((one) =>
    new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`).test(c.req.path),
  );
  const handle = path === undefined ? undefined : pageFor(path);
  const page = await handle?.(office, c);
  return page === undefined || page instanceof Response ? null : page;
}

export const routes = new Hono<OfficeBindings>();

for (const [path, handle] of Object.entries(GET))
  routes.get(path, async (c) => {
    const result = await handle(c.var.office, c);
    return result instanceof Response ? result : render(c, result);
  });

/** The form with the text of its `template`: id, language and control. @throws OfficeRefusal where that template was deleted */
async function filled({ env }: Office, form: FormValues): Promise<FormValues> {
  if (form.template === undefined) return form;
  const [, id, locale = '', field = ''] = /^(\d+)\.(\w+)\.(\w+)$/.exec(String(form.template)) ?? [];
  const template = (await new NoteTemplates(env.DB).list()).find((one) => String(one.id) === id);
  const text = isLocale(locale) && template?.[locale];
  if (!text) throw new OfficeRefusal('conflict');
  return { ...form, [field]: text };
}

// A refused form has an address of its own; opened again, or in another language, it leads to its page.
for (const path of Object.keys(POST).filter((one) => !GET[one]))
  routes.get(path, (c) => {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(above(path, pathname) + search, 303);
  });

for (const path of new Set([...Object.keys(GET), ...Object.keys(POST)]))
  routes.post(path, async (c) => {
    const form = await c.req.parseBody({ all: true });
    // For another language or a template: the page with what was typed.
    const page = form.lng === undefined && form.template === undefined ? undefined : pageFor(path);
    const office = page ? withForm(c.var.office, await filled(c.var.office, form)) : c.var.office;
    const handle = page ?? POST[path];
    if (!handle) return c.notFound();
    const result = await handle(office, c);
    return result instanceof Response ? result : render(c, result, 200, office);
  });

/** Shows the page of a refused form with what was typed; without one, a page of its own. */
export async function errorPage(c: DeskContext, error: unknown) {
  const { office } = c.var;
  const { t, locale } = office;
  if (error instanceof HTTPException)
    return render(
      c,
      <OutcomePage title={t('refused')} text={t(`requests.${error.message as ForeignRequest}`)} />,
      error.status,
    );
  const form = c.req.method === 'POST' ? await c.req.parseBody({ all: true }).catch(() => ({}) as BodyData) : {};
  if (error instanceof OfficeRefusal && c.req.method === 'POST' && office.may('read')) {
    const shown = withForm(office, form, [error]);
    // Where that page is refused as well, shows the application as it is now.
    const about = () => (ABOUT.test(c.req.path) ? applicationPage(shown, c).catch(() => null) : null);
    const page = (await pageOfForm(c, shown).catch(() => null)) ?? (await about());
    if (page) return render(c, page, error.status, shown);
  }
  const id = ABOUT.exec(c.req.path)?.[1];
  const outcome = (title: string, text: string, status: OfficeRefusal['status'] | 500 | 503, about = id) =>
    render(c, <OutcomePage title={title} text={text} id={about} />, status, withForm(office, form));
  if (isPassing(error)) {
    c.header('Retry-After', String(RETRY_AFTER_S));
    return outcome(t('busy.title'), t('busy.text'), 503);
  }
  if (!(error instanceof OfficeRefusal))
    return outcome(t('failed.title'), t('failed.text', { id: c.var.requestId }), 500);
  const titles = { 403: t('forbidden'), 404: t('notFound.application'), 409: t('conflict.title'), 422: t('refused') };
  const isUnknown = error.code === 'unknownApplicant';
  const title = error.status === 404 && !isUnknown ? t('notFound.title') : titles[error.status];
  return outcome(title, error.textIn(locale), error.status, isUnknown ? '' : id);
}

export const notFoundPage = (c: DeskContext) => {
  const { t } = c.var.office;
  return render(c, <OutcomePage title={t('notFound.title')} text={t('notFound.text')} />, 404);
};
