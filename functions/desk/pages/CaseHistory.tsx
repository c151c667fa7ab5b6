/** Sections of an application's page about its past: changes, history, actions, notes. */
import { isStatus } from '../../../src/domain/application/status.ts';
import { type ChangedFields, unaskedFields } from '../../admin/application/record.ts';
import { CHANGE, type ListedAction } from '../../admin/store/actions.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { FileRow } from '../../admin/store/files.ts';
import type { Note } from '../../admin/store/notes.ts';
import { type Change, historyWithChanges } from '../../office/differences.ts';
import { Entries } from './Entries.tsx';
import { applicationPath, limitsOf, listQuery, type SectionProps, skipTo } from './paths.ts';
import { ScanLink } from './Scans.tsx';
import {
  Arrow,
  Byline,
  CaseSection,
  DeskField,
  Multiline,
  StatusTag,
  Submit,
  Tag,
  useOffice,
  VisuallyHidden,
} from './ui.tsx';

type Difference = Change['differences'][number];
type Item = Difference['items'][number];
type Sides = Record<'before' | 'after', string>;

interface ChangesProps extends SectionProps {
  changes: readonly Change[];
  /** The page with earlier changes. */
  then?: string | undefined;
}

/** Old and new answers; marks fields that were not asked for. */
export function Changes({ id, changes, isWhole, then }: ChangesProps) {
  const { t } = useOffice();
  if (changes.length === 0) return null;
  const { more, maxLength } = limitsOf(id, 'changes', isWhole);
  const rows = changes.flatMap((change) =>
    change.differences
      .flatMap((difference) => difference.items.map((item) => ({ difference, item })))
      .map((row, at) => ({ change, isFirst: at === 0, ...row })),
  );
  return (
    <CaseSection id="changes" title={t('changes.title')}>
      <Entries look="differences" more={more} then={then} empty={t('changes.none')}>
        {rows.map(({ change, isFirst, difference, item }, at) => (
          <li key={at} data-unasked={difference.isUnasked || undefined}>
            {isFirst && <ChangeHeading change={change} />}
            <p>
              <b>{difference.label}</b> {difference.isUnasked && <Tag tone="warning" text={t('changes.markUnasked')} />}
            </p>
            <BothSides item={item} maxLength={maxLength} whole={more && skipTo(more, at)} />
          </li>
        ))}
      </Entries>
    </CaseSection>
  );
}

function ChangeHeading({ change: { at, differences } }: { change: Change }) {
  const { t, clock } = useOffice();
  const unasked = differences.filter(({ isUnasked }) => isUnasked).length;
  return (
    <>
      <h3>{t('changes.on', { time: clock.instant(at) })}</h3>
      {unasked > 0 && <p className="late">{t('changes.unasked', { count: unasked })}</p>}
    </>
  );
}

interface BothSidesProps {
  item: Item;
  maxLength: number;
  /** Path of the page that shows both completely. */
  whole: string | undefined;
}

function BothSides({ item, maxLength, whole }: BothSidesProps) {
  const { t } = useOffice();
  const sides = cutAround(item, maxLength);
  return (['before', 'after'] as const).map((side) => (
    <p key={side} className={side === 'before' ? 'soft' : undefined}>
      <VisuallyHidden text={t(`changes.${side}`)} /> <span className="written">{sides[side] || t('nothing')}</span>{' '}
      {item[side].files.map((file: FileRow) => (
        <ScanLink key={file.id} file={file} text={t('changes.open')} about={file.name} />
      ))}
      {whole && sides[side].endsWith('…') && <a href={whole}>{t('entries.whole')}</a>}
    </p>
  ));
}

/** Both texts, shortened to `max` code points around their first difference. */
function cutAround({ before, after }: Item, max: number): Sides {
  const [old, now] = [[...before.text], [...after.text]];
  if (Math.max(old.length, now.length) <= max) return { before: before.text, after: after.text };
  const differing = old.findIndex((sign, at) => sign !== now[at]);
  const start = Math.max(0, (differing === -1 ? old.length : differing) - Math.floor(max / 3));
  const cut = (signs: string[]) =>
    `${start > 0 ? '…' : ''}${signs.slice(start, start + max).join('')}${start > 0 || signs.length > max ? '…' : ''}`;
  return { before: cut(old), after: cut(now) };
}

/** How many differences a shortened change shows. */
const SHOWN = 5;
const MAX_CHARACTERS = 60;

function ShortChange({ id, differences }: { id: string; differences: readonly Difference[] }) {
  const { t } = useOffice();
  const rows = differences.flatMap(({ label, items }) => items.map((item) => ({ label, item })));
  const unasked = differences.flatMap(({ isUnasked, label }) => (isUnasked ? label : []));
  return (
    <>
      <ul>
        {rows.slice(0, SHOWN).map(({ label, item }, at) => {
          const { before, after } = cutAround(item, MAX_CHARACTERS);
          return (
            <li key={at}>
              {label}: <span className="soft">{before || t('nothing')}</span> <Arrow /> {after || t('nothing')}
            </li>
          );
        })}
      </ul>
      {rows.length > SHOWN && <a href={applicationPath(id, '/changes')}>{t('changes.all', { count: rows.length })}</a>}
      {unasked.length > 0 && <p className="late">{t('changes.notAsked', { fields: unasked.join(', ') })}</p>}
    </>
  );
}

interface HistoryProps extends SectionProps {
  applicant: Applicant;
  changes: readonly Change[];
}

export function CaseHistory({ id, applicant, changes, isWhole }: HistoryProps) {
  const { t, fieldLabels } = useOffice();
  const { more, maxLength } = limitsOf(id, 'history', isWhole);
  const whoOf = (place: number) => (place < 0 ? null : (applicant.origins[place]?.officer ?? t('log.applicant')));
  return (
    <CaseSection id="history" title={t('show.history')}>
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
    </CaseSection>
  );
}

interface ActionsProps {
  actions: readonly ListedAction[];
  /** All are about one application; otherwise each names its application. */
  isOfCase?: boolean;
  more?: string | undefined;
}

export function Actions({ actions, isOfCase = false, more }: ActionsProps) {
  const { t, clock, statusName } = useOffice();
  return (
    <Entries empty={t('log.empty')} more={more}>
      {actions.map(({ at, applicantId, action, detail, by }, position) => (
        <li key={position}>
          <span className="soft">{clock.instant(at)}</span> {action === CHANGE ? t('log.applicant') : by}{' '}
          {t(`log.actions.${action}`)}{' '}
          {action === CHANGE ? <LoggedChange detail={detail} /> : isStatus(detail) ? statusName(detail) : detail}{' '}
          {!isOfCase && applicantId && <a href={applicationPath(applicantId)}>{applicantId}</a>}
        </li>
      ))}
    </Entries>
  );
}

/** The answers that an applicant changed; old and new ones are on the application's page. */
function LoggedChange({ detail }: { detail: string }) {
  const { t, fieldLabels } = useOffice();
  const { type, ...change } = JSON.parse(detail) as ChangedFields & { type: string };
  const unasked = unaskedFields(change);
  return (
    <>
      {fieldLabels(change.changed, type)}{' '}
      {unasked.length > 0 && (
        <span className="late">{t('changes.notAsked', { fields: fieldLabels(unasked, type) })}</span>
      )}
    </>
  );
}

/** Newest first. */
export function Notes({ id, notes, isWhole, form }: SectionProps & { notes: readonly Note[]; form?: string }) {
  const { t, may, path } = useOffice();
  const { more, maxLength } = limitsOf(id, 'notes', isWhole);
  return (
    <CaseSection id="notes" title={t('notes.title')}>
      <Entries more={more}>
        {notes.toReversed().map(({ text, by, at }, position) => (
          <li key={position}>
            <p>
              <Byline author={by} at={at} />
            </p>
            <Multiline text={text} maxLength={maxLength} whole={more && skipTo(more, position)} />
          </li>
        ))}
      </Entries>
      {form && may('decide') && (
        <>
          <DeskField name="text" rows={3} form={form} label={t('notes.label')} hint={t('notes.hint')} />
          <Submit
            label={t('notes.add')}
            look="quiet"
            form={form}
            formAction={applicationPath(id, `/note${listQuery(path, '?')}`)}
          />
        </>
      )}
    </CaseSection>
  );
}
