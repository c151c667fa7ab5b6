/** Sections of an application's page: history, actions, notes. */
import { isStatus } from '../../../src/domain/application/status.ts';
import { CHANGE, type ListedAction } from '../../admin/store/actions.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { Note } from '../../admin/store/notes.ts';
import { type Change, changeKey, historyWithChanges, type LoggedChanges } from '../../office/differences.ts';
import { ShortChange } from './Changes.tsx';
import { Entries } from './Entries.tsx';
import { applicationPath, limitsOf, queueQuery, type SectionProps, skipTo } from './paths.ts';
import { Byline, Field, Multiline, Section, StatusTag, Submit, useOffice } from './ui.tsx';

interface HistoryProps extends SectionProps {
  applicant: Applicant;
  changes: readonly Change[];
}

export function History({ id, applicant, changes, isWhole }: HistoryProps) {
  const { t, fieldLabels } = useOffice();
  const { more, maxLength } = limitsOf(id, 'history', isWhole);
  const whoOf = (place: number) => (place < 0 ? null : (applicant.origins[place]?.officer ?? t('log.applicant')));
  return (
    <Section id="history" title={t('show.history')}>
      <Entries more={more}>
        {historyWithChanges(applicant.history, changes).map(({ entry, change, at, place }, position) => (
          <li key={position}>
            <p>
              {entry ? <StatusTag status={entry.status_type} /> : t('changes.byApplicant')}{' '}
              <Byline author={whoOf(place)} at={at} reason={applicant.origins[place]?.reason ?? null} />
            </p>
            {entry?.note && (
              <Multiline text={entry.note} maxLength={maxLength} whole={more && skipTo(more, position)} />
            )}
            {entry?.fields && entry.fields.length > 0 && (
              <p>{t('show.asked', { fields: fieldLabels(entry.fields, applicant.type) })}</p>
            )}
            {change && <ShortChange id={id} differences={change.differences} />}
          </li>
        ))}
      </Entries>
    </Section>
  );
}

interface ActionsProps {
  actions: readonly ListedAction[];
  /** Their changes. */
  changes: LoggedChanges;
  /** Of the application, for actions of one; those of several name theirs. */
  type?: string;
  more?: string | undefined;
  most?: number;
}

export function Actions({ actions, changes, type, more, most }: ActionsProps) {
  const { t, clock, statusName } = useOffice();
  return (
    <Entries empty={t('log.empty')} more={more} {...(most && { most })}>
      {actions.map(({ at, applicantId, action, detail, by }, position) => (
        <li key={position}>
          <span className="soft">{clock.instant(at)}</span> {action === CHANGE ? t('log.applicant') : by}{' '}
          {t(`log.actions.${action}`)} {action !== CHANGE && (isStatus(detail) ? statusName(detail) : detail)}{' '}
          {type === undefined && applicantId && <a href={applicationPath(applicantId)}>{applicantId}</a>}
          {action === CHANGE && (
            <ShortChange id={applicantId} differences={changes.get(changeKey(applicantId, at)) ?? []} />
          )}
        </li>
      ))}
    </Entries>
  );
}

/** Newest first. */
export function Notes({ id, notes, isWhole, form }: SectionProps & { notes: readonly Note[]; form?: string }) {
  const { t, may, path } = useOffice();
  const { more, maxLength } = limitsOf(id, 'notes', isWhole);
  return (
    <Section id="notes" title={t('notes.title')}>
      <Entries more={more}>
        {notes.toReversed().map(({ text, by, at }, position) => (
          <li key={position}>
            <Multiline text={text} maxLength={maxLength} whole={more && skipTo(more, position)} />
            <Byline author={by} at={at} />
          </li>
        ))}
      </Entries>
      {form && may('decide') && (
        <>
          <Field {...{ name: 'text', rows: 3, form }} label={t('notes.label')} hint={t('notes.hint')} />
          <Submit
            {...{ label: t('notes.add'), look: 'quiet', form }}
            formAction={applicationPath(id, `/notes${queueQuery(path, '?')}`)}
          />
        </>
      )}
    </Section>
  );
}
