import { describe, expect, it } from 'vitest';
import { FLAG_OF, fieldsOf, partsOf } from '../../../../src/domain/application/fields.ts';
import { minutesFor } from '../../../../src/domain/application/minutes.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';

describe('minutesFor', () => {
  it.each(APPLICATION_TYPES)(
    'minutesFor is a multiple of five, between a quarter and a whole minute a question (%s)',
    (type) => {
      const minutes = minutesFor(type);
      const questions = fieldsOf(type).filter(({ name }) => !FLAG_OF[name]).length;
      expect(minutes % 5).toBe(0);
      expect(minutes).toBeGreaterThan(questions / 4);
      expect(minutes).toBeLessThanOrEqual(questions);
    },
  );

  it.each(APPLICATION_TYPES)('minutesFor does not increase with fewer parts left (%s)', (type) => {
    const parts = partsOf(type);
    const left = parts.map((_, done) => minutesFor(type, parts.slice(done)));
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(left[0]).toBe(minutesFor(type));
    expect(left.at(-1)).toBeGreaterThan(0);
  });

  it.each(APPLICATION_TYPES)('minutesFor is five for the review page alone (%s)', (type) => {
    expect(minutesFor(type, [])).toBe(5);
  });

  it('minutesFor is lowest for a founder, who has the fewest questions', () => {
    expect(minutesFor('founder')).toBeLessThan(Math.min(minutesFor('specialist'), minutesFor('investor')));
  });
});
