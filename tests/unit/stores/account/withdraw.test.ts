/** Withdrawing is offered where the host offers it, and only before a decision. */
import { expect, test } from 'vitest';
import { canWithdraw } from '../../../../src/stores/account/withdraw.ts';
import { recordOffers } from '../../../../src/stores/api/host-offers.ts';

test('a host of section 7 has no withdrawal; one that offers it has it before a decision only', () => {
  expect(canWithdraw('submitted')).toBe(false);
  recordOffers({ offers: ['withdrawal'] });
  const open = ['submitted', 'in_review', 'changes_requested'];
  const closed = ['approved', 'visa_issued', 'visa_revoked', 'rejected', 'withdrawn', 'a status of another host'];
  expect([...open, ...closed].filter(canWithdraw)).toEqual(open);
});
