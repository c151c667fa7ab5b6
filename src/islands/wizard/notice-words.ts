/**
 * Texts of notices that are loaded when needed: the pages of parts and the review page do not contain them
 * (pages/[locale]/application).
 */
import { LOCALES } from '../../domain/i18n/locales.ts';
import { loadWords, pageText } from '../../stores/page-text.ts';

/** Keys of the namespace `application` that only these notices use. */
export const NOTICE_KEYS = [
  ...['lost', 'dropped', 'rescue', 'confirm', 'gone', 'elsewhere', 'moved', 'newer', 'held', 'unreadable'].map(
    (name) => `draft.${name}`,
  ),
  'obstacles',
  'send.arrived',
];

/** One of these keys, to see whether the texts are loaded. */
const SAMPLE_KEY = 'draft.rescue.text';

/** Loads a module and its texts in every language, since the page may change its own. @throws when a text is missing */
export async function withNoticeWords<Module>(loading: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([loading, loadWords(LOCALES, ['application'])]);
  for (const locale of LOCALES)
    if (pageText(locale, 'application')(SAMPLE_KEY) === SAMPLE_KEY) throw new Error(`no notice texts in ${locale}`);
  return module;
}
