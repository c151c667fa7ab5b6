import { expect, it } from 'vitest';
import { networkOf } from '../../../../src/domain/security/network.ts';

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ab02:ffff::', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0::/48'],
  ['2001::db8:1:2:3:4:5', '2001:0:db8::/48'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['::FFFF:203.0.113.8', '203.0.113.0/24'],
  ['::1', '0:0:0::/48'],
  ['', ''],
])('networkOf counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
