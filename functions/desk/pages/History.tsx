/** The history of an application, and what officers did and applicants changed. */
import type { StatusEntry } from '../../../src/domain/application/status.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { unaskedFields } from '../../admin/application/changes.ts';
import type { Change } from '../../admin/desk/differences.ts';
import { fieldLabel, statusName } from '../../admin/desk/site-words.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { CHANGE, type ListedAction } from '../../admin/store/desk.ts';
import type { Office } from '../request/office.ts';
import { applicationPath, Chip, Section, Written } from './ui.tsx';

interface HistoryProps {
  office: Office;
  applicant: Applicant;
  changes: readonly Change[];
}

export function History({ office, applicant: { history, type }, changes }: HistoryProps) {
  const { t, clock } = office;
  return (
    <Section id="history" title={t('show.history')}>
      <ol className="entries">
        {history.toReversed().map((entry) => (
          <li key={`${entry.created_at} ${entry.status_type}`}>
            <p>
              <Chip status={entry.status_type} office={office} />{' '}
              <span className="soft">{clock.instant(entry.created_at)}</span>
            </p>
            {entry.note && <Written text={entry.note} />}
            <Asked office={office} entry={entry} type={type} />
            <Changed office={office} change={changes.find(({ at }) => at === Date.parse(entry.created_at))} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Asked({ office: { t, locale }, entry, type }: { office: Office; entry: StatusEntry; type: string }) {
  if (!entry.fields || entry.fields.length === 0) return null;
  const labels = entry.fields.map((name) => fieldLabel(name, type, locale));
  return <p>{t('show.asked', { fields: labels.join(', ') })}</p>;
}

/** What came back with an entry that the applicant made. */
function Changed({ office: { t }, change }: { office: Office; change: Change | undefined }) {
  if (!change) return null;
  const unasked = change.differences.filter(({ isUnasked }) => isUnasked).map(({ label }) => label);
  return (
    <p>
      {t('changes.fields', { fields: change.differences.map(({ label }) => label).join(', ') })}
      {unasked.length > 0 && <span className="unasked"> {t('changes.notAsked', { fields: unasked.join(', ') })}</span>}
    </p>
  );
}

interface ActionsProps {
  office: Office;
  actions: readonly ListedAction[];
  /** Of the one application that they belong to; without it each names its own. */
  type?: string;
}

export function Actions({ office, actions, type }: ActionsProps) {
  const { t, clock } = office;
  if (actions.length === 0) return <p className="empty">{t('log.empty')}</p>;
  return (
    <ul className="entries entries--short">
      {actions.map((action) => (
        <li key={`${action.at} ${action.applicantId} ${action.action} ${action.detail} ${action.by}`}>
          <span className="soft">{clock.instant(action.at)}</span>
          <span>{action.action === CHANGE ? t('log.applicant') : action.by}</span>
          <span>
            {t(`log.actions.${action.action}`)} <Detail office={office} action={action} type={type ?? ''} />
          </span>
          {type === undefined && action.applicantId && (
            <a href={applicationPath(action.applicantId)}>{action.applicantId}</a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Detail({ office: { t, locale }, action, type }: { office: Office; action: ListedAction; type: string }) {
  if (action.action !== CHANGE) return isStatus(action.detail) ? statusName(action.detail, locale) : action.detail;
  const { changed, asked } = JSON.parse(action.detail) as { changed: string[]; asked: string[] | null };
  const labels = (names: readonly string[]) => names.map((name) => fieldLabel(name, type, locale)).join(', ');
  const unasked = unaskedFields(changed, asked);
  return (
    <>
      {labels(changed)}
      {unasked.length > 0 && <span className="unasked"> {t('changes.notAsked', { fields: labels(unasked) })}</span>}
    </>
  );
}
