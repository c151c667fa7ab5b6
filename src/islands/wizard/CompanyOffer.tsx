/** At the first part that a company may fill in: links to the overview, where the company is asked. */
import { useEffect, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { COMPANY_OFFER_ID } from '../../domain/parcel/company-parts.ts';
import { whenIdle } from '../../stores/browser/when-idle.ts';
import { textOf } from '../../stores/page-text.ts';
import { overviewHref } from './navigation.ts';

/** Prerendered against a layout shift; removed if the host does not support parcels. */
export function CompanyOffer({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const [supported, setSupported] = useState(true);
  useEffect(() => {
    const ask = async () => {
      const { supportsParcels } = await import('../../stores/parcel/supports-parcels.ts');
      setSupported(await supportsParcels());
    };
    // If its script can't be loaded, the offer stays: the overview loads its own.
    whenIdle(() => void ask().catch(() => undefined));
  }, []);
  if (!supported) return null;
  return (
    <p>
      <span>{`${t('part.company')} `}</span>
      <a href={`${overviewHref(locale)}#${COMPANY_OFFER_ID}`}>{t('part.companyLink')}</a>
    </p>
  );
}
