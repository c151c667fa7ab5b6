/** Withdrawing is possible where the host offers it, before a decision. */
import { expect, test } from 'vitest';
import { canWithdraw } from '../../../../src/stores/account/withdraw.ts';
import { recordOffers } from '../../../../src/stores/api/host-offers.ts';

test('canWithdraw is true only before a decision, and only if the host offers it', () => {
  expect(canWithdraw('submitted')).toBe(false);
  recordOffers({ offers: ['withdrawal'] });
  const open = ['submitted', 'in_review', 'changes_requested'];
  const closed = ['approved', 'visa_issued', 'visa_revoked', 'rejected', 'withdrawn', 'a status of another host'];
  expect([...open, ...closed].filter(canWithdraw)).toEqual(open);
});
