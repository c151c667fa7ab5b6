/**
 * Reasons of refusals, which officers choose and statistics count. Add and rename them; a code that was used stays, with
 * `isOffered: false` when it is no longer chosen.
 */
import type { Locale } from '../domain/i18n/locales.ts';

export const REFUSAL_REASONS: readonly { code: string; name: Record<Locale, string>; isOffered: boolean }[] = [
  { code: 'passport', name: { ru: 'Паспорт или фото', en: 'Passport or photo' }, isOffered: true },
  { code: 'qualification', name: { ru: 'Квалификация или опыт', en: 'Qualification or experience' }, isOffered: true },
  { code: 'income', name: { ru: 'Доход или средства', en: 'Income or funds' }, isOffered: true },
  { code: 'project', name: { ru: 'Проект или компания', en: 'Project or company' }, isOffered: true },
  { code: 'petitioner', name: { ru: 'Приглашающая сторона', en: 'Petitioner' }, isOffered: true },
  { code: 'false', name: { ru: 'Недостоверные сведения', en: 'False statements' }, isOffered: true },
  { code: 'unanswered', name: { ru: 'Нет ответа заявителя', en: 'No answer from the applicant' }, isOffered: true },
  { code: 'other', name: { ru: 'Другое', en: 'Other' }, isOffered: true },
];

export const refusalName = (code: string, locale: Locale): string =>
  REFUSAL_REASONS.find((reason) => reason.code === code)?.name[locale] ?? code;
