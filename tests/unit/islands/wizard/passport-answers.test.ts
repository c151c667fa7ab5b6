/** What a passport's photo may fill in, by the rules of the form. */
import { expect, it } from 'vitest';
import type { FormState } from '../../../../src/domain/application/form.ts';
import { valuesToForm } from '../../../../src/domain/application/form.ts';
import { APPLICANT, type PassportHolder, relativeHolder } from '../../../../src/domain/passport/holders.ts';
import { photoMarks } from '../../../../src/domain/passport/photo-marks.ts';
import { NOTHING_READ } from '../../../../src/domain/passport/reading.ts';
import { accessPassport } from '../../../../src/islands/fields/passport/passport-answers.ts';
import { withValue } from '../../../../src/stores/device/form-values.ts';
import { WITH_LISTS } from '../../domain/application/filled-values.ts';

const EMPTY_DATE = { day: '', month: '', year: '' };

/** A filled application, with these answers instead. */
function accessTo(answers: FormState, holder: PassportHolder = APPLICANT) {
  let form = Object.entries(answers).reduce(
    (all, [path, value]) => withValue(all, path, value),
    valuesToForm('specialist', WITH_LISTS),
  );
  const put = (values: FormState) => {
    form = Object.entries(values).reduce((all, [path, value]) => withValue(all, path, value), form);
  };
  const access = accessPassport({
    type: 'specialist',
    holder: () => holder,
    form: () => form,
    put,
    store: (photo_kept) => put({ photo_kept }),
  });
  return { access, form: () => form };
}

it.each([
  ['an expired passport', { passport_expire: EMPTY_DATE }, { passport_expire: '2022-12-31' }, 'passport_expired'],
  [
    'a passport that ends before the stay',
    { passport_expire: EMPTY_DATE, planned_length_stay_to: { day: '1', month: '2', year: '2098' } },
    { passport_expire: '2098-01-31' },
    'expires_before_stay_ends',
  ],
  [
    'an expiry before the issue',
    { passport_expire: EMPTY_DATE },
    { passport_expire: '2011-02-03' },
    'issue_after_expiry',
  ],
  ['a birth after the issue', { date_birth: EMPTY_DATE }, { date_birth: '2025-02-03' }, 'born_after_issue'],
  ['a number of four characters', { passport_number: '' }, { passport_number: 'A123' }, 'passport_format'],
] as const)('the form refuses %s that was read', (_, answers, values, code) => {
  const [field = ''] = Object.keys(values);
  expect(accessTo(answers).access.refused(values)).toEqual({ [field]: code });
});

it('what was typed is not refused instead of the photo’s, and a relative is not listed twice', () => {
  expect(accessTo({}).access.refused({ passport_expire: '2019-12-31' })).toEqual({});
  const [husband] = WITH_LISTS.formatted_relatives;
  const son = accessTo({ 'formatted_relatives.1.relativePassport': '' }, relativeHolder(1)).access;
  expect(son.refused({ passport_number: husband?.relativePassport ?? '' })).toEqual({
    passport_number: 'relative_twice',
  });
});

it('a passport with one name ticks the box, and the photo is stored beside those of others', () => {
  const { access, form } = accessTo({ surname: '', name: '', photo_kept: 'formatted_relatives.0.surname||LEE|filled' });
  access.put({ surname: '-', name: 'RAMESH' });
  expect(form()).toMatchObject({ surname: '', name: 'RAMESH', one_name: 'yes' });
  expect(access.current()).toMatchObject({ surname: '-', name: 'RAMESH' });
  access.setPhoto({ file: 'ab', reading: NOTHING_READ, filled: [], earlier: [], kept: {} });
  const text = String(form().photo_kept);
  expect(photoMarks.of(text, APPLICANT)?.file).toBe('ab');
  expect(photoMarks.of(text, relativeHolder(0))?.filled).toEqual(['surname']);
});
