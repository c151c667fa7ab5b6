/** What the office refuses. The text `office.refusals.<code>` of the locale files says what to do. */
import { Refusal } from '../../src/domain/api/refusal.ts';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { mailTextsIn, type OfficeRefusalCode } from '../admin/mail/words.ts';
import { onConflict } from '../admin/store/database.ts';
import { dayOf, officeClock, statusName } from './words.ts';

/** HTTP status by code. */
const STATUS = {
  forbidden: 403,
  unknownApplicant: 404,
  noSuchMessage: 404,
  noSuchMail: 404,
  conflict: 409,
  messageEnded: 409,
  mailSending: 409,
  undoLate: 409,
} as const satisfies Partial<Record<OfficeRefusalCode, number>>;

/** A refusal to an officer, in the officer's language. */
export class OfficeRefusal extends Refusal<OfficeRefusalCode> {
  readonly values: Readonly<Record<string, unknown>>;
  /** @param values of the text */
  constructor(code: OfficeRefusalCode, values: Record<string, unknown> = {}) {
    super(code, code);
    this.values = values;
  }

  get status(): 403 | 404 | 409 | 422 {
    return STATUS[this.code as keyof typeof STATUS] ?? 422;
  }

  /** The text that says what to do. */
  textIn(locale: Locale): string {
    const { at, status } = this.values;
    const clock = officeClock(locale);
    const isToday = typeof at === 'number' && dayOf(at) === dayOf(Date.now());
    return mailTextsIn(locale, 'office')(`refusals.${this.code}`, {
      ...this.values,
      ...(typeof at === 'number' && { time: isToday ? clock.time(at) : clock.instant(at) }),
      ...(typeof status === 'string' && { status: statusName(status, locale) }),
    });
  }
}

/** A rejection handler of `commit`: another request changed what the officer saw. */
export const onChange = onConflict(() => new OfficeRefusal('conflict'));
