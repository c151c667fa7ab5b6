/** Says that changes have arrived, and takes the focus, since the form they were typed in may be gone. */
import { useEffect, useRef } from 'react';
import type { StatusEntry } from '../../domain/application/status.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';

const NOTHING: StatusEntry[] = [];

export function SavedNotice({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  // The first status came with the application itself, and not with a change of it.
  const context = useClientStore($statusHistory, NOTHING).slice(1).at(-1)?.status_type;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="saved-notice">
      <Notice tone="success" title={t('person.change.savedTitle')}>
        <p>{t('person.change.saved', { context })}</p>
      </Notice>
    </div>
  );
}
