import { describe, expect, it } from 'vitest';
import { FLAG_OF, fieldsOf, partsOf } from '../../../../src/domain/application/fields.ts';
import { minutesFor } from '../../../../src/domain/application/minutes.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';

describe('how long filling in an application takes', () => {
  it.each(APPLICATION_TYPES)(
    'how long filling in an application takes is given in steps of five minutes, between a quarter and a whole minute a question (%s)',
    (type) => {
      const minutes = minutesFor(type);
      const questions = fieldsOf(type).filter(({ name }) => !FLAG_OF[name]).length;
      expect(minutes % 5).toBe(0);
      expect(minutes).toBeGreaterThan(questions / 4);
      expect(minutes).toBeLessThanOrEqual(questions);
    },
  );

  it.each(APPLICATION_TYPES)(
    'how long filling in an application takes gets no longer with each part that is done (%s)',
    (type) => {
      const parts = partsOf(type);
      const left = parts.map((_, done) => minutesFor(type, parts.slice(done)));
      expect(left).toEqual(left.toSorted((a, b) => b - a));
      expect(left[0]).toBe(minutesFor(type));
      expect(left.at(-1)).toBeGreaterThan(0);
    },
  );

  it.each(APPLICATION_TYPES)(
    'how long filling in an application takes is five minutes for the check where no part is left to do (%s)',
    (type) => {
      expect(minutesFor(type, [])).toBe(5);
    },
  );

  it('how long filling in an application takes is shortest for a founder, who is asked least', () => {
    expect(minutesFor('founder')).toBeLessThan(Math.min(minutesFor('specialist'), minutesFor('investor')));
  });
});
