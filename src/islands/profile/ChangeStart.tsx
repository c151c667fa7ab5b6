/** Above the application while it is read: what a reviewer wrote, and the way to change it or to send it again. */
import { askedFields } from '../../domain/application/asked-fields.ts';
import { currentStatus, type StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-hydrated.ts';
import { AskedFields } from './AskedFields.tsx';
import { changeHref } from './change-place.ts';
import { ReviewerNote } from './ReviewerNote.tsx';
import { waitsForApplicant } from './stage-words.ts';

const NOTHING: StatusEntry[] = [];

export interface ChangeStartProps {
  locale: Locale;
  type: ApplicationType;
  /** Someone is about to begin. */
  onNear: () => void;
}

export function ChangeStart({ locale, type, onNear }: ChangeStartProps) {
  const t = textOf(locale, 'auth');
  const entry = currentStatus(useClientStore($statusHistory, NOTHING));
  const context = entry?.status_type ?? '';
  const waits = waitsForApplicant(context);

  return (
    <div className="change-start">
      {waits && entry && (
        <>
          <ReviewerNote entry={entry} locale={locale} />
          <AskedFields names={askedFields(entry, type)} type={type} locale={locale} />
        </>
      )}
      <a
        className={waits ? 'button' : 'button button--quiet'}
        href={changeHref(locale, type)}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {t('person.change.start', { context })}
      </a>
    </div>
  );
}
