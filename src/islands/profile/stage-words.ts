/** Texts of a status: its name, who acts, how long it usually takes. A status that the portal does not know has only a name. */
import type { Visa } from '../../domain/application/issued-visa.ts';
import { STAGES, type Stage } from '../../domain/application/stages.ts';
import { currentStatus, isStatus, type StatusEntry, stageOf } from '../../domain/application/status.ts';
import { visaState } from '../../domain/application/visa.ts';
import { formatDate } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { pageText } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/hooks.ts';

type NamedStatus = Pick<StatusEntry, 'status_type' | 'title' | 'tone'>;

/** The title of a reached status. */
export function stageTitle({ status_type: status, title }: NamedStatus, locale: Locale): string {
  const t = pageText(locale, 'auth');
  if (isStatus(status)) return t(`stages.${status}.title`);
  return title?.[locale] ?? (status || t('status.unnamed'));
}

/** "up to 20 working days"; null if unknown. */
export function usualTime(status: string, locale: Locale): string | null {
  const stage = stageOf(status);
  if (!stage || stage.days === null) return null;
  return pageText(locale, 'auth')(stage.upTo ? 'days.upTo' : 'days.days', { count: stage.days });
}

interface StageDescription {
  title: string;
  /** Null for an unknown status, which has only a name. */
  text: string | null;
  /** What to do then; null where nothing is left to do. */
  next: string | null;
  tone: Stage['tone'];
}

/** The current stage in words, which depend on the dates of a visa. @param today `YYYY-MM-DD` in Uzbekistan */
export function describeStage(
  entry: NamedStatus,
  { visa, today, locale }: { visa: Visa | null | undefined; today: string; locale: Locale },
): StageDescription {
  const t = pageText(locale, 'auth');
  const { status_type: status } = entry;
  const described = {
    title: stageTitle(entry, locale),
    text: isStatus(status) ? t(`stages.${status}.text`) : null,
    next: isStatus(status) && STAGES[status].phase !== 'now' ? t(`stages.${status}.next`) : null,
    tone: stageOf(status)?.tone ?? entry.tone ?? 'info',
  };
  const state = visa ? visaState({ ...visa, status_type: status }, today) : null;
  if (!visa || (state !== 'future' && state !== 'ending' && state !== 'expired')) return described;
  const dates = { from: formatDate(visa.valid_from, locale), to: formatDate(visa.valid_to, locale) };
  const text = t(`visa.text.${state}`, dates);
  if (state === 'future') return { ...described, text };
  const changed = { ...described, title: t(`visa.stage.${state}`), text };
  return state === 'expired' ? { ...changed, next: null, tone: 'error' } : { ...changed, tone: 'warning' };
}

/** True in a stage that continues only after the applicant has sent the form again. */
export function waitsForApplicant(status: string): boolean {
  return (stageOf(status)?.afterChange ?? null) !== null;
}

const NONE: StatusEntry[] = [];

/** Empty until the record is loaded. */
export const useHistory = () => useClientStore($statusHistory, NONE);

export const useCurrentStatus = () => currentStatus(useHistory());
