import { expect, test } from 'vitest';
import { deletionDue } from '../../../../src/domain/account/deletion.ts';

test('deletionDue is thirty days later on the calendar of Uzbekistan', () => {
  expect(deletionDue(Date.parse('2026-11-26T09:00:00Z'))).toBe('2026-12-26');
  expect(deletionDue(Date.parse('2026-11-26T19:30:00Z'))).toBe('2026-12-27');
});
