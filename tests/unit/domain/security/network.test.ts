import { expect, it } from 'vitest';
import { networkOf } from '../../../../src/domain/security/network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.8', '203.0.113.8'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
])('networkOf counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
