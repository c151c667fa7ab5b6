/** Error pages, and the check of roles. */
import type { BodyData } from 'hono/utils/body';
import { cutText } from '../../../src/domain/input/text.ts';
import { DeskConflict, DeskRefusal, UnknownApplication } from '../../office/command.ts';
import { isPassing, RETRY_AFTER_S } from '../../platform/passing-faults.ts';
import { Page } from '../pages/Page.tsx';
import { applicationPath } from '../pages/paths.ts';
import { ButtonLink, Notice, render, useOffice } from '../pages/ui.tsx';
import type { DeskContext, Office } from '../request/office.ts';
import { RequestRefused } from '../request/own-requests.ts';
import type { Role } from '../request/settings.ts';

/** The officer lacks a role: its message. */
class Forbidden extends Error {}

/** @throws Forbidden */
export function requireRole(office: Office, role: Role): void {
  if (!office.may(role)) throw new Forbidden(role);
}

/** Longer texts, which no form of the desk sends, are cut. */
const MAX_WRITTEN = 8000;

interface OutcomePageProps {
  title: string;
  text?: string;
  /** The officer's text, to copy. */
  written?: string;
  /** The application to link to. */
  id?: string | undefined;
}

/** The page of an error, or of an action without another page. */
export function OutcomePage({ title, text, written, id }: OutcomePageProps) {
  const { t } = useOffice();
  return (
    <Page title={title}>
      {text && <Notice tone="error" title={text} />}
      {written && <h2>{t('conflict.written')}</h2>}
      {written && <p className="written">{written}</p>}
      <p>
        <ButtonLink to={id ? applicationPath(id) : '/'} text={t(id ? 'conflict.look' : 'toQueue')} look="quiet" />
      </p>
    </Page>
  );
}

/** The page of an error. Shows the officer's text, so that it is not lost. */
export async function refusalPage(c: DeskContext, error: unknown) {
  const { t } = c.var.office;
  if (error instanceof RequestRefused)
    return render(c, <OutcomePage title={t('refused')} text={t(`requests.${error.name}`)} />, error.status);
  const id = /^\/applications\/([^/]+)\//.exec(c.req.path)?.[1];
  const form = c.req.method === 'POST' ? await c.req.parseBody().catch(() => ({}) as BodyData) : {};
  const written = cutText(String(form.note ?? form.text ?? ''), MAX_WRITTEN);
  if (error instanceof UnknownApplication)
    return render(c, <OutcomePage {...{ title: t('notFound.application'), text: error.message, written }} />, 404);
  const refuse = (status: 403 | 409 | 422 | 500 | 503, title: string, text: string) =>
    render(c, <OutcomePage {...{ title, text, written, id }} />, status);
  if (error instanceof Forbidden) return refuse(403, t('forbidden.title'), t(`forbidden.${error.message}`));
  if (error instanceof DeskConflict) return refuse(409, t('conflict.title'), t('conflict.text'));
  if (error instanceof DeskRefusal) return refuse(422, t('refused'), error.message);
  if (isPassing(error)) {
    c.header('Retry-After', String(RETRY_AFTER_S));
    return refuse(503, t('busy.title'), t('busy.text'));
  }
  return refuse(500, t('failed.title'), t('failed.text', { id: c.var.requestId }));
}

export const notFoundPage = (c: DeskContext) => {
  const { t } = c.var.office;
  return render(c, <OutcomePage title={t('notFound.title')} text={t('notFound.text')} />, 404);
};
