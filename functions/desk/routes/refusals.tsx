/** Error pages, and the check of roles. */
import type { BodyData } from 'hono/utils/body';
import { cutText } from '../../../src/domain/input/text.ts';
import { DeskConflict, DeskRefusal } from '../../admin/desk/command.ts';
import { Page } from '../pages/Page.tsx';
import { applicationPath, ButtonLink, Notice, render, useOffice } from '../pages/ui.tsx';
import type { DeskContext, Office } from '../request/office.ts';
import { RequestRefused } from '../request/own-requests.ts';
import type { Role } from '../request/settings.ts';

/** The officer lacks a role. */
class Forbidden extends Error {
  readonly role: Role;
  constructor(role: Role) {
    super(`the role ${role} is needed`);
    this.name = 'Forbidden';
    this.role = role;
  }
}

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

/** The page and status of an error, 500 for an unexpected one. Shows the officer's text, so that it is not lost. */
export async function refusalPage(c: DeskContext, error: unknown) {
  const { t } = c.var.office;
  if (error instanceof RequestRefused)
    return render(c, <OutcomePage title={t('refused')} text={t(`requests.${error.name}`)} />, error.status);
  const id = /^\/applications\/([^/]+)\//.exec(c.req.path)?.[1];
  const form = c.req.method === 'POST' ? await c.req.parseBody().catch(() => ({}) as BodyData) : {};
  const about = { id, written: cutText(String(form.note ?? form.text ?? ''), MAX_WRITTEN) };
  if (error instanceof Forbidden)
    return render(c, <OutcomePage title={t('forbidden.title')} text={t(`forbidden.${error.role}`)} {...about} />, 403);
  if (error instanceof DeskConflict)
    return render(c, <OutcomePage title={t('conflict.title')} text={t('conflict.text')} {...about} />, 409);
  if (error instanceof DeskRefusal)
    return render(c, <OutcomePage title={t('refused')} text={error.message} {...about} />, 422);
  const text = t('failed.text', { id: c.var.requestId });
  return render(c, <OutcomePage title={t('failed.title')} text={text} {...about} />, 500);
}

export const notFoundPage = (c: DeskContext) => {
  const { t } = c.var.office;
  return render(c, <OutcomePage title={t('notFound.title')} text={t('notFound.text')} />, 404);
};
