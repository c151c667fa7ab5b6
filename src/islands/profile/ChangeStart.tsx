/** Above the application while it is read: what a reviewer wrote, and the way to change it or to send it again. */
import { useEffect, useRef } from 'react';
import { askedFields } from '../../domain/application/asked-fields.ts';
import { currentStatus, type StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { AskedFields } from './AskedFields.tsx';
import { ReviewerNote } from './ReviewerNote.tsx';
import { waitsForApplicant } from './stage-words.ts';

const NOTHING: StatusEntry[] = [];

export interface ChangeStartProps {
  locale: Locale;
  type: ApplicationType;
  /** Takes the focus: someone comes back from the form. */
  focused: boolean;
  /** Someone is about to begin. */
  onNear: () => void;
  /** @param field to begin at; `''` for the beginning */
  onStart: (field: string) => void;
}

export function ChangeStart({ locale, type, focused, onNear, onStart }: ChangeStartProps) {
  const t = textOf(locale, 'auth');
  const entry = currentStatus(useClientStore($statusHistory, NOTHING));
  const context = entry?.status_type ?? '';
  const waits = waitsForApplicant(context);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);

  return (
    <div className="change-start">
      {waits && entry && (
        <>
          <ReviewerNote entry={entry} locale={locale} />
          <AskedFields names={askedFields(entry, type)} type={type} locale={locale} onFollow={onStart} />
        </>
      )}
      <Button
        kind={waits ? 'main' : 'quiet'}
        ref={button}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={() => onStart('')}
      >
        {t('person.change.start', { context })}
      </Button>
    </div>
  );
}
