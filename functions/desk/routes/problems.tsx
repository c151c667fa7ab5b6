/** Pages of problems. Rule: what an officer typed is shown again, in its form where the form still exists. */
import type { BodyData } from 'hono/utils/body';
import { Problem } from '../../office/problem.ts';
import { isPassing, RETRY_AFTER_S } from '../../platform/passing-faults.ts';
import { OutcomePage } from '../pages/Page.tsx';
import { render } from '../pages/ui.tsx';
import { type DeskContext, withForm } from '../request/office.ts';
import { RequestRefused } from '../request/own-requests.ts';
import { pageOfForm } from './index.ts';

/** Shows the page of a refused form with what was typed; a page of its own where that page is refused, too. */
export async function problemPage(c: DeskContext, error: unknown) {
  const { office } = c.var;
  const { t, locale } = office;
  if (error instanceof RequestRefused)
    return render(c, <OutcomePage title={t('refused')} text={t(`requests.${error.name}`)} />, error.status);
  const form = c.req.method === 'POST' ? await c.req.parseBody({ all: true }).catch(() => ({}) as BodyData) : {};
  if (error instanceof Problem && c.req.method === 'POST') {
    const shown = withForm(office, form, error);
    const page = await pageOfForm(c, shown).catch(() => null);
    if (page) return render(c, page, error.status, shown);
  }
  const id = /^\/applications\/([^/]+)\//.exec(c.req.path)?.[1];
  const outcome = (title: string, text: string, status: Problem['status'] | 500 | 503, about = id) =>
    render(c, <OutcomePage {...{ title, text, id: about }} />, status, withForm(office, form));
  if (isPassing(error)) {
    c.header('Retry-After', String(RETRY_AFTER_S));
    return outcome(t('busy.title'), t('busy.text'), 503);
  }
  if (!(error instanceof Problem)) return outcome(t('failed.title'), t('failed.text', { id: c.var.requestId }), 500);
  const titles = { 403: t('forbidden'), 404: t('notFound.application'), 409: t('conflict.title'), 422: t('refused') };
  const isUnknown = error.code === 'unknownApplicant';
  const title = error.status === 404 && !isUnknown ? t('notFound.title') : titles[error.status];
  return outcome(title, error.textIn(locale), error.status, isUnknown ? '' : id);
}

export const notFoundPage = (c: DeskContext) => {
  const { t } = c.var.office;
  return render(c, <OutcomePage title={t('notFound.title')} text={t('notFound.text')} />, 404);
};
