/** The current stage: the status, who acts, when to expect an answer, what to do. */
import type { ReactNode } from 'react';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { currentStatus, expectedBy, type StatusEntry, stageOf } from '../../domain/application/status.ts';
import { formatDate } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $applicationType, $statusHistory } from '../../stores/account/record.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { ChangeLink, ReviewerNote } from './ChangeRequest.tsx';
import styles from './Overview.module.css';
import { actorName, stageNext, stageText, stageTitle, stageTone } from './stage-words.ts';

const NOTHING: StatusEntry[] = [];

export interface CurrentStageProps {
  record: ApplicantRecord;
  locale: Locale;
  phone: string;
}

export function CurrentStage({ record, locale, phone }: CurrentStageProps) {
  const t = textOf(locale, 'auth');
  const type = useClientStore($applicationType, null);
  const entry = currentStatus(useClientStore($statusHistory, NOTHING));
  if (!entry) {
    return (
      <Notice tone="info" title={t('home.emptyTitle')}>
        <p>{t('home.emptyText')}</p>
      </Notice>
    );
  }
  const status = entry.status_type;
  const actor = actorName(status, locale);
  const due = expectedBy(status, entry.created_at);
  const late = due !== null && due < new Date(ports.now()).toISOString().slice(0, 10);
  return (
    <section className={`${styles.stage} card`} data-tone={stageTone(status)} aria-labelledby="stage-title">
      <p className={styles.over}>{t('home.now')}</p>
      <h2 className={styles.title} id="stage-title">
        {stageTitle(status, locale)}
      </h2>
      <p className={styles.text}>{stageText(status, locale, phone)}</p>
      <ReviewerNote entry={entry} locale={locale} />
      <ChangeLink entry={entry} locale={locale} />
      <dl className={styles.facts}>
        {actor && stageOf(status)?.phase !== 'done' && <Fact label={t('home.actor')}>{actor}</Fact>}
        {due && !late && (
          <Fact label={t('home.expected')}>{t('home.expectedBy', { date: formatDate(due, locale) })}</Fact>
        )}
        <Fact label={t('home.since')}>{t('home.sinceDate', { date: formatDate(entry.created_at, locale) })}</Fact>
        <Fact label={t('home.reference')}>{record.id}</Fact>
        {type && <Fact label={t('home.type')}>{t(`types.${type}`)}</Fact>}
      </dl>
      {due && late && (
        <p className={styles.late}>
          <b>{t('home.late', { date: formatDate(due, locale) })}.</b> {t('home.lateText', { phone })}
        </p>
      )}
      <div className={styles.next}>
        <h3>{t('home.next')}</h3>
        <p>{stageNext(status, locale, phone)}</p>
      </div>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
