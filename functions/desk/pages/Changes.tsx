/** What the applicant changed: the old answer beside the new one, and what nobody asked for marked. */
import type { Change, Difference } from '../../admin/desk/differences.ts';
import type { Office } from '../request/office.ts';
import { applicationPath, Section, Written } from './ui.tsx';

/** Changes and letters on the application's own page; a page of their own has the rest. */
const SHOWN = 3;
const LETTERS = 240;

interface ChangesProps {
  office: Office;
  id: string;
  changes: readonly Change[];
  /** All of them, whole. */
  whole?: boolean;
}

export function Changes({ office, id, changes, whole = false }: ChangesProps) {
  const { t } = office;
  if (changes.length === 0) return null;
  const shown = whole ? changes : changes.slice(0, SHOWN);
  return (
    <Section id="changes" title={t('changes.title')}>
      {shown.map((change) => (
        <ChangeTable key={change.version} office={office} change={change} letters={whole ? Infinity : LETTERS} />
      ))}
      {!whole && (
        <p>
          <a href={applicationPath(id, '/changes')}>{t('changes.all', { count: changes.length })}</a>
        </p>
      )}
    </Section>
  );
}

function ChangeTable({ office, change, letters }: { office: Office; change: Change; letters: number }) {
  const { t, clock } = office;
  const title = t('changes.on', { time: clock.instant(change.at) });
  const cut = (text: string) => (text.length > letters ? `${text.slice(0, letters)}…` : text);
  const unasked = change.differences.filter(({ isUnasked }) => isUnasked).length;
  return (
    <div className="change">
      <h3>{title}</h3>
      {change.differences.length === 0 && <p className="soft">{t('changes.none')}</p>}
      {unasked > 0 && <p className="unasked">{t('changes.unasked', { count: unasked })}</p>}
      <ul className="differences">
        {change.differences.map((difference) => (
          <DifferenceRow key={difference.field} office={office} difference={difference} cut={cut} />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  office: Office;
  difference: Difference;
  cut: (text: string) => string;
}

function DifferenceRow({ office: { t }, difference: { label, before, after, isUnasked }, cut }: RowProps) {
  return (
    <li data-unasked={isUnasked || undefined}>
      <p className="differences__field">
        {label}
        {isUnasked && (
          <span className="tag" data-tone="warning">
            {t('changes.mark')}
          </span>
        )}
      </p>
      <p className="differences__old">
        <span className="visually-hidden">{t('changes.before')}: </span>
        <Written text={cut(before) || t('nothing')} />
      </p>
      <p className="differences__new">
        <span className="visually-hidden">{t('changes.after')}: </span>
        <Written text={cut(after) || t('nothing')} />
      </p>
    </li>
  );
}
