import type { ApplicantRecord } from '../../domain/application/record.ts';
import { formatInstant } from '../../domain/i18n/dates.ts';
import { $recordReadAt } from '../../stores/account/record.ts';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';

/** In print: whose application this is, and how recent it is. */
export function PaperHead({ record: { id } }: { record: Pick<ApplicantRecord, 'id'> }) {
  const locale = useLocale();
  const t = useText('auth');
  const readAt = useClientStore($recordReadAt);
  return (
    <p className="print-only">
      <b translate="no">{`${t('home.reference')} ${id}`}</b>
      <span>{readAt !== null && `, ${formatInstant(new Date(readAt).toISOString(), locale)}`}</span>
    </p>
  );
}
