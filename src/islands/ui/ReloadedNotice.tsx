/** Says once that the page was reloaded automatically, because the portal has a new version. */
import { useEffect, useState } from 'react';
import { takeReloadNotice } from '../../stores/browser/new-version.ts';
import { useText } from './hooks.ts';
import { Notice } from './Notice.tsx';

export function ReloadedNotice() {
  const t = useText('forms');
  const [reloaded, setReloaded] = useState(false);
  useEffect(() => {
    if (takeReloadNotice()) setReloaded(true);
  }, []);
  if (!reloaded) return null;
  return <Notice tone="success" title={t('reloaded.title')} text={t('reloaded.text')} />;
}
