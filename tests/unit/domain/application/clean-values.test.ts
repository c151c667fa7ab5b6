import { expect, it } from 'vitest';
import { cleanValues } from '../../../../src/domain/application/multipart.ts';
import { checkApplication } from '../../../../src/domain/application/schema.ts';
import { TODAY, WITH_LISTS } from './filled-values.ts';

it('values are sent without what nobody sees, and are accepted as sent', () => {
  const [relative, ...others] = WITH_LISTS.formatted_relatives;
  if (!relative) throw new Error('no relative');
  const pasted = {
    ...WITH_LISTS,
    email: '\u202aanna@exam\u200bple.org\u202c',
    company_name: 'Example\tPark\u001b',
    previos_trips: 'one\n\ttwo\u2028three\u200b',
    formatted_address: { ...WITH_LISTS.formatted_address, street: 'Navoi\u00ad 1' },
    formatted_relatives: [{ ...relative, relativeInn: '12\u200b34' }, ...others],
  };
  const sent = cleanValues('specialist', pasted);
  expect(sent).toEqual({
    ...WITH_LISTS,
    email: 'anna@example.org',
    company_name: 'Example Park',
    previos_trips: 'one\n\ttwo three',
    formatted_address: { ...WITH_LISTS.formatted_address, street: 'Navoi 1' },
    formatted_relatives: [{ ...relative, relativeInn: '1234' }, ...others],
  });
  expect(sent.file4).toBe(pasted.file4);
  expect(sent.formatted_relatives[0]?.file6).toBe(relative.file6);
  expect(checkApplication('specialist', sent, { today: TODAY, asSent: true })).toEqual({});
});

it('values without any stay as they are', () => {
  expect(cleanValues('specialist', WITH_LISTS)).toEqual(WITH_LISTS);
});
