/** Says once that the page was reloaded automatically, because the portal has a new version. */
import { useEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { takeReloadNotice } from '../../stores/browser/new-version.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from './Notice.tsx';

export function ReloadedNotice({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'forms');
  const [reloaded, setReloaded] = useState(false);
  useEffect(() => {
    if (takeReloadNotice()) setReloaded(true);
  }, []);
  if (!reloaded) return null;
  return (
    <Notice tone="success" title={t('reloaded.title')}>
      <p>{t('reloaded.text')}</p>
    </Notice>
  );
}
