/** Words of the site that operators read as well: names of statuses and types. The desk alone loads them. */
import i18next from 'i18next';
import authEn from '../../../locales/auth/en.json' with { type: 'json' };
import authRu from '../../../locales/auth/ru.json' with { type: 'json' };
import employeeEn from '../../../locales/employee/en.json' with { type: 'json' };
import employeeRu from '../../../locales/employee/ru.json' with { type: 'json' };
import { isStatus } from '../../../src/domain/application/status.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../src/domain/i18n/locales.ts';
import { formWords, type Words } from '../mail/words.ts';

const words = i18next.createInstance();
words.init({
  resources: {
    ru: { auth: authRu, employee: employeeRu },
    en: { auth: authEn, employee: employeeEn },
  } satisfies Record<Locale, object>,
  fallbackLng: DEFAULT_LOCALE,
  ns: ['auth', 'employee'],
  initImmediate: false,
  interpolation: { escapeValue: false },
});

/** Words of a namespace. */
function siteWords(locale: Locale, namespace: 'auth' | 'employee'): Words {
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
  return formWords(locale)(`fields.${name}.label`, { context: type });
}
