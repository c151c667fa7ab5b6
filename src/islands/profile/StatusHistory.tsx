/** The status page: all events with time and notes. The home page says what the stage means and what comes next. */
import { FIRST_STATUS, STAGES } from '../../domain/application/stages.ts';
import { isStatus, mailsSteps, type StatusEntry, stageOf } from '../../domain/application/status.ts';
import { formatInstant } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $recordReadAt } from '../../stores/account/record.ts';
import { $recordLoad } from '../../stores/account/session.ts';
import { pageText } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { StatusText } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Timeline, type TimelineItem } from '../ui/Timeline.tsx';
import { ChangeLink, ReviewerNote } from './ChangeRequest.tsx';
import { PaperHead } from './PaperHead.tsx';
import { RecordFrame, RefreshButton, readTimeText } from './RecordFrame.tsx';
import styles from './StatusHistory.module.css';
import { stageTitle, useHistory } from './stage-words.ts';

export const StatusHistory = withErrorBoundary(StatusHistoryIsland);

function StatusHistoryIsland() {
  const t = useText('auth');
  return (
    <RecordFrame refresh={<RefreshRow />}>
      {(record) => (
        <>
          <PaperHead record={record} />
          {mailsSteps(record) && <p className="profile-lead">{t('status.lead')}</p>}
          <h2 className="visually-hidden">{t('status.history')}</h2>
          <StatusList />
        </>
      )}
    </RecordFrame>
  );
}

function RefreshRow() {
  const locale = useLocale();
  const t = useText('auth');
  const readAt = useClientStore($recordReadAt);
  const { busy } = useClientStore($recordLoad);
  return (
    <div className={`${styles.refresh} no-print`}>
      <RefreshButton>{t('data.refresh')}</RefreshButton>
      <StatusText>{readAt !== null && !busy && t('data.readAt', { when: readTimeText(readAt, locale) })}</StatusText>
    </div>
  );
}

/** All events, with their notes. */
export function StatusList() {
  const locale = useLocale();
  const t = useText('auth');
  const history = useHistory();
  const last = history.at(-1);
  if (!last) {
    return <Notice tone="info" title={t('status.emptyTitle')} text={t('status.emptyText')} />;
  }
  const past = history.slice(0, -1).map(
    (entry, index): TimelineItem => ({
      // A stage can be reached twice, so its name is no key.
      key: `${index}`,
      title: isRepeated(history, index) ? t('stages.submitted.again') : stageTitle(entry, locale),
      ...timeOf(entry, locale),
      text: entry.note ? <ReviewerNote entry={entry} /> : undefined,
      state: 'done',
      stateLabel: t('status.done'),
    }),
  );
  return <Timeline items={[...past, currentItem(last, isRepeated(history, history.length - 1), locale)]} />;
}

/** True for an application that was sent again after a rejection. */
function isRepeated(history: readonly StatusEntry[], index: number): boolean {
  return index > 0 && history[index]?.status_type === FIRST_STATUS;
}

function currentItem(entry: StatusEntry, isRepeated: boolean, locale: Locale): TimelineItem {
  const t = pageText(locale, 'auth');
  const status = entry.status_type;
  const state = stateOf(entry);
  return {
    key: 'now',
    title: isRepeated ? t('stages.submitted.again') : stageTitle(entry, locale),
    ...timeOf(entry, locale),
    text: (
      <>
        {isStatus(status) && state === 'now' && (
          <p>{t('status.actorNow', { actor: t(`actors.${STAGES[status].actor}`) })}</p>
        )}
        <ReviewerNote entry={entry} />
        <ChangeLink entry={entry} />
      </>
    ),
    state,
    stateLabel: t(`status.${state}`),
  };
}

/** Empty for an unknown time. */
function timeOf({ created_at }: StatusEntry, locale: Locale): Pick<TimelineItem, 'date' | 'dateTime'> {
  return created_at === '' ? {} : { date: formatInstant(created_at, locale), dateTime: created_at };
}

/** A closed status may be a success or a failure. */
function stateOf({ status_type: status, closed, tone }: StatusEntry): TimelineItem['state'] {
  if (closed) return tone === 'error' ? 'stopped' : 'done';
  return stageOf(status)?.phase ?? 'now';
}
