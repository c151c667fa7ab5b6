/** What a page says when the record lacks something that was sent. */
import type { ReceiptResult } from '../../domain/application/receipt.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { LOCALES, type Locale } from '../../domain/i18n/locales.ts';
import { loadWords, pageText } from '../page-text.ts';

/** The labels of all fields, and the sentences, which some pages do not have. */
export const loadReceiptWords = () => loadWords(LOCALES, ['forms', 'auth']);

/** A title, and one paragraph for each list that has entries. */
export function receiptWords(
  locale: Locale,
  type: ApplicationType | null,
  { sent, missing, count, changed }: ReceiptResult,
): { title: string; lists: { text: string; entries: string[] }[] } {
  const t = pageText(locale, 'auth');
  const forms = pageText(locale, 'forms').find;
  const label = (path: string) => {
    const [name, index, field] = path.split('.');
    if (field === undefined) return forms(`fields.${name}.label`, { context: type });
    const item = forms(`lists.${name}.item`, { number: Number(index) + 1 });
    return `${item}: ${forms(`items.${name}.${field}.label`)}`;
  };
  const lost = t(count < missing.length ? 'home.receipt.someMissing' : 'home.receipt.missing', { count });
  const lists = [
    { text: lost, entries: missing.map(label) },
    { text: t('home.receipt.changed'), entries: changed.map(label) },
  ];
  const isOfFiles = count > 0;
  return {
    title: isOfFiles ? t('home.receipt.title', { there: sent - count, count: sent }) : t('home.receipt.changedTitle'),
    lists: lists.filter(({ entries }) => entries.length > 0),
  };
}
