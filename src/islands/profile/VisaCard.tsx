/** The issued visa of the account: its document, with actions to open, print or add its days to a calendar. */

import { type Visa, visaCalendar, visaRoute } from '../../domain/application/issued-visa.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { isStatus } from '../../domain/application/status.ts';
import { visaFacts } from '../../domain/application/visa-document.ts';
import { visaWords } from '../../domain/application/visa-words.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { datePatternsOf } from '../../domain/i18n/written-dates.ts';
import { $currentStatus, $recordReadAt } from '../../stores/account/record.ts';
import { $recordLoad, NO_LOAD, refreshRecord } from '../../stores/account/session.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { lazyModule } from '../ui/lazy.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { PRINT_HASH } from '../ui/use-paper.ts';
import { VisaDocument, type VisaDocumentProps } from '../ui/VisaDocument.tsx';
import '../../styles/visa.css';
import '../../styles/visa-layouts.css';
import { useLocale, useText } from '../ui/use-locale.ts';

/** The encoder is loaded only for those who have a visa. */
const lazyQr = lazyModule(() => import('../../domain/application/visa-qr.ts'));

export interface VisaCardProps extends Pick<VisaDocumentProps, 'notes'> {
  record: ApplicantRecord;
  visa: Visa;
}

export function VisaCard({ record, visa, notes }: VisaCardProps) {
  const locale = useLocale();
  const t = useText('auth');
  const page = localePath(locale, visaRoute(visa.code));
  const calendarWords = { begins: t('visa.begins'), ends: t('visa.ends') };
  const calendar = visaCalendar(visa, calendarWords, location.origin + page, ports.now());
  const months = datePatternsOf(textOf(locale, 'forms').find);
  const { name = '', surname = '', application_type = '' } = record;
  const status = useClientStore($currentStatus, null) ?? '';
  // A host with its own statuses has a visa only once one is issued.
  const status_type = isStatus(status) ? status : 'visa_issued';
  const shown = { ...visa, name, surname, application_type, status_type };
  const readAt = useClientStore($recordReadAt, null);
  const { busy } = useClientStore($recordLoad, NO_LOAD);
  const facts = visaFacts(shown, new Date(readAt ?? ports.now()), visaWords(textOf(locale, 'employee').find, months));
  return (
    <section className="visa-card" aria-label={t('visa.title')}>
      <VisaDocument
        locale={locale}
        facts={facts}
        notes={notes}
        qr={<Qr address={location.origin + visaRoute(visa.code)} />}
        tools={
          <div className="button-row no-print">
            <a className="button" href={page}>
              <span className="button__text">{t('visa.open')}</span>
            </a>
            <a className="button button--quiet" href={page + PRINT_HASH}>
              <span className="button__text">{t('visa.print')}</span>
            </a>
            <a
              className="button button--quiet"
              download={`visa-${visa.code}.ics`}
              href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendar)}`}
            >
              <span className="button__text">{t('visa.calendar')}</span>
            </a>
            <Button
              kind="quiet"
              busy={busy}
              busyLabel={t('data.refreshing')}
              onClick={() => void refreshRecord(locale)}
            >
              {textOf(locale, 'employee')('again')}
            </Button>
          </div>
        }
      />
    </section>
  );
}

/** The URL without a language: visitors who scan the code read the page in their own. */
function Qr({ address }: { address: string }) {
  const t = useText('employee');
  const { size, path } = lazyQr.use()?.qrPath(address) ?? { size: 41, path: '' };
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qr.alt', { address })}>
      <path d={path} />
    </svg>
  );
}
