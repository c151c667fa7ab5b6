/** Confirms the e-mail address of an application, or frees it for its owner, who has not applied. */
import { mailRoute } from '../../domain/account/session.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { confirmLink } from '../../stores/account/mailed-links.ts';
import { textOf } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { MailedLinkPage } from './MailedLinkPage.tsx';

export const ConfirmEmail = withErrorBoundary(({ locale }: { locale: Locale }) => {
  const t = textOf(locale, 'auth');
  const next = { route: mailRoute('/profile'), label: t('confirm.next') };
  const freed = { route: '/', label: t('confirm.freedNext') };
  return <MailedLinkPage words="confirm" link={confirmLink} next={next} freed={freed} />;
});
