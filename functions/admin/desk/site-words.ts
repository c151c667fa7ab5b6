/** Words of the site that operators read as well: names of statuses and types, labels, answers. The desk alone loads them. */
import i18next from 'i18next';
import authEn from '../../../locales/auth/en.json' with { type: 'json' };
import authRu from '../../../locales/auth/ru.json' with { type: 'json' };
import employeeEn from '../../../locales/employee/en.json' with { type: 'json' };
import employeeRu from '../../../locales/employee/ru.json' with { type: 'json' };
import formsEn from '../../../locales/forms/en.json' with { type: 'json' };
import formsRu from '../../../locales/forms/ru.json' with { type: 'json' };
import { isStatus } from '../../../src/domain/application/status.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../src/domain/i18n/locales.ts';
import type { Words } from '../mail/words.ts';

const words = i18next.createInstance();
words.init({
  resources: {
    ru: { auth: authRu, employee: employeeRu, forms: formsRu },
    en: { auth: authEn, employee: employeeEn, forms: formsEn },
  },
  fallbackLng: DEFAULT_LOCALE,
  ns: ['auth', 'employee', 'forms'],
  initImmediate: false,
  interpolation: { escapeValue: false },
});

/** Words of a namespace. */
export function siteWords(locale: Locale, namespace: 'auth' | 'employee' | 'forms'): Words {
  const t = words.getFixedT(locale, namespace);
  return (key, values = {}) => String(t(key, values));
}

/** "In review by the expert group"; an unknown status as it is. */
export function statusName(status: string, locale: Locale): string {
  return isStatus(status) ? siteWords(locale, 'auth')(`stages.${status}.title`) : status;
}

/** "Founder"; an unknown type as it is. */
export function typeName(type: string, locale: Locale): string {
  return siteWords(locale, 'employee')(`types.${type}`, { defaultValue: type });
}

/** The label of a field, as an applicant of a type reads it. */
export function fieldLabel(name: string, type: string, locale: Locale): string {
  return siteWords(locale, 'forms')(`fields.${name}.label`, { context: type });
}
