/** A status in words: what it is called, who acts, how long it usually takes. An unknown one is shown as it came. */
import { isStatus, STAGES, type Status, type StatusEntry } from '../../domain/application/status.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';

/** The title of a status that was reached. */
export function stageTitle(status: string, locale: Locale): string {
  return isStatus(status) ? textOf(locale, 'auth')(`stages.${status}.title`) : status;
}

/** The title of a stage that is still ahead. */
export function stageAhead(status: Status, locale: Locale): string {
  return textOf(locale, 'auth')(`stages.${status}.ahead`);
}

/** "up to 20 working days"; null where nobody can say. */
export function usualTime(status: string, locale: Locale): string | null {
  const days = isStatus(status) ? STAGES[status].days : null;
  if (days === null) return null;
  // Only the experts' time is an upper bound (decisions.md "Status").
  return textOf(locale, 'auth')(status === 'in_review' ? 'days.upTo' : 'days.days', { count: days });
}

/** What the stage means for the applicant. */
export function stageText(status: string, locale: Locale, phone: string): string {
  const t = textOf(locale, 'auth');
  return isStatus(status) ? t(`stages.${status}.text`, { phone }) : t('status.unknownText', { phone });
}

/** What comes after it. */
export function stageNext(status: string, locale: Locale, phone: string): string {
  return textOf(locale, 'auth')(`stages.${isStatus(status) ? status : 'unknown'}.next`, { phone });
}

/** Who acts; null for an unknown status. */
export function actorName(status: string, locale: Locale): string | null {
  return isStatus(status) ? textOf(locale, 'auth')(`actors.${STAGES[status].actor}`) : null;
}

/** What a reviewer's note is about. */
export function noteTitle({ status_type }: StatusEntry, locale: Locale): string {
  const t = textOf(locale, 'auth');
  if (status_type === 'changes_requested') return t('home.noteTitle');
  return t(status_type === 'rejected' ? 'home.noteRejected' : 'home.note');
}

/** Colour of a status. */
export function stageTone(status: string): 'info' | 'success' | 'error' | 'warning' {
  if (status === 'visa_issued' || status === 'approved') return 'success';
  if (status === 'rejected') return 'error';
  return status === 'changes_requested' ? 'warning' : 'info';
}

/** True in a stage that goes on only once the applicant has sent the form again. */
export function waitsForApplicant(status: string): boolean {
  return isStatus(status) && STAGES[status].afterChange !== null;
}
