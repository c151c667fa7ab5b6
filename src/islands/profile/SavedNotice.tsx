/** Says that changes have arrived, and takes the focus, since the form they were typed in may be gone. */
import { useEffect, useRef } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';

export function SavedNotice({ locale, editable }: { locale: Locale; editable: boolean }) {
  const t = textOf(locale, 'auth');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="saved-notice">
      <Notice tone="success" title={t('person.change.savedTitle')}>
        <p>{t(editable ? 'person.change.savedText' : 'person.change.savedBack')}</p>
      </Notice>
    </div>
  );
}
