import { expect, it } from 'vitest';
import { changeableFields, changeableParts } from '../../../src/domain/application/asked-fields.ts';
import { partOf } from '../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { changeHref, readChangeHash } from '../../../src/islands/profile/change-place.ts';

it.each(APPLICATION_TYPES)('leads to each part, and to each question in the part that asks it (%s)', (type) => {
  const read = (href: string) => readChangeHash(new URL(href, 'https://portal.example').hash, type);
  expect(read(changeHref('ru', type))).toEqual({ part: null });
  for (const part of changeableParts(type)) expect(read(changeHref('en', type, { part }))).toEqual({ part });
  for (const field of changeableFields(type)) {
    expect(read(changeHref('ru', type, { field }))).toEqual({ part: partOf(type, field), field });
  }
});

it('shows the list for what this type does not have, and nothing where nothing is to be changed', () => {
  expect(readChangeHash('#change:petitioner', 'founder')).toEqual({ part: null });
  expect(readChangeHash('#change:check', 'founder')).toEqual({ part: null });
  expect(readChangeHash('#change:formatted_relatives.0.surname', 'founder')).toEqual({
    part: 'family',
    field: 'formatted_relatives.0.surname',
  });
  expect(readChangeHash('', 'founder')).toBeNull();
});
