/** The issued visa: from when to when, its code and public page, the QR code that leads there, and what to do with it. */
import { type Visa, visaCalendar, visaRoute } from '../../domain/application/issued-visa.ts';
import { formatDate } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { lazyModule } from '../ui/lazy.tsx';
import styles from './VisaCard.module.css';

/** The encoder is loaded only for those who have a visa. */
const laterQr = lazyModule(() => import('../../domain/application/visa-qr.ts'));

export interface VisaCardProps {
  visa: Visa;
  locale: Locale;
  /** Support phone number. */
  phone: string;
}

export function VisaCard({ visa, locale, phone }: VisaCardProps) {
  const t = textOf(locale, 'auth');
  const page = localePath(locale, visaRoute(visa.code));
  const words = { begins: t('visa.begins'), ends: t('visa.ends') };
  const calendar = visaCalendar(visa, words, location.origin + page, ports.now());
  return (
    <section className={`card ${styles.visa}`} aria-labelledby="visa-title">
      <div className={styles.text}>
        <h2 className={styles.title} id="visa-title">
          {t('visa.title')}
        </h2>
        <p className={styles.validity}>
          {t('visa.validity', { from: formatDate(visa.valid_from, locale), to: formatDate(visa.valid_to, locale) })}
        </p>
        <dl className={styles.facts}>
          <dt>{t('visa.code')}</dt>
          <dd translate="no">{visa.code}</dd>
        </dl>
        <p>{t('visa.check', { phone })}</p>
        <p>{t('visa.collect', { phone })}</p>
        <div className="button-row no-print">
          <a className="button" href={page}>
            <span className="button__text">{t('visa.open')}</span>
          </a>
          <Button kind="quiet" onClick={() => print()}>
            {t('visa.print')}
          </Button>
          <a
            className="button button--quiet"
            download={`visa-${visa.code}.ics`}
            href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendar)}`}
          >
            <span className="button__text">{t('visa.calendar')}</span>
          </a>
        </div>
      </div>
      <Qr address={location.origin + visaRoute(visa.code)} locale={locale} />
    </section>
  );
}

/** The address without a language: whoever scans the code reads the page in their own. */
function Qr({ address, locale }: { address: string; locale: Locale }) {
  const t = textOf(locale, 'auth');
  const { size, path } = laterQr.use()?.qrPath(address) ?? { size: 41, path: '' };
  return (
    <figure className={styles.qr}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('visa.qr', { address })}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <figcaption>{t('visa.qrText')}</figcaption>
    </figure>
  );
}
