import { expect, it } from 'vitest';
import { changeableFields, changeableParts } from '../../../src/domain/application/asked-fields.ts';
import { partOf } from '../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { changeHref, readChangeHash } from '../../../src/islands/profile/change-place.ts';

it.each(APPLICATION_TYPES)('readChangeHash reads the part and the question of changeHref (%s)', (type) => {
  const read = (href: string) => readChangeHash(new URL(href, 'https://portal.example').hash, type);
  expect(read(changeHref('ru', type))).toEqual({ part: null });
  for (const part of changeableParts(type)) expect(read(changeHref('en', type, { part }))).toEqual({ part });
  for (const field of changeableFields(type)) {
    expect(read(changeHref('ru', type, { field }))).toEqual({ part: partOf(type, field), field });
  }
});

it('readChangeHash returns no part for those of other types, and null without a hash', () => {
  expect(readChangeHash('#change:petitioner', 'founder')).toEqual({ part: null });
  expect(readChangeHash('#change:check', 'founder')).toEqual({ part: null });
  expect(readChangeHash('#change:formatted_relatives.0.surname', 'founder')).toEqual({
    part: 'family',
    field: 'formatted_relatives.0.surname',
  });
  expect(readChangeHash('', 'founder')).toBeNull();
});
