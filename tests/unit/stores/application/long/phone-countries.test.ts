/** The example number of every country, typed key by key. */
import examples from 'libphonenumber-js/examples.mobile.json';
import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import { beforeAll, expect, it } from 'vitest';
import { isPhone, loadPhoneCheck, phoneTyping } from '../../../../../src/stores/application/phone-check.ts';

beforeAll(loadPhoneCheck);

it('edit accepts a number of every country to its end', () => {
  let typed = 0;
  for (const country of getCountries()) {
    const example = getExampleNumber(country, examples)?.number ?? '';
    const digits = example.length - 1;
    if (digits > 13 || !isPhone(example)) continue;
    let value = '';
    for (const key of example) {
      const edit = phoneTyping.edit(value, value + key, value.length + 1, true);
      expect(edit.isRefused, example).toBe(false);
      ({ value } = edit);
    }
    expect(value.replaceAll(' ', '')).toBe(example);
    typed += 1;
  }
  expect(typed).toBeGreaterThan(200);
});
