/** Errors at the fields of a form, while the form is being corrected. */
import { describe, expect, it } from 'vitest';
import type { FieldErrors } from '../../../../src/domain/api/refusal-codes.ts';
import type { FormState } from '../../../../src/domain/application/form.ts';
import { AnswerForm } from '../../../../src/islands/fields/answer-form.ts';
import { fieldErrors } from '../../../../src/islands/fields/field-errors.ts';
import { checkForms } from '../../../../src/stores/application/check-forms.ts';
import { date, filledForm, withLists } from '../../stores/application/filled-forms.ts';

const RULES = { today: '2026-11-21', sentOn: '2026-11-21', isPhone: () => true, wholeDates: false };

/** A part's form with the errors that a submit has found. @param refused errors of the host */
function openForm(part: 'stay' | 'family' | 'travel', values: FormState, refused: FieldErrors = {}) {
  const forms = { type: 'founder', step1Data: filledForm('founder', { step: 1 }) } as const;
  const others = filledForm('founder', { step: 2 });
  const form = new AnswerForm({ ...filledForm('founder', { part }), ...values });
  const check = () => checkForms({ ...forms, step2Data: { ...others, ...form.values } }, { ...RULES, part });
  form.subscribe((path) => path !== null && fieldErrors.clearFixed(form, path, check));
  form.setErrors({ ...check(), ...refused });
  return form;
}

describe('clearFixed', () => {
  it('clearFixed clears an error about two answers when the other one is corrected', () => {
    const form = openForm('stay', { planned_length_stay_from: date('2027-08-01') });
    expect(form.errorAt('planned_length_stay_to')).toBe('stay_ends_before_start');
    form.setValue('planned_length_stay_from', date('2027-09-01'));
    expect(form.errorAt('planned_length_stay_to')).toBe('stay_ends_before_start');
    form.setValue('planned_length_stay_from', filledForm('founder', { part: 'stay' }).planned_length_stay_from);
    expect(form.errorAt('planned_length_stay_to')).toBeUndefined();
  });

  it('clearFixed clears the error of a second relative when the first one’s passport number is corrected', () => {
    const [relative] = withLists().formatted_relatives as FormState[];
    const twice = [relative, { ...relative, name: 'Ola' }];
    const form = openForm('family', { relatives_check: 'yes', formatted_relatives: twice });
    expect(form.errorAt('formatted_relatives.1.relativePassport')).toBe('relative_twice');
    form.setValue('formatted_relatives.0.relativePassport', 'EB7654329');
    expect(form.errorAt('formatted_relatives.1.relativePassport')).toBeUndefined();
  });

  it('clearFixed leaves errors of other fields that only the host has found', () => {
    const form = openForm('stay', {}, { validity_time: ['not_in_list'] });
    form.setValue('planned_length_stay_from', date('2027-01-02'));
    expect(form.errorAt('validity_time')).toBe('not_in_list');
    form.setValue('validity_time', '3');
    expect(form.errorAt('validity_time')).toBeUndefined();
  });
});

it('validate leaves the host’s error of a field that is left unchanged', () => {
  const form = openForm('stay', {}, { validity_time: ['not_in_list'] });
  fieldErrors.validate(form, 'validity_time', () => ({}));
  expect(form.errorAt('validity_time')).toBe('not_in_list');
  fieldErrors.validate(form, 'validity_time', () => ({ validity_time: ['required'] }));
  expect(form.errorAt('validity_time')).toBe('required');
});
