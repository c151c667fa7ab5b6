/** The way from a request for changes, or from a refusal, to the form, and to each field that is named in it. */
import { askedFields } from '../../domain/application/asked-fields.ts';
import type { StatusEntry } from '../../domain/application/status.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $applicationType } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-hydrated.ts';
import { AskedFields } from './AskedFields.tsx';
import { changeHref } from './change-place.ts';
import { waitsForApplicant } from './stage-words.ts';

export function ChangeLink({ entry, locale }: { entry: StatusEntry; locale: Locale }) {
  const t = textOf(locale, 'auth');
  const type = useClientStore($applicationType, null) ?? 'specialist';
  if (!waitsForApplicant(entry.status_type)) return null;
  return (
    <>
      <AskedFields names={askedFields(entry, type)} type={type} locale={locale} />
      <p className="change-link">
        <a className="button" href={changeHref(locale, type)}>
          {t('person.change.start', { context: entry.status_type })}
        </a>
      </p>
    </>
  );
}
