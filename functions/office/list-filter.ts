/** Options that filter lists of applications. */
import { isStatus, STATUSES } from '../../src/domain/application/status.ts';
import { APPLICATION_TYPES, readApplicationType } from '../../src/domain/application/types.ts';
import type { Cursor, ListFilter } from '../admin/store/lists.ts';
import { DeskRefusal, type OptionName, type Options, type Run } from './command.ts';
import { overdueStages } from './deadlines.ts';
import { isOfficeDate, startOfDay } from './office-clock.ts';

export const FILTER_OPTIONS = ['status', 'type', 'request', 'from', 'to', 'overdue'] as const satisfies OptionName[];

/** @throws DeskRefusal for an unknown status or type, or an invalid date */
export function readFilter({ t, options, now }: Pick<Run, 't' | 'options' | 'now'>): ListFilter {
  const { status, type, request } = options;
  const ofType = type === undefined ? null : readApplicationType(type);
  if (status !== undefined && !isStatus(status))
    throw new DeskRefusal(t('statusUnknown', { statuses: STATUSES.join(', ') }));
  if (type !== undefined && ofType === null)
    throw new DeskRefusal(t('noSuchType', { types: APPLICATION_TYPES.join(', ') }));
  return {
    status: status ?? null,
    type: ofType,
    request: request ?? null,
    ...readPeriod({ t, options }),
    overdue: options.overdue ? overdueStages(now) : null,
  };
}

/** The instants of the office's days from `--from` to `--to`, both included; null for an open end. @throws DeskRefusal */
export function readPeriod({ t, options: { from, to } }: Pick<Run, 't' | 'options'>) {
  if ([from, to].some((date) => date !== undefined && !isOfficeDate(date)) || (from && to && to < from))
    throw new DeskRefusal(t('periodDates'));
  return { from: from ? startOfDay(from) : null, to: to ? startOfDay(to, 1) : null };
}

/** Reads `--after`, a value of {@link writeCursor}. @throws DeskRefusal */
export function readCursor({ t, options: { after } }: Pick<Run, 't' | 'options'>): Cursor | null {
  if (after === undefined) return null;
  const [, at, id] = /^(\d{1,15})\.([\w-]+)$/.exec(after) ?? [];
  if (!at || !id) throw new DeskRefusal(t('cursorUnreadable'));
  return { at: Number(at), id };
}

export const writeCursor = ({ at, id }: Cursor) => `${at}.${id}`;

export function formatOptions(options: Options): string {
  return Object.entries(options)
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value}`))
    .join(' ');
}
