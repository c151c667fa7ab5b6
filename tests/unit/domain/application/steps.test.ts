import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Part, partsOf } from '../../../../src/domain/application/fields.ts';
import {
  answeredParts,
  draftMarker,
  FIRST_PART,
  type PartProgress,
  partAfter,
  partRoute,
  partStates,
  startRoute,
} from '../../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../../src/domain/application/types.ts';

it('the marker of a draft has its end, and the number of finished parts once a type is chosen', () => {
  const marker = (type: ApplicationType | null, saved: Part[], errors = {}) =>
    draftMarker(1_767_225_600_000, type, partStates(type, saved, errors));
  expect(marker(null, ['passport'])).toBe('1767225600000');
  expect(marker('specialist', [])).toBe('1767225600000 0 11');
  expect(marker('founder', ['passport', 'name', 'petitioner'])).toBe('1767225600000 2 8');
  expect(marker('founder', ['passport', 'name'], { passport_number: ['required'] })).toBe('1767225600000 1 8');
});

describe('the route of a part', () => {
  it('the route of a part in step 2 has the type, and that in step 1 has none', () => {
    expect(partRoute('contact', null)).toBe('/application/contact');
    expect(partRoute('contact', 'investor')).toBe('/application/contact');
    expect(partRoute('stay', 'investor')).toBe('/application/investor');
    expect(partRoute('contact-person', 'investor')).toBe('/application/investor/contact-person');
    expect(partRoute('check', 'founder')).toBe('/application/founder/check');
    expect(partRoute('check', null)).toBe('/application');
  });

  it.each(APPLICATION_TYPES)('each part of a %s has its own route, which differs from the names of types', (type) => {
    const routes = partsOf(type).map((part) => partRoute(part, type));
    expect(new Set(routes).size).toBe(routes.length);
    expect(partRoute(partsOf(type, 2)[0] as Part, type)).toBe(`/application/${type}`);
    for (const part of partsOf(type)) expect(APPLICATION_TYPES as readonly string[]).not.toContain(part);
  });

  it.each(APPLICATION_TYPES)('startRoute begins an application of a %s with the first part', (type) => {
    expect(partsOf(type)[0]).toBe(FIRST_PART);
    expect(startRoute(type)).toBe(`/application/passport?type=${type}`);
  });
});

describe('partAfter', () => {
  const after = (part: Part, type: ApplicationType | null, ...done: Part[]) => partAfter(part, type, new Set(done));
  const ALL = answeredParts('founder');

  it('partAfter returns the next unsaved part', () => {
    expect(after('passport', 'founder', 'passport')).toBe('name');
    expect(after('passport', 'founder', 'passport', 'name', 'contact')).toBe('photo');
    expect(after('photo', 'founder')).toBe('stay');
  });

  it('partAfter returns the review page once all parts are saved, the given one included', () => {
    expect(after('travel', 'founder', ...ALL)).toBe('check');
    expect(after('name', 'founder', ...ALL)).toBe('check');
    expect(after('name', 'founder', ...ALL.filter((part) => part !== 'name'))).toBe('check');
  });

  it('partAfter returns the overview when only earlier parts are missing', () => {
    expect(after('travel', 'founder', ...ALL.filter((part) => part !== 'contact'))).toBe('overview');
  });

  it('partAfter without a type returns the next part of step 1, and then the overview', () => {
    expect(after('passport', null)).toBe('name');
    expect(after('passport', null, 'name')).toBe('contact');
    expect(after('photo', null, 'passport', 'name', 'contact')).toBe('overview');
  });

  it('partAfter leads through all parts to the review page from any saved parts', () => {
    const types = fc.constantFrom(...APPLICATION_TYPES);
    fc.assert(
      fc.property(
        types.chain((type) => fc.tuple(fc.constant(type), fc.subarray(answeredParts(type)))),
        ([type, before]) => {
          const done = new Set(before);
          for (let part: Part | 'overview' = FIRST_PART; part !== 'check'; ) {
            const here: Part =
              part === 'overview' ? (answeredParts(type).find((one) => !done.has(one)) ?? 'check') : part;
            done.add(here);
            part = partAfter(here, type, done);
          }
          expect(answeredParts(type).filter((part) => !done.has(part))).toEqual([]);
        },
      ),
    );
  });
});

describe('partStates', () => {
  const stateOf = (part: Part, saved: Part[], errors: Record<string, string[]>) =>
    partStates('founder', saved, errors).find((progress) => progress.part === part);

  it.each<[string, Part[], Record<string, string[]>, PartProgress['state']]>([
    ['nothing is answered', [], { passport_number: ['required'], file4: ['required'] }, 'todo'],
    ['all is answered and nothing saved', [], {}, 'todo'],
    ['it was saved', ['passport'], {}, 'done'],
    ['it was saved, and an answer is missing by now', ['passport'], { file4: ['required'] }, 'attention'],
    [
      'it was saved, and something is wrong by now',
      ['passport'],
      { passport_expire: ['expires_before_stay_ends'] },
      'attention',
    ],
    ['it was not saved, and something in it is wrong', [], { passport_number: ['passport_format'] }, 'attention'],
    ['one answer in it is both missing and wrong', [], { file4: ['required', 'file_type'] }, 'attention'],
    ['only another part is wrong', ['passport'], { surname: ['required'] }, 'done'],
  ])('partStates returns the state of a part when %s', (_, saved, errors, state) => {
    expect(stateOf('passport', saved, errors)?.state).toBe(state);
  });

  it('partStates returns errors, and missing answers after the part was saved', () => {
    const errors = { passport_number: ['passport_format'], file4: ['required'], surname: ['name_characters'] };
    expect(stateOf('passport', [], errors)?.errors).toEqual({ passport_number: ['passport_format'] });
    expect(stateOf('passport', ['passport'], errors)?.errors).toEqual({
      passport_number: ['passport_format'],
      file4: ['required'],
    });
  });

  it('partStates counts errors in an address or a list for the part of its field', () => {
    const errors = { 'formatted_address.street': ['too_long'], 'last_trips.0.trim_date.date_to': ['date_unreal'] };
    expect(stateOf('stay', [], errors)?.state).toBe('attention');
    expect(stateOf('travel', ['travel'], errors)?.state).toBe('attention');
  });

  it('partStates covers the answered parts, without a type those of step 1, and never the review page', () => {
    expect(partStates('founder', [], { read_check: ['consent_required'] }).map(({ part }) => part)).toEqual(
      partsOf('founder').filter((part) => part !== 'check'),
    );
    expect(partStates(null, [], {}).map(({ part }) => part)).toEqual(partsOf('founder', 1));
    expect(partStates(null, ['passport'], {})[0]).toEqual({ part: 'passport', state: 'done', errors: {} });
  });
});
