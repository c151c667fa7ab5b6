/** Sections of an application's page: history, changes by the applicant, actions, notes. */
import { isStatus } from '../../../src/domain/application/status.ts';
import { type ChangedFields, unaskedFields } from '../../admin/application/changes.ts';
import type { Change } from '../../admin/desk/differences.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { CHANGE, type ListedAction } from '../../admin/store/desk.ts';
import type { Note } from '../../admin/store/notes.ts';
import { applicationPath } from './paths.ts';
import { Byline, Entries, Field, Form, Multiline, Section, StatusTag, Tag, useOffice, VisuallyHidden } from './ui.tsx';

export function History({ applicant, changes }: { applicant: Applicant; changes: readonly Change[] }) {
  const { t, clock, fieldLabels } = useOffice();
  return (
    <Section id="history" title={t('show.history')}>
      <Entries>
        {applicant.history.toReversed().map(({ status_type: status, created_at, note, fields = [] }) => {
          const differences = changes.find(({ at }) => at === Date.parse(created_at))?.differences;
          return (
            <li key={`${created_at} ${status}`}>
              <p>
                <StatusTag status={status} /> <span className="soft">{clock.instant(created_at)}</span>
              </p>
              {note && <Multiline text={note} />}
              {fields.length > 0 && <p>{t('show.asked', { fields: fieldLabels(fields, applicant.type) })}</p>}
              {differences && (
                <p>
                  {t('changes.fields', { fields: labelsOf(differences) })}
                  <Unasked labels={labelsOf(differences.filter(({ isUnasked }) => isUnasked))} />
                </p>
              )}
            </li>
          );
        })}
      </Entries>
    </Section>
  );
}

const labelsOf = (differences: Change['differences']) => differences.map(({ label }) => label).join(', ');

function Unasked({ labels }: { labels: string }) {
  const { t } = useOffice();
  return labels && <span className="late"> {t('changes.notAsked', { fields: labels })}</span>;
}

/** Limits of the application's page; `/changes` shows all. */
const SHOWN = 3;
const MAX_CHARACTERS = 240;

/** Old and new answers; marks fields that were not asked for. @param showsAll shows all changes, uncut */
export function Changes({ id, changes, showsAll }: { id: string; changes: readonly Change[]; showsAll?: boolean }) {
  const { t, clock } = useOffice();
  if (changes.length === 0) return null;
  return (
    <Section id="changes" title={t('changes.title')}>
      {(showsAll ? changes : changes.slice(0, SHOWN)).map((change) => (
        <div key={change.version}>
          <h3>{t('changes.on', { time: clock.instant(change.at) })}</h3>
          <Differences change={change} maxLength={showsAll ? Infinity : MAX_CHARACTERS} />
        </div>
      ))}
      {!showsAll && <a href={applicationPath(id, '/changes')}>{t('changes.all', { count: changes.length })}</a>}
    </Section>
  );
}

function Differences({ change: { differences }, maxLength }: { change: Change; maxLength: number }) {
  const { t } = useOffice();
  const unasked = differences.filter(({ isUnasked }) => isUnasked).length;
  if (differences.length === 0) return <p className="soft">{t('changes.none')}</p>;
  return (
    <>
      {unasked > 0 && <p className="late">{t('changes.unasked', { count: unasked })}</p>}
      <ul className="differences">
        {differences.map(({ field, label, before, after, isUnasked }) => (
          <li key={field} data-unasked={isUnasked || undefined}>
            <p>
              <b>{label}</b> {isUnasked && <Tag tone="warning" text={t('changes.mark')} />}
            </p>
            <p className="soft">
              <VisuallyHidden text={t('changes.before')} />{' '}
              <Multiline text={before || t('nothing')} maxLength={maxLength} />
            </p>
            <p>
              <VisuallyHidden text={t('changes.after')} />{' '}
              <Multiline text={after || t('nothing')} maxLength={maxLength} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** @param type of the application; undefined for actions of several applications, which then name theirs */
export function Actions({ actions, type }: { actions: readonly ListedAction[]; type?: string }) {
  const { t, clock } = useOffice();
  return (
    <Entries empty={t('log.empty')}>
      {actions.map((action) => (
        <li key={`${action.at} ${action.applicantId} ${action.action} ${action.detail} ${action.by}`}>
          <span className="soft">{clock.instant(action.at)}</span>{' '}
          {action.action === CHANGE ? t('log.applicant') : action.by} {t(`log.actions.${action.action}`)}{' '}
          <Detail action={action} type={type ?? action.type ?? ''} />{' '}
          {type === undefined && action.applicantId && (
            <a href={applicationPath(action.applicantId)}>{action.applicantId}</a>
          )}
        </li>
      ))}
    </Entries>
  );
}

function Detail({ action: { action, detail }, type }: { action: ListedAction; type: string }) {
  const { statusName, fieldLabels } = useOffice();
  if (action !== CHANGE) return isStatus(detail) ? statusName(detail) : detail;
  const change = JSON.parse(detail) as ChangedFields;
  return (
    <>
      {fieldLabels(change.changed, type)}
      <Unasked labels={fieldLabels(unaskedFields(change), type)} />
    </>
  );
}

export function Notes({ id, notes }: { id: string; notes: readonly Note[] }) {
  const { t, may } = useOffice();
  return (
    <Section id="notes" title={t('notes.title')}>
      <Entries>
        {notes.map(({ text, by, at }) => (
          <li key={`${at} ${text}`}>
            <Multiline text={text} />
            <Byline author={by} at={at} />
          </li>
        ))}
      </Entries>
      {may('decide') && (
        <Form to={applicationPath(id, '/notes')} submit={t('notes.add')} look="quiet">
          <Field name="text" rows={3} label={t('notes.label')} hint={t('notes.hint')} required />
        </Form>
      )}
    </Section>
  );
}
