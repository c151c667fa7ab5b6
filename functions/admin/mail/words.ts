/** The admin host's words for people, from `locales/admin`, those of the form, which dates are written with, and of a visa's document. */
import i18next from 'i18next';
import adminEn from '../../../locales/admin/en.json' with { type: 'json' };
import adminRu from '../../../locales/admin/ru.json' with { type: 'json' };
import employeeEn from '../../../locales/employee/en.json' with { type: 'json' };
import employeeRu from '../../../locales/employee/ru.json' with { type: 'json' };
import formsEn from '../../../locales/forms/en.json' with { type: 'json' };
import formsRu from '../../../locales/forms/ru.json' with { type: 'json' };
import { DEFAULT_LOCALE, type Locale } from '../../../src/domain/i18n/locales.ts';

const words = i18next.createInstance();
words.init({
  resources: {
    ru: { admin: adminRu, employee: employeeRu, forms: formsRu },
    en: { admin: adminEn, employee: employeeEn, forms: formsEn },
  } satisfies Record<Locale, object>,
  fallbackLng: DEFAULT_LOCALE,
  ns: ['admin', 'employee', 'forms'],
  initImmediate: false,
  // The words go into plain text as well; HTML is escaped where it is made.
  interpolation: { escapeValue: false },
});

/** The words for a key, with values put in. */
export type Words = (key: string, values?: Record<string, unknown>) => string;

/** Words of one language below a key such as `mail`. */
export function wordsOf(locale: Locale, below: 'mail' | 'desk' | 'web'): Words {
  return wordsIn(locale, 'admin', below);
}

/** Words of the form: names of fields, answers, and how a date is written. */
export function formWords(locale: Locale): Words {
  return wordsIn(locale, 'forms');
}

/** Words of a visa's document. */
export function employeeWords(locale: Locale): Words {
  return wordsIn(locale, 'employee');
}

function wordsIn(locale: Locale, namespace: 'admin' | 'employee' | 'forms', below?: string): Words {
  const t = words.getFixedT(locale, namespace, below);
  // A list asks for the same words in each of its rows.
  const plain = new Map<string, string>();
  return (key, values) => {
    const text = values ? undefined : plain.get(key);
    if (text !== undefined) return text;
    const found = String(t(key, values ?? {}));
    if (!values) plain.set(key, found);
    return found;
  };
}
