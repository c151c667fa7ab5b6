/** A status in words: what it is called, who acts, how long it usually takes. An unknown one is shown as it came. */
import { STAGES, type Stage, type Status } from '../../domain/application/stages.ts';
import { isStatus, type StatusEntry, stageOf } from '../../domain/application/status.ts';
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
  const stage = stageOf(status);
  if (!stage || stage.days === null) return null;
  return textOf(locale, 'auth')(stage.upTo ? 'days.upTo' : 'days.days', { count: stage.days });
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
  return textOf(locale, 'auth')('home.note', { context: status_type });
}

/** Colour of a status. */
export function stageTone(status: string): Stage['tone'] {
  return stageOf(status)?.tone ?? 'info';
}

/** True in a stage that goes on only once the applicant has sent the form again. */
export function waitsForApplicant(status: string): boolean {
  return (stageOf(status)?.afterChange ?? null) !== null;
}
