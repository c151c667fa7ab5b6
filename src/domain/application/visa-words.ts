/** The words of {@link visaFacts}. Separate from it, since the public page has them in its markup. */
import type { Words } from '../i18n/dates.ts';
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { HOST_TYPES } from './types.ts';
import { ENDING_DAYS, VISA_STATES, type VisaState, type VisaWords } from './visa.ts';

/** @param t words of the namespace `employee` @param dates patterns of the twelve months */
export function visaWords(t: Words, dates: readonly string[]): VisaWords {
  const open = { from: '{{from}}', to: '{{to}}', when: '{{when}}', name: '{{name}}', code: '{{code}}' };
  const ofStates = (key: string) =>
    Object.fromEntries(VISA_STATES.map((state) => [state, t(`${key}.${state}`, open)])) as Record<VisaState, string>;
  return {
    states: ofStates('state'),
    details: ofStates('detail'),
    ending: Array.from({ length: ENDING_DAYS + 1 }, (_, count) => t(count === 0 ? 'lastDay' : 'ending', { count })),
    types: Object.fromEntries([...HOST_TYPES].map(([spelling, type]) => [spelling, t(`types.${type}`)])),
    missingName: MISSING_ANSWER,
    period: t('period', open),
    until: t('until', open),
    since: t('since', open),
    noPeriod: t('noPeriod'),
    checked: t('checked', open),
    fileName: t('fileName', open),
    dates,
  };
}
