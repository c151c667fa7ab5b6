/** Says that someone is signed out although no other page can be shown; it stays until there is a network. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { $leftOffline } from '../../stores/account/guard.ts';
import { textOf } from '../../stores/page-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';

export function LeftOffline({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  const open = useClientStore($leftOffline, false);
  return (
    <Dialog open={open} onClose={() => undefined} title={t('session.leftTitle')}>
      <p>{t('session.leftText')}</p>
    </Dialog>
  );
}
