import { LOCALES, type Locale } from '../../domain/i18n/locales.ts';
import { writtenDay } from '../../domain/i18n/written-dates.ts';
import { textOf } from '../../stores/page-text.ts';
import type { AskingCompany } from '../../stores/parcel/company-asker.ts';
import { parcelLink } from '../../stores/parcel/link.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { LinkActions } from './LinkActions.tsx';
import styles from './parcel.module.css';

/** The link, and the text of a mail in both languages: the company may read the other one. */
export function CompanyLink({ asking: { secret, endsAt, index } }: { asking: AskingCompany }) {
  const locale = useLocale();
  const t = useText('parcel');
  if (!secret || !index || !endsAt) return null;
  const { applicant } = index;
  const until = (language: Locale) => ({ day: writtenDay(endsAt, textOf(language, 'forms').find) });
  return (
    <>
      <LinkActions address={parcelLink(locale, 'company', secret)} title={t('company.ask.shared')} />
      {LOCALES.map((language) => (
        <label key={language} className={`field ${styles.wide}`}>
          <span className="label">{t(`company.ask.mail.${language}`)}</span>
          <textarea
            className={`control ${styles.link}`}
            translate="no"
            readOnly
            rows={5}
            lang={language}
            value={textOf(language, 'parcel')('company.mail', {
              applicant,
              link: parcelLink(language, 'company', secret),
              ...until(language),
              interpolation: { escapeValue: false },
            })}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      ))}
      <p>{t('company.ask.limits', until(locale))}</p>
    </>
  );
}
