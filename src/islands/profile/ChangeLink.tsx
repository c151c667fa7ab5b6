/** The way from a request for changes to the form in which they are made. */
import type { StatusEntry } from '../../domain/application/status.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-client-store.ts';

/** In the address of the personal information: opens the form at once. */
export const CHANGE_HASH = '#change';

export function ChangeLink({ entry, locale }: { entry: StatusEntry; locale: Locale }) {
  const t = textOf(locale, 'auth');
  const type = useClientStore($applicationType, null) ?? 'specialist';
  if (entry.status_type !== 'changes_requested') return null;
  return (
    <p className="change-link">
      <a className="button" href={`${localePath(locale, `/profile/application/${type}`)}${CHANGE_HASH}`}>
        {t('person.change.open')}
      </a>
    </p>
  );
}
