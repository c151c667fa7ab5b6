/** Restores a changed e-mail address. */
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { restoreLink } from '../../stores/account/mailed-links.ts';
import { textOf } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { MailedLinkPage } from './MailedLinkPage.tsx';

export const RestoreEmail = withErrorBoundary(({ locale }: { locale: Locale }) => {
  const next = { route: RESET_ROUTES[0], label: textOf(locale, 'auth')('restore.newPassword') };
  return <MailedLinkPage words="restore" link={restoreLink} next={next} />;
});
