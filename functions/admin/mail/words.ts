/** The admin host's texts, from `locales/admin`; those of the form, for dates; and those of a visa's document. */
import i18next from 'i18next';
import adminEn from '../../../locales/admin/en.json' with { type: 'json' };
import adminRu from '../../../locales/admin/ru.json' with { type: 'json' };
import employeeEn from '../../../locales/employee/en.json' with { type: 'json' };
import employeeRu from '../../../locales/employee/ru.json' with { type: 'json' };
import formsEn from '../../../locales/forms/en.json' with { type: 'json' };
import formsRu from '../../../locales/forms/ru.json' with { type: 'json' };
import { DEFAULT_LOCALE, type Locale } from '../../../src/domain/i18n/locales.ts';
import { typesetAll } from '../../../src/domain/i18n/typography.ts';

/** Typesets mails and the desk's pages; tables and terminals need plain spaces and hyphens. */
const adminWords = <Texts extends { mail: object; web: object }>({ mail, web, ...others }: Texts) => ({
  ...others,
  ...typesetAll({ mail, web }),
});

const words = i18next.createInstance();
words.init({
  resources: {
    ru: { admin: adminWords(adminRu), employee: typesetAll(employeeRu), forms: formsRu },
    en: { admin: adminWords(adminEn), employee: typesetAll(employeeEn), forms: formsEn },
  } satisfies Record<Locale, object>,
  fallbackLng: DEFAULT_LOCALE,
  ns: ['admin', 'employee', 'forms'],
  initImmediate: false,
  // Plain text uses these texts too; the HTML renderer escapes them.
  interpolation: { escapeValue: false },
});

export type Words = (key: string, values?: Record<string, unknown>) => string;

export function wordsOf(locale: Locale, below: 'mail' | 'desk' | 'web'): Words {
  return wordsIn(locale, 'admin', below);
}

export function formWords(locale: Locale): Words {
  return wordsIn(locale, 'forms');
}

export function employeeWords(locale: Locale): Words {
  return wordsIn(locale, 'employee');
}

/** One function for each language and place, with the texts it has looked up: lists need the same ones for each row. */
const made = new Map<string, Words>();

function wordsIn(locale: Locale, namespace: 'admin' | 'employee' | 'forms', below?: string): Words {
  const place = [locale, namespace, below].join(' ');
  const known = made.get(place) ?? withCache(words.getFixedT(locale, namespace, below));
  made.set(place, known);
  return known;
}

/** Caches texts without values. */
function withCache(t: ReturnType<typeof words.getFixedT>): Words {
  const plain = new Map<string, string>();
  return (key, values) => {
    const text = values ? undefined : plain.get(key);
    if (text !== undefined) return text;
    const found = String(t(key, values ?? {}));
    if (!values) plain.set(key, found);
    return found;
  };
}
