import { describe, expect, it } from 'vitest';
import { FIELDS } from '../../../../src/domain/application/fields.ts';
import { fitForm, UNKNOWN_FIELD } from '../../../../src/domain/application/fit-form.ts';
import { emptyItem, type FormState } from '../../../../src/domain/application/form.ts';
import { kindOf, MAX_ITEMS } from '../../../../src/domain/kinds/index.ts';
import { fitStoredFile } from '../../../../src/stores/device/form-values.ts';

const MAX_STORED_TEXT = 4000;

const fit = (form: unknown) => fitForm(form, fitStoredFile);
const HUGE = 'x'.repeat(MAX_STORED_TEXT + 1);
const PDF = { name: 'a.pdf', size: 1, type: 'application/pdf', fileKey: 'file:1' } as const;

/** Returns 10,000 nested objects. */
function deep(): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < 10_000; level += 1) value = { a: value };
  return value;
}

const circle: Record<string, unknown> = {};
circle.day = circle;

const STRANGE: [string, unknown][] = [
  ['a number', 7],
  ['true', true],
  ['a text that no field takes', HUGE],
  ['a million entries', new Array(1_000_000).fill('x')],
  ['a list of lists', [[[]]]],
  ['an object of other names', { a: 1 }],
  ['deep nesting', deep()],
  ['a circle', circle],
  ['a map', new Map([['day', '1']])],
  ['the content of a file', new Blob(['x'])],
  ['a prototype', JSON.parse('{"__proto__": {"day": "1"}}')],
];

describe.each(Object.entries(FIELDS))('fitForm for %s', (name, { kind }) => {
  const empty = kindOf({ kind }).toForm(kindOf({ kind }).empty());

  it.each(STRANGE)(`fitForm of ${name} empties an answer that is %s`, (_, value) => {
    const { form } = fit({ [name]: value });
    // A list of invalid items becomes empty.
    expect(form[name]).toEqual(empty);
  });

  it(`fitForm of ${name} keeps a valid answer unchanged`, () => {
    const full: Record<string, unknown> = {
      date: { day: '1', month: '2', year: '2000' },
      birthDate: { day: '', month: '', year: '2000' },
      address: { region: '1', district: '15', street: 'Navoi', flat: '' },
      flag: 'yes',
      consent: 'yes',
      tick: 'yes',
      file: PDF,
      photo: PDF,
      relatives: [emptyItem('formatted_relatives')],
      previousTrips: [emptyItem('formatted_previos_trips')],
      lastTrips: [emptyItem('last_trips')],
    };
    const value = full[kind] ?? 'Anna';
    expect(fit({ [name]: value })).toEqual({ form: { [name]: value }, dropped: [] });
    expect(fit({ [name]: empty })).toEqual({ form: { [name]: empty }, dropped: [] });
  });
});

describe('dropped answers of fitForm', () => {
  it('fitForm lists dropped answers by form path and keeps the rest', () => {
    const form: FormState = {
      surname: 'Ivanova',
      name: { a: 1 },
      date_birth: { day: 7, month: '2', year: '2000' },
      formatted_address: { region: '1', district: HUGE },
      last_trips: [
        { trip_country: 'DE', trip_aim: 7, trim_date: { date_from: { day: [], month: '1', year: '2025' } } },
        7,
      ],
      relatives_check: 'maybe',
    };
    expect(fit(form)).toEqual({
      form: {
        surname: 'Ivanova',
        name: '',
        date_birth: { day: '', month: '2', year: '2000' },
        formatted_address: { region: '1', district: '', street: '', flat: '' },
        last_trips: [
          {
            trip_country: 'DE',
            trip_aim: '',
            trim_date: {
              date_from: { day: '', month: '1', year: '2025' },
              date_to: { day: '', month: '', year: '' },
            },
          },
        ],
        relatives_check: 'no',
      },
      dropped: expect.arrayContaining([
        'name',
        'date_birth.day',
        'formatted_address.district',
        'last_trips',
        'last_trips.0.trip_aim',
        'last_trips.0.trim_date.date_from.day',
        'relatives_check',
      ]),
    });
  });

  it('fitForm keeps a text that is too long for its field, so that the applicant can shorten it', () => {
    const surname = 'x'.repeat(MAX_STORED_TEXT);
    expect(fit({ surname })).toEqual({ form: { surname }, dropped: [] });
  });

  it('fitForm drops list items over the limit', () => {
    const { form, dropped } = fit({ last_trips: new Array(MAX_ITEMS + 1).fill({ trip_country: 'DE' }) });
    expect(form.last_trips).toHaveLength(MAX_ITEMS);
    expect(dropped).toEqual(['last_trips']);
  });

  it('fitForm keeps at most 50 short answers to unknown fields and lists that it dropped others', () => {
    expect(fit({ tea: 'green', cake: HUGE })).toEqual({ form: { tea: 'green' }, dropped: [UNKNOWN_FIELD] });
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`f${at}`, 'x']));
    const { form, dropped } = fit(many);
    expect(Object.keys(form)).toHaveLength(50);
    expect(dropped).toEqual([UNKNOWN_FIELD]);
  });

  it('fitForm drops everything of a value that is not a form', () => {
    for (const [, value] of STRANGE.filter(([name]) => !name.startsWith('an object') && !name.startsWith('deep')))
      expect(Object.keys(fit(value).form).filter((name) => name in FIELDS)).toEqual([]);
  });

  it('fitForm changes no prototype', () => {
    const { form } = fit(
      JSON.parse('{"__proto__": {"surname": "OTHER"}, "constructor": {"prototype": {"surname": "x"}}}'),
    );
    expect(form.surname).toBeUndefined();
    expect(({} as Record<string, unknown>).surname).toBeUndefined();
  });
});

describe('fitForm for files', () => {
  it.each<[string, object]>([
    ['without a key', { ...PDF, fileKey: undefined }],
    ['with a key that no storage has', { ...PDF, fileKey: HUGE }],
    ['with a negative size', { ...PDF, size: -1 }],
    ['with half a byte', { ...PDF, size: 0.5 }],
    ['whose name is a number', { ...PDF, name: 7 }],
  ])('fitForm drops a file %s', (_, value) => {
    expect(fit({ file4: value })).toEqual({ form: { file4: null }, dropped: ['file4'] });
  });

  it('fitForm shortens the name of a file and keeps only a known type', () => {
    const { form } = fit({ file4: { ...PDF, name: `\u202e../${'x'.repeat(1_000_000)}.pdf`, type: 'text/html' } });
    const file = form.file4 as typeof PDF;
    expect(file.type).toBeNull();
    expect([...file.name]).toHaveLength(120);
    expect(file.name).toMatch(/^x+…x+\.pdf$/);
  });
});
