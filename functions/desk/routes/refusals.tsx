/** Why a request is refused, as a page. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DeskConflict, DeskRefusal } from '../../admin/desk/command.ts';
import { htmlOf } from '../pages/Page.tsx';
import { RefusedPage } from '../pages/Refused.tsx';
import { applicationPath } from '../pages/ui.tsx';
import type { DeskContext, Office } from '../request/office.ts';
import type { Role } from '../request/settings.ts';

/** The officer's groups do not have a role. */
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

/** The page and status of an error; 500 for one that nobody has foreseen. @param written what the officer would have to write again */
export function refusalPage(c: DeskContext, error: unknown, written = ''): Response | Promise<Response> {
  const office = c.get('office');
  const { t } = office;
  const page = (status: ContentfulStatusCode, title: string, text?: string, to?: { href: string; label: string }) =>
    c.html(
      htmlOf(
        <RefusedPage
          office={office}
          title={title}
          written={written}
          {...(text ? { text } : {})}
          {...(to ? { to } : {})}
        />,
      ),
      status,
    );
  const id = /^\/applications\/([^/]+)\/?/.exec(new URL(c.req.url).pathname)?.[1];
  const again = id ? { href: applicationPath(id), label: t('conflict.look') } : undefined;
  if (error instanceof Forbidden) return page(403, t('forbidden.title'), t(`forbidden.${error.role}`), again);
  if (error instanceof DeskConflict) return page(409, t('conflict.title'), t('conflict.text'), again);
  if (error instanceof DeskRefusal) return page(422, t('refused'), error.message, again);
  return page(500, t('failed.title'), t('failed.text', { id: c.get('requestId') }), again);
}

/** 404. */
export const notFoundPage = (c: DeskContext) => {
  const office = c.get('office');
  const { t } = office;
  return c.html(htmlOf(<RefusedPage office={office} title={t('notFound.title')} text={t('notFound.text')} />), 404);
};
