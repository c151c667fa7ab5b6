/** The mail about an issued visa: its document, as its page shows it on the day of the mail. */
import { visaRoute } from '../../../src/domain/application/issued-visa.ts';
import type { VisaState } from '../../../src/domain/application/visa.ts';
import { visaFacts } from '../../../src/domain/application/visa-document.ts';
import { visaWords } from '../../../src/domain/application/visa-words.ts';
import { datePatternsOf } from '../../../src/domain/i18n/dates.ts';
import type { VisaMail } from './kinds.ts';
import { type Body, buttonTo, type Letter, type MailBlock, type Wording } from './letter.ts';
import { employeeWords, formWords } from './words.ts';

export const VISA_TONES: Record<VisaState, Letter['tone']> = {
  valid: 'success',
  ending: 'warning',
  future: 'info',
  expired: 'error',
  revoked: 'error',
  other: 'error',
};

/** Whether the visa can still be collected and used. */
export const isUsable = (state: VisaState): boolean => VISA_TONES[state] !== 'error';

const ROWS = ['type', 'passport', 'validity', 'code'] as const;

export function visaLetter({ id, note, visa }: VisaMail, { t, locale, link, notes, now }: Wording): Body {
  const words = employeeWords(locale);
  const facts = visaFacts(visa, new Date(now), visaWords(words, datePatternsOf(formWords(locale))));
  const usable = isUsable(facts.state);
  const shown = ROWS.filter((row) => facts[row] !== '');
  const own: MailBlock[] = [
    ...(notes.collection ? [{ text: `${words('collection')}: ${notes.collection}` }] : []),
    ...(notes.cost ? [{ text: `${words('cost')}: ${notes.cost}` }] : []),
  ];
  return {
    subject: t('visa.subject', { id }),
    title: t('visa.title'),
    tone: VISA_TONES[facts.state],
    blocks: [
      { text: t('visa.intro') },
      {
        facts,
        kind: words('document'),
        rows: [[words('holder'), facts.name], ...shown.map((row) => [words(row), facts[row]] as const)],
        alt: t('visa.qr'),
      },
      { text: t('visa.page') },
      ...(note ? [{ title: t('note.other'), quote: note, items: [] }] : []),
      ...(usable ? own : []),
    ],
    button: buttonTo(t, t('visa.action'), link(visaRoute(visa.code))),
    after: usable ? [t('visa.check')] : [],
  };
}
