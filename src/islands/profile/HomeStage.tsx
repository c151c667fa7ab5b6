/** The application's progress: the stage as the page's heading, its due date and next action, and what is ahead. */

import { useState } from 'react';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { type PlannedStage, stagePlan } from '../../domain/application/stage-plan.ts';
import { expectedBy, isOfContract, isStatus, type StatusEntry, stageOf } from '../../domain/application/status.ts';
import { formatDate } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { dateInUzbekistan } from '../../domain/input/uzbekistan.ts';
import { $applicationType } from '../../stores/account/record.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { LinkedText } from '../ui/LinkedText.tsx';
import { StatusText } from '../ui/Loading.tsx';
import { Timeline, type TimelineItem } from '../ui/Timeline.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { ChangeLink, ReviewerNote } from './ChangeRequest.tsx';
import styles from './Overview.module.css';
import { describeStage, stageAhead, stageNext, stageTitle, usualTime } from './stage-words.ts';
import { useCurrentStatus, useHistory } from './use-history.ts';

/** The id of the page's heading. */
const STAGE_TITLE = 'stage-title';

interface StageProps {
  record: ApplicantRecord;
}

export function HomeStage({ record }: StageProps) {
  const locale = useLocale();
  const t = useText('auth');
  const entry = useCurrentStatus();
  const today = dateInUzbekistan(new Date(ports.now()));
  const { title, text, tone } = entry
    ? describeStage(entry, { visa: record.visa, today, locale })
    : { title: t('home.emptyTitle'), text: t('home.emptyText'), tone: 'info' };
  return (
    <section className={styles.stage} data-tone={tone} aria-labelledby={STAGE_TITLE}>
      <Identity record={record} />
      <h1 className={`profile-title ${styles.title}`} id={STAGE_TITLE} tabIndex={-1}>
        {title}
      </h1>
      {text && (
        <p className={styles.text}>
          <LinkedText text={text} />
        </p>
      )}
      {entry && stageOf(entry.status_type)?.phase !== 'now' && (
        <p className={styles.text}>
          <LinkedText text={stageNext(entry.status_type, locale)} />
        </p>
      )}
      {entry && <ExpectedAnswer entry={entry} />}
      {entry && <ReviewerNote entry={entry} />}
      {entry && <ChangeLink entry={entry} />}
    </section>
  );
}

function Identity({ record: { id } }: Pick<StageProps, 'record'>) {
  const t = useText('auth');
  const type = useClientStore($applicationType, null);
  return (
    <p className={styles.identity}>
      <span>{type ? t(`home.application.${type}`) : t('home.reference')}</span>
      {id && (
        <>
          <b translate="no">{id}</b>
          <CopyNumber id={id} />
        </>
      )}
    </p>
  );
}

/** When the next news is due, or that it is late. */
function ExpectedAnswer({ entry }: { entry: StatusEntry }) {
  const locale = useLocale();
  const t = useText('auth');
  const history = useHistory();
  const due = expectedBy(entry.status_type, entry.created_at);
  if (!due) return null;
  const date = formatDate(due, locale);
  const isLate = due < dateInUzbekistan(new Date(ports.now()));
  // Only the contract's host is known to send mails.
  if (!isLate)
    return <p className={styles.text}>{t(isOfContract(history) ? 'home.answer' : 'home.answerBy', { date })}</p>;
  return (
    <p className={styles.text}>
      <b>{`${t('home.late', { date })}. `}</b>
      <LinkedText text={t('home.lateText')} />
    </p>
  );
}

/** The stages ahead, with the day each is expected; those before are on the status page. */
export function StagePlan() {
  const locale = useLocale();
  const t = useText('auth');
  const history = useHistory();
  const today = dateInUzbekistan(new Date(ports.now()));
  const plan = stagePlan(history, today).filter(({ state }) => state === 'next');
  if (plan.length === 0) return null;
  return (
    <section className="card" aria-labelledby="plan-title">
      <h2 className={styles.cardTitle} id="plan-title">
        {t('home.plan')}
      </h2>
      <Timeline items={plan.map((stage) => planItem(stage, { today, locale }))} />
    </section>
  );
}

function planItem({ status, due }: PlannedStage, { today, locale }: { today: string; locale: Locale }): TimelineItem {
  const t = textOf(locale, 'auth');
  return {
    key: status,
    title: isStatus(status) ? stageAhead(status, locale) : stageTitle(status, locale),
    date: due
      ? t(due < today ? 'home.late' : 'home.by', { date: formatDate(due, locale) })
      : (usualTime(status, locale) ?? undefined),
    ...(due && { dateTime: due }),
    state: 'next',
    stateLabel: t('status.next'),
  };
}

/** Copies the number of the application. */
function CopyNumber({ id }: { id: string }) {
  const t = useText('auth');
  const [result, setResult] = useState<'copied' | 'notCopied' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setResult('copied'),
      () => setResult('notCopied'),
    );
  return (
    <>
      <button type="button" className="text-button no-print" onClick={() => void copy()}>
        {t('home.copy')}
      </button>
      <StatusText>{result && t(`home.${result}`)}</StatusText>
    </>
  );
}
