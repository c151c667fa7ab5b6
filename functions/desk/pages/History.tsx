/** Sections of an application's page: history, changes by the applicant, actions, notes. */
import { isStatus, type StatusEntry } from '../../../src/domain/application/status.ts';
import { type ChangedFields, unaskedFields } from '../../admin/application/changes.ts';
import type { Change } from '../../admin/desk/differences.ts';
import { statusName } from '../../admin/desk/site-words.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { CHANGE, type ListedAction } from '../../admin/store/desk.ts';
import type { Note } from '../../admin/store/notes.ts';
import {
  applicationPath,
  Byline,
  Entries,
  Form,
  fieldLabels,
  Multiline,
  Section,
  StatusTag,
  Tag,
  TextField,
  useOffice,
  VisuallyHidden,
} from './ui.tsx';

export function History({ applicant, changes }: { applicant: Applicant; changes: readonly Change[] }) {
  const { t } = useOffice();
  const entries = applicant.history.toReversed();
  const changeOf = ({ created_at }: StatusEntry) => changes.find(({ at }) => at === Date.parse(created_at));
  return (
    <Section id="history" title={t('show.history')}>
      <Entries>
        {entries.map((entry) => (
          <HistoryEntry
            key={`${entry.created_at} ${entry.status_type}`}
            {...{ entry, type: applicant.type, change: changeOf(entry) }}
          />
        ))}
      </Entries>
    </Section>
  );
}

function HistoryEntry({ entry, type, change }: { entry: StatusEntry; type: string; change: Change | undefined }) {
  const office = useOffice();
  const { t, clock } = office;
  const { status_type: status, created_at: at, note, fields = [] } = entry;
  const changed = change?.differences.map(({ label }) => label).join(', ');
  return (
    <li>
      <p>
        <StatusTag status={status} /> <span className="soft">{clock.instant(at)}</span>
      </p>
      {note && <Multiline text={note} />}
      {fields.length > 0 && <p>{t('show.asked', { fields: fieldLabels(office, fields, type) })}</p>}
      {change && (
        <p>
          {t('changes.fields', { fields: changed })}
          <Unasked labels={change.differences.flatMap(({ label, isUnasked }) => (isUnasked ? [label] : []))} />
        </p>
      )}
    </li>
  );
}

function Unasked({ labels }: { labels: readonly string[] }) {
  const { t } = useOffice();
  return labels.length > 0 && <span className="late"> {t('changes.notAsked', { fields: labels.join(', ') })}</span>;
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
  const office = useOffice();
  if (action !== CHANGE) return isStatus(detail) ? statusName(detail, office.locale) : detail;
  const change = JSON.parse(detail) as ChangedFields;
  return (
    <>
      {fieldLabels(office, change.changed, type)}
      <Unasked labels={unaskedFields(change).map((name) => fieldLabels(office, [name], type))} />
    </>
  );
}

/** Internal notes. */
export function Notes({ id, notes }: { id: string; notes: readonly Note[] }) {
  const { t, may } = useOffice();
  const field = { name: 'text', rows: 3, maxLength: 4000, required: true };
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
          <TextField {...field} label={t('notes.label')} hint={t('notes.hint')} />
        </Form>
      )}
    </Section>
  );
}
