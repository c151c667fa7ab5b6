/** The admin host's texts from `locales/admin`, the form's texts for dates, and the texts of a visa's document. */
import i18next, { type Resource, type TFunction } from 'i18next';
import adminEn from '../../../locales/admin/en.json' with { type: 'json' };
import adminRu from '../../../locales/admin/ru.json' with { type: 'json' };
import employeeEn from '../../../locales/employee/en.json' with { type: 'json' };
import employeeRu from '../../../locales/employee/ru.json' with { type: 'json' };
import formsEn from '../../../locales/forms/en.json' with { type: 'json' };
import formsRu from '../../../locales/forms/ru.json' with { type: 'json' };
import { DEFAULT_LOCALE, type KeyPaths, type Locale } from '../../../src/domain/i18n/locales.ts';
import { typesetAll } from '../../../src/domain/i18n/typography.ts';

/** Typesets texts of mails and pages; exports need plain spaces and hyphens. */
const adminWords = <Texts extends { mail: object; web: object; office: { refusals: object } }>({
  mail,
  web,
  office,
}: Texts) => ({
  office: { ...office, ...typesetAll({ refusals: office.refusals }) },
  ...typesetAll({ mail, web }),
});

/** The texts of a namespace, or of a section of it, in one language. */
export interface MailTexts<Key extends string = string> {
  (key: Key, values?: Record<string, unknown>): string;
  /** For a key that is built from data: `''` if it has no text. */
  find(key: string, values?: Record<string, unknown>): string;
}
export type MailWords = MailTexts<KeyPaths<typeof adminRu.mail>>;
type OfficeKey = KeyPaths<typeof adminRu.office>;
export type OfficeWords = (key: OfficeKey, values?: Record<string, unknown>) => string;
/** The codes of `OfficeRefusal`. */
export type OfficeRefusalCode = OfficeKey extends infer Key
  ? Key extends `refusals.${infer Code}`
    ? Code
    : never
  : never;

/**
 * Looks up texts of locale files. One function for each language and place caches its texts, since lists need the same ones for
 * each row.
 */
export function createWords(resources: Record<Locale, Resource[string]>) {
  const texts = i18next.createInstance();
  // Plain text has these texts as well; the HTML renderer escapes them.
  const interpolation = { escapeValue: false };
  texts.init({ resources, fallbackLng: DEFAULT_LOCALE, initImmediate: false, interpolation });
  const made = new Map<string, MailTexts>();
  return (locale: Locale, namespace: string, part?: string): MailTexts => {
    const place = [locale, namespace, part].join(' ');
    const known = made.get(place) ?? withCache(texts.getFixedT(locale, namespace, part));
    made.set(place, known);
    return known;
  };
}

function withCache(t: TFunction): MailTexts {
  const plain = new Map<string, string>();
  const words = (key: string, values?: Record<string, unknown>): string => {
    const text = values ? undefined : plain.get(key);
    if (text !== undefined) return text;
    const found = String(t(key, values ?? {}));
    if (!values) plain.set(key, found);
    return found;
  };
  return Object.assign(words, { find: (key: string, values = {}) => words(key, { ...values, defaultValue: '' }) });
}

const wordsIn = createWords({
  ru: { admin: adminWords(adminRu), employee: typesetAll(employeeRu), forms: formsRu },
  en: { admin: adminWords(adminEn), employee: typesetAll(employeeEn), forms: formsEn },
});

export function mailTextsIn(locale: Locale, section: 'mail'): MailWords;
export function mailTextsIn(locale: Locale, section: 'office'): OfficeWords;
export function mailTextsIn(locale: Locale, section: 'web'): MailTexts;
export function mailTextsIn(locale: Locale, section: string): MailTexts {
  return wordsIn(locale, 'admin', section);
}

export const formWords = (locale: Locale): MailTexts => wordsIn(locale, 'forms');

export const employeeWords = (locale: Locale): MailTexts => wordsIn(locale, 'employee');
