/** Paths and texts that pages share. */
import { deletionDeadline, stageDeadline } from '../../admin/desk/deadlines.ts';
import { fieldLabel, statusName } from '../../admin/desk/site-words.ts';
import type { Office } from '../request/office.ts';

/** The path of an application's page. @param rest path below it, or query */
export const applicationPath = (id: string, rest = '') => `/applications/${encodeURIComponent(id)}${rest}`;
export const messagePath = (id: string, rest = '') => `/messages/${encodeURIComponent(id)}${rest}`;

/** The decision that leads to a status, such as "Approve". */
export const decisionName = ({ t, locale }: Office, status: string) =>
  t(`decide.to.${status}`, { defaultValue: statusName(status, locale) });

/** The deadline of a stage, or its days so far where it has none. */
export function stageDue({ t, now, clock }: Office, row: { status: string; since: number }) {
  const { days, expectedBy, isOverdue } = stageDeadline(row, now);
  if (expectedBy === null) return { due: t('days', { count: days }), isOverdue };
  return { due: t(isOverdue ? 'overdueSince' : 'dueBy', { date: clock.day(expectedBy) }), isOverdue };
}

/** The deadline of an open deletion request. */
export function deletionDue({ t, clock, now }: Office, askedAt: number) {
  const { due, isOverdue } = deletionDeadline(askedAt, now);
  const values = { asked: clock.day(clock.dateOf(askedAt)), due: clock.day(due) };
  return { due: t(isOverdue ? 'deletion.overdue' : 'deletion.open', values), isOverdue };
}

/** Labels of fields, separated by commas. */
export const fieldLabels = ({ locale }: Office, names: readonly string[], type: string) =>
  names.map((name) => fieldLabel(name, type, locale)).join(', ');
