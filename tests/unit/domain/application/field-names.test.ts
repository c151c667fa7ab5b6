/** No two fields of a type have the same name in a list, in either language. */
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import en from '../../../../locales/forms/en.json' with { type: 'json' };
import ru from '../../../../locales/forms/ru.json' with { type: 'json' };
import { fieldLabel, labelInPart } from '../../../../src/domain/application/field-names.ts';
import { FIELDS, fieldsOf } from '../../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';

const words = i18next.createInstance();
await words.init({ resources: { ru: { forms: ru }, en: { forms: en } }, interpolation: { escapeValue: false } });

describe.each(LOCALES)('fieldLabel in %s', (locale) => {
  const t = words.getFixedT(locale, 'forms');

  it.each([...APPLICATION_TYPES, null])('fieldLabel is different for each field (%s)', (type) => {
    const names = type ? fieldsOf(type).map(({ name }) => name) : Object.keys(FIELDS);
    const labels = names.map((name) => fieldLabel(t, type, name));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('fieldLabel is the label alone where it is the only one', () => {
    expect(fieldLabel(t, 'specialist', 'passport_number')).toBe(labelInPart(t, 'specialist', 'passport_number'));
    expect(fieldLabel(t, 'founder', 'surname')).toBe(labelInPart(t, 'founder', 'surname'));
  });

  it('fieldLabel tells answers of an earlier type apart, and keeps unknown names', () => {
    const names = ['applicant_position', 'petitioner_position'].map((name) => fieldLabel(t, 'founder', name));
    expect(new Set(names).size).toBe(2);
    expect(fieldLabel(t, 'founder', 'field_of_a_later_version')).toBe('field_of_a_later_version');
  });
});
