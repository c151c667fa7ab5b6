/** At the first part that a company may fill in: links to the overview, where the company is asked. */
import { COMPANY_OFFER_ID } from '../../domain/parcel/company-parts.ts';
import { useParcelSupport } from '../parcel/use-parcel-support.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { overviewHref } from './navigation.ts';

/** Prerendered against a layout shift; removed if the host does not support parcels. */
export function CompanyOffer() {
  const locale = useLocale();
  const t = useText('application');
  if (!useParcelSupport()) return null;
  return (
    <p>
      <span>{`${t('part.company')} `}</span>
      <a href={`${overviewHref(locale)}#${COMPANY_OFFER_ID}`}>{t('part.companyLink')}</a>
    </p>
  );
}
