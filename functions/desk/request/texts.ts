/** Texts, names and deadlines in an officer's language. */
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { mailTextsIn } from '../../admin/mail/words.ts';
import { stageDeadline } from '../../office/lists.ts';
import { fileLabel, officeClock, officeFieldLabel, officeFormWords, statusName, typeName } from '../../office/words.ts';

/** @param now milliseconds since 1970, for deadlines */
export function textsIn(locale: Locale, now: number) {
  const [t, clock] = [mailTextsIn(locale, 'web'), officeClock(locale)];
  const labelOf = (name: string, type: string) => officeFieldLabel(name, type, locale);
  return {
    /** The words of the pages. */
    t,
    /** The words of the form. */
    forms: officeFormWords(locale),
    clock,
    statusName: (status: string) => statusName(status, locale),
    typeName: (type: string) => typeName(type, locale),
    fieldLabel: labelOf,
    /** Labels of fields, separated by commas. */
    fieldLabels: (names: readonly string[], type: string) => names.map((name) => labelOf(name, type)).join(', '),
    fileLabel: (field: string, type: string) => fileLabel(field, type, locale),
    /** The decision that leads to a status, such as "Approve". */
    decisionName: (status: string) => t(`decide.to.${status}`, { defaultValue: statusName(status, locale) }),
    /** The deadline of a stage; without one, the days since it began. */
    stageDue(row: { status: string; since: number }) {
      const { days, expectedBy, isOverdue } = stageDeadline(row, now);
      if (expectedBy === null) return { due: t('days', { count: days }), isOverdue };
      return { due: t(isOverdue ? 'overdueSince' : 'dueBy', { date: clock.day(expectedBy) }), isOverdue };
    },
    /** The deadline of an open deletion request. */
    deletionDue(askedAt: number) {
      const due = deletionDue(askedAt);
      const isOverdue = due < clock.dateOf(now);
      const values = { asked: clock.day(clock.dateOf(askedAt)), due: clock.day(due) };
      return { due: t(isOverdue ? 'deletion.overdue' : 'deletion.open', values), isOverdue };
    },
  };
}
