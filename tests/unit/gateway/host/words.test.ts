import { expect, it } from 'vitest';
import { readHostWords } from '../../../../functions/gateway/host/words.ts';

it("a host's words are limited, in one line and without markup", () => {
  const errors = { email: ['Taken.', '<b>Taken</b>', 5], 'a b': ['x'], surname: [] };
  expect(readHostWords({ message: 'The\u202e email\nis taken.', errors })).toEqual({
    message: 'The email is taken.',
    errors: { email: ['Taken.'], surname: [] },
  });
  for (const none of [{ message: 'x'.repeat(301) }, { message: 'a \ufffd' }, { errors: { a: 'x' } }, 'text', null])
    expect(readHostWords(none)).toBeNull();
});
