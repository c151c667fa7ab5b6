import { describe, expect, it } from 'vitest';
import { readHostRecord } from '../../../../functions/gateway/host/record.ts';
import {
  askedFields,
  askedPaths,
  askedUnchanged,
  changeableFields,
  changeableParts,
} from '../../../../src/domain/application/asked-fields.ts';
import { fieldsOf, partsOf } from '../../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';

const asks = (fields?: string[], status_type = 'changes_requested') => ({
  status_type,
  created_at: '2026-11-20T10:00:00Z',
  note: '',
  fields,
});

describe('fields that an officer asks to change', () => {
  it('askedFields lists requested fields in the order of the form', () => {
    expect(askedFields(asks(['surname', 'file4']), 'specialist')).toEqual(['file4', 'surname']);
  });

  it('askedFields leaves out unknown fields and those of other types', () => {
    expect(askedFields(asks(['toString', 'project', 'read_check', 'email']), 'specialist')).toEqual(['email']);
    expect(askedFields(asks(['project']), 'investor')).toEqual(['project']);
  });

  it('askedFields is empty for another status, without fields and without a request', () => {
    expect(askedFields(asks(['file4'], 'in_review'), 'specialist')).toEqual([]);
    expect(askedFields(asks(['file4'], 'unheard_of'), 'specialist')).toEqual([]);
    expect(askedFields(asks(), 'specialist')).toEqual([]);
    expect(askedFields(null, 'specialist')).toEqual([]);
  });

  it.each(APPLICATION_TYPES)('every field of a %s but those of the check can be requested', (type) => {
    expect([...changeableFields(type), 'photo_kept', 'read_check']).toEqual(fieldsOf(type).map(({ name }) => name));
    expect([...changeableParts(type), 'check']).toEqual(partsOf(type));
  });

  it('askedPaths returns the first box of an address and the question before a list', () => {
    const names = ['file4', 'formatted_address', 'last_trips', 'previos_trips'] as const;
    expect([...askedPaths(names, 'founder')]).toEqual([
      'file4',
      'formatted_address.region',
      'last_trips_check',
      'previos_trips_check',
    ]);
  });

  it('requested fields in a record that are not a list are read as none', () => {
    const entry = { status_type: 'changes_requested', created_at: '2026-11-20T10:00:00Z', note: '' };
    const read = (fields: unknown) =>
      readHostRecord({ id: '1', application_status_history: [{ ...entry, fields }] })?.application_status_history?.[0];
    expect(read(['file4'])?.fields).toEqual(['file4']);
    expect(read('file4')).toMatchObject({ ...entry, fields: [] });
    expect(read(null)).toMatchObject({ ...entry, fields: [] });
    expect(read(undefined)).toMatchObject(entry);
  });

  it('askedUnchanged returns requested fields until they or their question are changed', () => {
    const asked = ['file4', 'formatted_relatives', 'last_trips'] as const;
    expect(askedUnchanged(asked, ['file4', 'relatives_check', 'surname'])).toEqual(['last_trips']);
  });
});
